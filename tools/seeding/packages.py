"""The packages that defects are seeded into, and those they require."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import yaml

from muranopl.ard.sources.discovery import discover
from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.findings import Findings

CORE = "io.murano"


class SourcePackage(NamedTuple):
    """A package: where it is, and what its manifest says.

    `classes` are the paths of its class files, `listed` the full names of its classes.
    """

    path: str
    name: str
    requires: tuple[str, ...]
    classes: tuple[str, ...]
    listed: frozenset[str]
    source: Source


def find(paths: Iterable[str]) -> list[SourcePackage]:
    """Return the packages at paths (folders, zips, catalogs) once; report others on stderr."""
    result: dict[str, SourcePackage] = {}
    for path in paths:
        for source in discover(path, Findings()):
            package = _read(source)
            if package is None:
                print(f"no package: {os.path.join(source.root, source.base)}", file=sys.stderr)
            else:
                result.setdefault(os.path.realpath(package.path), package)
    return list(result.values())


def _read(source: Source) -> SourcePackage | None:
    try:
        manifest = yaml.safe_load(source.read("manifest.yaml"))
    except (SourceError, yaml.YAMLError):
        return None
    if not isinstance(manifest, dict) or not isinstance(manifest.get("FullName"), str):
        return None
    requires = _table(manifest.get("Require")).keys()
    files = dict.fromkeys(f"Classes/{file}" for file in _table(manifest.get("Classes")).values())
    path = os.path.join(source.root, source.base) if source.base else source.root
    listed = frozenset(map(str, _table(manifest.get("Classes"))))
    return SourcePackage(
        path, manifest["FullName"], tuple(map(str, requires)), tuple(files), listed, source
    )


def _table(value: Any) -> dict[Any, Any]:
    return value if isinstance(value, dict) else {}


def required(package: SourcePackage, available: Iterable[SourcePackage]) -> list[SourcePackage]:
    """Return those that a package requires, directly or not, and the core library."""
    by_name: dict[str, list[SourcePackage]] = {}
    for item in available:
        by_name.setdefault(item.name, []).append(item)
    return list(_required(package, by_name))


def _required(
    package: SourcePackage, by_name: dict[str, list[SourcePackage]]
) -> Iterator[SourcePackage]:
    seen = {package.name}
    waiting = [CORE, *package.requires]
    for name in waiting:  # grows while it is gone through
        if name not in seen:
            seen.add(name)
            for item in by_name.get(name, ()):
                waiting.extend(item.requires)
                yield item
