"""Hashes of the available packages: their contents, their exports, and their cache keys.

A package has the same key in two runs only if its diagnostics are the same, as far as they depend
on it and on the packages that it requires.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

import msgspec

from muranopl.phases.job import Job
from muranopl.phases.reuse.cache import Cache, decoded
from muranopl.phases.reuse.hashing import hashed
from muranopl.phases.reuse.manifests import ManifestRecords
from muranopl.phases.reuse.results import Export
from muranopl.phases.reuse.seen_exports import SeenExports
from muranopl.read.index import PackageEntry, PackageIndex


class Contents:
    """The hashes of the packages of an index, from the cache or given to `add`.

    They are None for a package without a name to be recorded under. `index` is replaced by the one
    that `locate` returns before `keys` is called.
    """

    def __init__(self, index: PackageIndex, manifests: ManifestRecords, cache: Cache) -> None:
        self.index, self._manifests, self._cache = index, manifests, cache
        self.exports: dict[PackageEntry, Export | None] = {}
        self._contents: dict[PackageEntry, bytes | None] = {}

    def is_recorded(self, entry: PackageEntry) -> bool:
        """Return whether the exports of a package are in the cache."""
        content = self._contents[entry] = self._manifests.content(entry)
        if content is None:
            return False
        if entry.embedded:
            self.exports[entry] = Export(content)
        else:
            self.exports[entry] = decoded(
                self._cache.store.get(hashed(b"exported", content)), _EXPORT
            )
        return self.exports[entry] is not None

    def add(self, entry: PackageEntry, export: Export) -> None:
        """Record the exports of a package that was read."""
        self._manifests.keep(entry)
        content = self._contents[entry] = self._manifests.content(entry)
        if content is not None:
            self.exports[entry] = export
            self._cache.store.put(hashed(b"exported", content), msgspec.msgpack.encode(export))

    def take(self, entry: PackageEntry, export: Export) -> None:
        """Take the exports of a package that is not to be recorded."""
        self.exports[entry], self._contents[entry] = export, None

    def of(self, name: str, position: int) -> bytes | None:
        """Return the content hash of the package at `position` among those of a name."""
        group = self.index.by_name.get(name, ())
        if 0 <= position < len(group):
            return self._contents.get(group[position])
        return None

    def still_hold(self, entries: Iterable[PackageEntry]) -> bool:
        """Return whether everything read of some packages since then was the same."""
        return all(self._manifests.content(entry) == self._contents[entry] for entry in entries)

    @property
    def everything(self) -> bytes | None:
        """The hash of all exports, see `SeenExports`."""
        return self._seen.everything

    @functools.cached_property
    def _seen(self) -> SeenExports:
        return SeenExports(self.index, self.exports, self._cache.program)

    def keys(self, job: Job) -> dict[PackageEntry, bytes]:
        """Return the key of every package that has one: a hash of it and of the exports it sees.

        All available versions of a name are hashed together, as any of them may be selected.
        """
        return {
            entry: hashed(b"package", content, seen)
            for entry, seen in self._seen.keys(job).items()
            if (content := self._contents[entry]) is not None
        }


_EXPORT = msgspec.msgpack.Decoder(Export)
