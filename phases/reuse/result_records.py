"""Looks up and records the results of packages in the cache; used by `packages`.

The record under the key of a package (see `Packages`) is its result, or further dependencies of it:
if the check asked about packages that it does not see, the result is stored under the key and the
hash of all exports; if it points into files of other packages, also under the contents of those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from muranopl.phases.reuse.cache import Store, decoded
from muranopl.phases.reuse.file_index import FileIndex
from muranopl.phases.reuse.hashing import hashed
from muranopl.phases.reuse.package_results import PackageResult


class Dependencies(msgspec.Struct, array_like=True, tag=1):
    """Further dependencies: all exports; the contents of packages, by name and position."""

    everything: bool
    packages: tuple[tuple[str, int], ...]


class ResultRecord(msgspec.Struct, array_like=True):
    """The record under the key of a package, or of its further `Dependencies`."""

    found: PackageResult | Dependencies


class ResultRecords:
    """Results in a store; their files are those of the available packages.

    `content` returns the hash of a package by name and position, `all_exports` that of all exports.
    """

    def __init__(
        self,
        store: Store,
        files: FileIndex,
        content: Callable[[str, int], bytes | None],
        all_exports: Callable[[], bytes | None],
    ) -> None:
        self._store, self._files = store, files
        self._content, self._all_exports = content, all_exports
        self._records = files.decoder(ResultRecord)
        self.depend_on_all: set[bytes] = set()
        """The keys of packages whose results depend on all exports."""

    def result(self, key: bytes) -> PackageResult | None:
        """Return the result of a package, None if there is none for the available packages."""
        package = key
        while True:
            record = decoded(self._store.get(key), self._records)
            match = None if record is None else record.found
            if not isinstance(match, Dependencies):
                return match
            if match.everything:
                self.depend_on_all.add(package)
            further = self._key(key, match)
            if further is None:
                return None
            key = further

    def keep(self, key: bytes, result: PackageResult, depends_on_all: bool) -> None:
        """Record a result; `depends_on_all` is whether its check asked about packages it does not see."""
        pointed_at = tuple(sorted(set(self._pointed_at(result))))
        steps: list[PackageResult | Dependencies] = (
            [Dependencies(True, ())] if depends_on_all else []
        )
        steps += [Dependencies(False, pointed_at), result] if pointed_at else [result]
        for match in steps:
            try:
                self._store.put(key, self._files.encode(ResultRecord(match)))
            except (OverflowError, UnicodeEncodeError, LookupError):  # it is computed again
                return
            further = self._key(key, match) if isinstance(match, Dependencies) else key
            if further is None:
                return
            key = further

    def _key(self, key: bytes, more: Dependencies) -> bytes | None:
        """Return the key of a result with further dependencies; None if they have no hash."""
        parts = [self._all_exports()] if more.everything else []
        parts += [self._content(*package) for package in more.packages]
        present = [part for part in parts if part is not None]
        return hashed(b"further", key, *present) if len(present) == len(parts) else None

    def _pointed_at(self, result: PackageResult) -> Iterable[tuple[str, int]]:
        """Yield the packages that diagnostics of a result point into, by name and position."""
        for diagnostic in result.diagnostics:
            own = self._files.find(diagnostic.place.file)
            places = [related.place for related in diagnostic.related]
            for fix in diagnostic.fixes:
                places += [edit.place for edit in fix.edits]
            for place in places:
                match = self._files.find(place.file)
                if match != own:
                    yield match
