"""Contents of packages as hashes, and records of manifests, which spare parsing them.

The record of a manifest lists the files that phase 1 reads of the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from muranopl.ard.sources.package_folder import MANIFEST
from muranopl.ard.sources.source import Source, SourceError
from muranopl.phases.reuse.cache import Cache, decoded
from muranopl.phases.reuse.hashing import hashed, text_bytes
from muranopl.phases.reuse.traced_source import TracedSource
from muranopl.read.index import MakeEntry, ManifestSummary, PackageEntry, PackageIndex
from muranopl.read.plan_files import plan_files


class ManifestRecord(msgspec.Struct, array_like=True):
    """A summary of a manifest, and the files that phase 1 reads of the package, in that order.

    Execution plans, recognized by their names, are read with any manifest.
    """

    summary: ManifestSummary
    reads: tuple[str, ...]


class Contents:
    """The entries and contents of packages; `read` creates the entries of those without a record.

    Unless `is_recorded`, the cache has no records of packages, and gets none: contents have no hash.
    """

    def __init__(self, cache: Cache, read: MakeEntry, *, is_recorded: bool = False) -> None:
        self.cache, self._read, self._is_recorded = cache, read, is_recorded
        self._reads: dict[PackageEntry, tuple[str, ...]] = {}
        self._contents: dict[PackageEntry, bytes | None] = {}

    def entry(self, source: Source, embedded: bool) -> PackageEntry:
        """Return the entry of a package, whose source records its reads. See `MakeEntry`."""
        source = source if embedded else TracedSource(source, self.cache)
        key = self._key(source) if self._is_recorded else None
        record = None if key is None else self._record(key)
        if record is not None:
            entry = PackageEntry(source, record.summary, embedded)
            self._reads[entry] = record.reads
            return entry
        entry = self._read(source, embedded)
        # Others are recorded by `of_read`, once all their reads are known
        if embedded and key is not None:
            self._put(key, ManifestRecord(entry.summary, ()))
        return entry

    def of(self, entry: PackageEntry) -> bytes | None:
        """Return the hash of all reads of a package, the names of its files, and its damage.

        Return None if these are unknown, or the package has no unique name to be recorded under.
        """
        if not self._is_recorded:
            return None
        if entry not in self._contents:
            self._contents[entry] = self._content(entry)
        return self._contents[entry]

    def of_read(self, entry: PackageEntry) -> bytes | None:
        """Return the hash of a package that was read, and record its manifest.

        Its entry has to depend on the manifest alone.
        """
        key = self._key_of(entry)
        if self._is_recorded and key is not None and isinstance(entry.source, TracedSource):
            self._reads[entry] = tuple(entry.source.seen)
            self._put(key, ManifestRecord(entry.summary, self._reads[entry]))
        self._contents.pop(entry, None)
        return self.of(entry)

    def at(self, index: PackageIndex) -> Callable[[str, int], bytes | None]:
        """Return a function that returns the hash of the package at a position among those of a name."""

        def content(name: str, position: int) -> bytes | None:
            group = index.by_name.get(name, ())
            return self.of(group[position]) if 0 <= position < len(group) else None

        return content

    def still_hold(self, entries: Iterable[PackageEntry]) -> bool:
        """Return whether everything read of some packages since then was the same."""
        return all(self._content(entry) == self.of(entry) for entry in entries)

    def _content(self, entry: PackageEntry) -> bytes | None:
        key = self._key_of(entry)
        if key is None or not isinstance(entry.source, TracedSource):
            return key
        # Before anything is read
        packed = entry.source.zip_hash()
        reads = self._reads_of(entry, key)
        if reads is None:
            return None
        # So that nothing of a zip is unpacked again
        if packed is not None:
            return hashed(b"content", key, packed)
        paths = entry.source.paths()
        # Execution plans are read together with any manifest
        reads = (*dict.fromkeys((*reads, *plan_files(paths))),)
        read_parts = [
            part
            for pair in zip(map(text_bytes, reads), entry.source.hashes(reads), strict=True)
            for part in pair
        ]
        damage = (text_bytes(part) for item in entry.source.damage() for part in item)
        return hashed(b"content", key, *map(text_bytes, paths), b"", *read_parts, b"", *damage)

    def _key_of(self, entry: PackageEntry) -> bytes | None:
        if entry.embedded or entry.summary.has_name:
            return self._key(entry.source)
        return None

    def _reads_of(self, entry: PackageEntry, key: bytes) -> tuple[str, ...] | None:
        """Return the files that are read of a package, None if unknown."""
        if entry not in self._reads:
            record = self._record(key)
            if record is None:
                return None
            self._reads[entry] = record.reads
        return self._reads[entry]

    def _record(self, key: bytes) -> ManifestRecord | None:
        return decoded(self.cache.store.get(key), _DECODER)

    def _put(self, key: bytes, record: ManifestRecord) -> None:
        self.cache.store.put(key, msgspec.msgpack.encode(record))

    def _key(self, source: Source) -> bytes | None:
        """Return the key of a manifest; the key of an embedded one depends on the program."""
        if not isinstance(source, TracedSource):
            return hashed(b"embedded", self.cache.program, source.base.encode())
        try:
            if MANIFEST not in source.seen:
                source.read(MANIFEST)
        except SourceError:
            return None
        return hashed(b"manifest", self.cache.program, source.seen[MANIFEST])


_DECODER = msgspec.msgpack.Decoder(ManifestRecord)
