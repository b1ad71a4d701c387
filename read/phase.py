"""Entry point of phase 1: packages at hand → packages read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import msgspec

from muranopl.diagnostics.bounds import PER_CODE
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.located import locate
from muranopl.read.package import Package
from muranopl.read.reader import PackageReader


class ReadResult(msgspec.Struct, frozen=True, eq=False):
    """The packages to check, and those read because they are required.

    `shadowed` is as in `PackageIndex`. `index` has all packages at hand, also those that
    were not read. `max_per_code` is the number of diagnostics of one code in a file that this and later
    phases keep (None: all). `wanted` are the names of the packages that are checked; of others only
    the visible part is read.
    """

    targets: tuple[Package, ...]
    libraries: tuple[Package, ...]
    shadowed: Package | None
    index: PackageIndex
    wanted: Collection[str]
    max_per_code: int | None = PER_CODE.most

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


def read_packages(
    index: PackageIndex,
    reader: PackageReader,
    wanted: Collection[str] | None = None,
    foreign_names: Callable[[Package], Collection[str]] | None = None,
    advance: Callable[[int], None] | None = None,
) -> ReadResult:
    """Run phase 1: read the packages of the `wanted` names (None: all).

    Only the visible part of the packages that they need is read. With `foreign_names`, which returns
    the full names that are written in a package, further packages are located by these names (see
    `locate`). `advance` is called with the number of files of each package that is read completely.
    """

    def read(entry: PackageEntry) -> Package:
        package = reader.package(entry)
        if advance is not None:
            advance(len(entry.source.paths()))
        return package

    if foreign_names is not None:
        index = locate(index, lambda entry: _names(read(entry), entry, reader, foreign_names))
        read = reader.package  # which has counted its files
    if wanted is None:
        wanted = index.by_name.keys()
    needed = index.needed(wanted)

    def read_needed(entries: Iterable[PackageEntry]) -> tuple[Package, ...]:
        return tuple(
            read(entry) if entry.name in wanted else reader.exports(entry)
            for entry in entries
            if entry.name in needed
        )

    targets = read_needed(index.targets)
    libraries = read_needed(index.libraries)
    # It cannot be required, but describes the classes that the engine writes in Python
    shadowed = None if index.shadowed is None else reader.unusable(index.shadowed)
    return ReadResult(targets, libraries, shadowed, index, wanted, reader.max_per_code)


def _names(
    package: Package,
    entry: PackageEntry,
    reader: PackageReader,
    foreign_names: Callable[[Package], Collection[str]],
) -> Collection[str]:
    """Return the names written in a package, () if it is embedded or given up."""
    if entry.embedded or entry.source in reader.given_up:
        return ()
    try:
        return foreign_names(package)
    except Exception as error:
        reader.give_up(entry, error)
        return ()
