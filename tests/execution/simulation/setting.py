"""Sessions in which methods of a small package run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import muranopl
from muranopl.execution.session import Session

HEADER = "Namespaces: {=: t, std: io.murano, sys: io.murano.system, test: io.murano.test}\n"


class Run:
    """A session over a package `t` of some files; `classes` are the bodies of methods of its class `t.A`."""

    def __init__(
        self,
        folder: Path,
        classes: str,
        files: Mapping[str, bytes] | None = None,
        cloud: Any = None,
    ) -> None:
        result = {
            "manifest.yaml": b"Format: 1.4\nType: Library\nFullName: t\nName: t\nClasses:\n  t.A: A.yaml\n",
            "Classes/A.yaml": (HEADER + classes).encode(),
            **(files or {}),
        }
        for path, content in result.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        self.session: Session = muranopl.Catalog([folder]).session(cloud=cloud)

    def call(self, method: str = "go", **arguments: Any) -> Any:
        """Return what a static method gives."""
        return self.session.call(self.session.type("t.A"), method, (), arguments, public=False)


def run(
    folder: Path, body: str, files: Mapping[str, bytes] | None = None, cloud: Any = None
) -> tuple[Any, list[Any]]:
    """Return what a body gives, and what is recorded of it."""
    lines = "\n".join(f"      {line}" for line in body.strip().splitlines())
    result = Run(
        folder, f"Name: A\nMethods:\n  go:\n    Usage: Static\n    Body:\n{lines}\n", files, cloud
    )
    return result.call(), result.session.events
