"""Manifests as records: one that was seen before is not parsed again, and tells which files the package consists of."""

from __future__ import annotations

import msgspec

from muranopl.ard.sources.package_folder import MANIFEST
from muranopl.ard.sources.source import Source, SourceError
from muranopl.incremental.cache import Cache
from muranopl.incremental.hashing import hashed
from muranopl.incremental.recording import RecordingSource
from muranopl.incremental.records import decoded
from muranopl.read.index import MakeEntry, ManifestSummary, PackageEntry


class ManifestRecord(msgspec.Struct, array_like=True):
    """A manifest in short, and the files that phase 1 reads of the package, in that order: they follow from it."""

    summary: ManifestSummary
    reads: tuple[str, ...]


class ManifestRecords:
    """The manifests of packages from a store. `read` makes the entries of those that are not in it."""

    def __init__(self, cache: Cache, read: MakeEntry) -> None:
        self._cache, self._store, self._program = cache, cache.store, cache.program
        self._read = read
        self._keys: dict[PackageEntry, bytes] = {}
        self._reads: dict[PackageEntry, tuple[str, ...]] = {}

    def entry(self, source: Source, embedded: bool) -> PackageEntry:
        """Return the entry of a package, whose source remembers from then on what is read. See `MakeEntry`."""
        source = source if embedded else RecordingSource(source, self._cache)
        key = self._key(source)
        record = None if key is None else decoded(self._store.get(key), _DECODER)
        if record is not None:
            entry = PackageEntry(source, record.summary, embedded)
            self._reads[entry] = record.reads
        else:
            entry = self._read(source, embedded)
            if embedded and key is not None:
                self._store.put(key, msgspec.msgpack.encode(ManifestRecord(entry.summary, ())))
            elif not entry.summary.has_name:
                key = None
        if key is not None:
            self._keys[entry] = key
        return entry

    def keep(self, entry: PackageEntry) -> None:
        """Record the manifest of a package that was read whole, if what is said of it follows from that alone."""
        if entry in self._keys and isinstance(entry.source, RecordingSource):
            self._reads[entry] = tuple(entry.source.seen)
            self._store.put(
                self._keys[entry], msgspec.msgpack.encode(ManifestRecord(entry.summary, self._reads[entry]))
            )

    def content(self, entry: PackageEntry) -> bytes | None:
        """Return the hash of all that is read of a package, the names of its files, and what cannot be unpacked.

        None where that is not known, or the package has no name of its own to be recorded under.
        """
        if not isinstance(entry.source, RecordingSource):
            return self._keys[entry]
        if entry not in self._keys or entry not in self._reads:
            return None
        reads = self._reads[entry]
        seen = [part for pair in zip(map(_bytes, reads), entry.source.hashes(reads), strict=True) for part in pair]
        damage = (_bytes(part) for each in entry.source.damage() for part in each)
        return hashed(b"content", self._keys[entry], *map(_bytes, entry.source.paths()), b"", *seen, b"", *damage)

    def _key(self, source: Source) -> bytes | None:
        """Return what a manifest is recorded under: an embedded one changes only with the program."""
        if not isinstance(source, RecordingSource):
            return hashed(b"embedded", self._program, source.base.encode())
        try:
            source.read(MANIFEST)
        except SourceError:
            return None
        return hashed(b"manifest", self._program, source.seen[MANIFEST])


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


_DECODER = msgspec.msgpack.Decoder(ManifestRecord)
