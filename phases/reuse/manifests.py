"""Manifests as records, which spare parsing, and list the files that a package consists of."""

from __future__ import annotations

import msgspec

from muranopl.ard.sources.package_folder import MANIFEST
from muranopl.ard.sources.source import Source, SourceError
from muranopl.phases.reuse.cache import Cache, decoded
from muranopl.phases.reuse.hashing import hashed
from muranopl.phases.reuse.recording import RecordingSource
from muranopl.read.index import MakeEntry, ManifestSummary, PackageEntry
from muranopl.read.plan_files import plan_files


class ManifestRecord(msgspec.Struct, array_like=True):
    """A summary of a manifest, and the files that phase 1 reads of the package, in that order.

    Execution plans, recognized by their names, are read with any manifest.
    """

    summary: ManifestSummary
    reads: tuple[str, ...]


class ManifestRecords:
    """The manifests of packages from a store; `read` creates the entries of others."""

    def __init__(self, cache: Cache, read: MakeEntry) -> None:
        self._cache, self._store, self._program = cache, cache.store, cache.program
        self._read = read
        self._reads: dict[PackageEntry, tuple[str, ...]] = {}

    def entry(self, source: Source, embedded: bool) -> PackageEntry:
        """Return the entry of a package, whose source records its reads. See `MakeEntry`."""
        source = source if embedded else RecordingSource(source, self._cache)
        key = self._key(source)
        record = None if key is None else self._record(key)
        if record is not None:
            entry = PackageEntry(source, record.summary, embedded)
            self._reads[entry] = record.reads
        else:
            entry = self._read(source, embedded)
            # Others are recorded by `keep`, once all their reads are known
            if embedded and key is not None:
                self._store.put(key, msgspec.msgpack.encode(ManifestRecord(entry.summary, ())))
        return entry

    def keep(self, entry: PackageEntry) -> None:
        """Record the manifest of a fully read package, if its entry depends on it alone."""
        key = self._key_of(entry)
        if key is not None and isinstance(entry.source, RecordingSource):
            self._reads[entry] = tuple(entry.source.seen)
            self._store.put(
                key, msgspec.msgpack.encode(ManifestRecord(entry.summary, self._reads[entry]))
            )

    def content(self, entry: PackageEntry) -> bytes | None:
        """Return the hash of all reads of a package, the names of its files, and its damage.

        Return None if these are unknown, or the package has no unique name to be recorded under.
        """
        key = self._key_of(entry)
        if key is None or not isinstance(entry.source, RecordingSource):
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
            for pair in zip(map(_bytes, reads), entry.source.hashes(reads), strict=True)
            for part in pair
        ]
        damage = (_bytes(part) for item in entry.source.damage() for part in item)
        return hashed(b"content", key, *map(_bytes, paths), b"", *read_parts, b"", *damage)

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
        return decoded(self._store.get(key), _DECODER)

    def _key(self, source: Source) -> bytes | None:
        """Return the key of a manifest; the key of an embedded one depends on the program."""
        if not isinstance(source, RecordingSource):
            return hashed(b"embedded", self._program, source.base.encode())
        try:
            if MANIFEST not in source.seen:
                source.read(MANIFEST)
        except SourceError:
            return None
        return hashed(b"manifest", self._program, source.seen[MANIFEST])


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


_DECODER = msgspec.msgpack.Decoder(ManifestRecord)
