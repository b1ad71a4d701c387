"""The parts of a package that its class and its form are made from, besides the template."""

from __future__ import annotations

import msgspec

from muranopl.ard.sources.source import Source

FILES = "Resources/HotFiles/"
ENVIRONMENTS = "Resources/HotEnvironments/"


class PackageParts(msgspec.Struct, frozen=True):
    """The name, version and description of a package, and the names of its files for Heat.

    `files` are relative to their folder; `environments` are paths in the package.
    """

    name: str
    version: str
    description: str | None
    files: tuple[str, ...]
    environments: tuple[str, ...]


def parts_of(source: Source, name: str, version: str, description: str | None) -> PackageParts:
    """Return the parts of a package."""
    paths = source.paths()
    return PackageParts(
        name,
        version,
        description,
        tuple(path.removeprefix(FILES) for path in paths if path.startswith(FILES)),
        tuple(path for path in paths if path.startswith(ENVIRONMENTS)),
    )
