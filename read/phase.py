"""Entry point of phase 1: packages at hand → packages read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import msgspec

from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.package import Package
from muranopl.read.reader import PackageReader


class ReadResult(msgspec.Struct, frozen=True, eq=False):
    """The packages to check, and those read because they are required.

    `shadowed` is as in `PackageIndex`. `index` has all packages at hand, of which these may be a
    part. `max_per_code` is the number of diagnostics of one code in a file that this and later
    phases keep (None: all). `wanted` are the names of the packages that are checked (None: all); of
    others only the visible part is read.
    """

    targets: tuple[Package, ...]
    libraries: tuple[Package, ...]
    shadowed: Package | None
    index: PackageIndex
    max_per_code: int | None = PER_CODE.most
    wanted: Collection[str] | None = None

    @property
    def packages(self) -> tuple[Package, ...]:
        """All packages."""
        return (*self.targets, *self.libraries, *((self.shadowed,) if self.shadowed else ()))

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics of all packages but the shadowed one."""
        return [
            diagnostic
            for package in (*self.targets, *self.libraries)
            for diagnostic in package.diagnostics
        ]


def read_all(
    index: PackageIndex,
    reader: PackageReader,
    wanted: Collection[str],
    advance: Callable[[int], None] | None = None,
) -> ReadResult:
    """Run phase 1: read the `wanted` packages, and the visible part of those they need.

    `advance` is called with the number of files of each package that is read completely.
    """
    needed = index.needed(wanted)

    def read(entry: PackageEntry) -> Package:
        if entry.name not in wanted:
            return reader.exports(entry)
        package = reader.package(entry)
        if advance is not None:
            advance(len(entry.source.paths()))
        return package

    def chosen(among: Iterable[PackageEntry]) -> list[PackageEntry]:
        return [entry for entry in among if entry.name in needed]

    targets = tuple(map(read, chosen(index.targets)))
    libraries = tuple(map(read, chosen(index.libraries)))
    shadowed = None if index.shadowed is None else reader.unusable(index.shadowed)
    return ReadResult(targets, libraries, shadowed, index, reader.max_per_code, wanted)
