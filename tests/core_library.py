"""The embedded core library as packages of their own, with the bodies that it has beside the declarations."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent, indent
from types import MappingProxyType
from typing import Any

import yaml

from muranopl.language import library

HERE = Path(library.path())
FILE = HERE / library.BODIES
PACKAGES = ("io.murano", "io.murano.applications")
CONSTRUCTOR = ".init"


def bodies() -> dict[tuple[str, str], str]:
    """The text of each body by class and method."""
    text = FILE.read_text(encoding="utf-8")
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert isinstance(root, yaml.MappingNode)
    lines = text.splitlines(keepends=True)
    return {
        (class_.value, method.value): dedent(
            "".join(lines[body.start_mark.line : body.end_mark.line])
        )
        for class_, methods in root.value
        for method, body in methods.value
    }


def with_bodies(
    folder: Path, more: Mapping[tuple[str, str], str] = MappingProxyType({})
) -> list[str]:
    """Write the packages with the bodies in them, and `more`; return those that have no place."""
    left = {
        key: text for key, text in {**bodies(), **more}.items() if text.lstrip().startswith("-")
    }
    for package in PACKAGES:
        for file in (HERE / package).rglob("*"):
            if not file.is_file():
                continue
            written = folder / file.relative_to(HERE)
            written.parent.mkdir(parents=True, exist_ok=True)
            text = file.read_text(encoding="utf-8")
            for document in (
                yaml.compose_all(text, Loader=yaml.SafeLoader)
                if file.parent != HERE / package
                else ()
            ):
                text = _filled(text, document, left)
            written.write_text(text, encoding="utf-8")
    return [f"{class_}.{method}" for class_, method in left]


def _filled(text: str, document: Any, left: dict[tuple[str, str], str]) -> str:
    keys = {key.value: value for key, value in document.value}
    name = keys["Name"].value
    namespace = next(
        (value.value for key, value in keys.get("Namespaces", _NONE).value if key.value == "="), ""
    )
    full = name if "." in name else f"{namespace}.{name}"
    head, _, tail = text.partition(f"\nName: {name}\n")
    for method in [method for class_, method in left if class_ == full]:
        key = "initialize" if method == CONSTRUCTOR else method
        before, result, after = tail.partition(f"\n  {key}:\n")
        declared, empty, rest = after.partition("    Body: []\n")
        assert result, (full, method)
        assert empty, (full, method)
        body = indent(left.pop((full, method)), "      ")
        tail = f"{before}{result}{declared}    Body:\n{body}{rest}"
    return f"{head}\nName: {name}\n{tail}"


_NONE = yaml.MappingNode("", [])
