"""The packages of a job: their index, packages that others name, and hashes of what they see.

All of it is computed on demand, and once for a job. What concerns one package is also known before
all packages are read.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

from muranopl.phases.job import Job
from muranopl.phases.reuse.results import Export
from muranopl.phases.reuse.seen_exports import SeenExports
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.located import locate


class LocatedPackages:
    """The packages of a job.

    `export` returns the exports of a package, which it may have to read; None if it is given up.
    `program` is the hash of the program.
    """

    def __init__(
        self,
        job: Job,
        index: PackageIndex,
        export: Callable[[PackageEntry], Export | None],
        program: bytes,
    ) -> None:
        self.job, self.index = job, index
        self._export, self._program = export, program
        self._around: dict[str, PackageIndex] = {}
        self._is_located = False

    @functools.cached_property
    def located(self) -> PackageIndex:
        """The index with packages that others name without requiring them; all are read for that."""
        result = locate(self.index, self._names)
        self._is_located = True
        return result

    def around(self, name: str) -> PackageIndex:
        """Return the index with the packages that those of a name see; no others are read."""
        if self._is_located:
            return self.located
        if name not in self._around:
            self._around[name] = locate(self.index, self._names, [name])
        return self._around[name]

    @functools.cached_property
    def seen(self) -> SeenExports:
        """The hashes of the exports of all packages."""
        exports = {entry: self._export(entry) for entry in self.located}
        return SeenExports(self.located, exports, self._program)

    @functools.cached_property
    def keys(self) -> dict[PackageEntry, bytes]:
        """The hashes of what packages see; some have none."""
        return self.seen.keys(self.job)

    def key(self, entry: PackageEntry) -> bytes | None:
        """Return the hash of what one package sees, or None; no others are read."""
        if self._is_located:
            return self.keys.get(entry)
        return self.keys_around(entry.name).get(entry)

    def keys_around(self, name: str) -> dict[PackageEntry, bytes]:
        """Return the hashes of what packages of a name see, and those that they see themselves."""
        index = self.around(name)
        exports = {
            item: self._export(item)
            for other in index.needed([name])
            for item in index.by_name[other]
        }
        return SeenExports(index, exports, self._program).keys(self.job)

    def at(self, location: str) -> PackageEntry | None:
        """Return the package at a location, None if it is not needed."""
        result = _at(location, self.index)
        # Only a file of a library that nothing requires needs a look at all packages
        return _at(location, self.located) if result is None else result

    def sees(self, entry: PackageEntry) -> tuple[PackageEntry, ...]:
        """Return the packages of the name of an entry and all that they see, without embedded ones.

        They are the same objects as long as their files are the same.
        """
        index = self.around(entry.name)
        names = sorted(index.needed([entry.name]))
        entries = (item for name in names for item in index.by_name[name])
        return tuple(item for item in entries if not item.embedded)

    def _names(self, entry: PackageEntry) -> frozenset[str]:
        export = self._export(entry)
        return frozenset() if export is None else export.names


def _at(location: str, entries: Iterable[PackageEntry]) -> PackageEntry | None:
    return next((item for item in entries if item.source.location == location), None)
