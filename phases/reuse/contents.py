"""Contents of packages as hashes, and records of manifests, which spare parsing them.

The record of a manifest lists the files that phase 1 reads of the package.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.source import Source, SourceError
from muranopl.phases.reuse.cache import Store, decoded
from muranopl.phases.reuse.hashing import record_key
from muranopl.phases.reuse.traced_source import TracedSource
from muranopl.read.index import MakeEntry, ManifestSummary, PackageEntry

T = TypeVar("T")


class ManifestRecord(msgspec.Struct, array_like=True):
    """A summary of a manifest, and the files that phase 1 reads of the package, in that order."""

    summary: ManifestSummary
    reads: tuple[str, ...]


class Contents:
    """The entries and contents of packages; `read` creates the entries of those without a record.

    Without a `store` there are no records, and contents have no hash.
    """

    def __init__(self, store: Store | None, read: MakeEntry) -> None:
        self._store, self._read = store, read
        self._contents: dict[PackageEntry, bytes | None] = {}

    def get(self, key: bytes | None, decoder: msgspec.msgpack.Decoder[T]) -> T | None:
        """Return a decoded record, None if there is none."""
        return (
            None if self._store is None or key is None else decoded(self._store.get(key), decoder)
        )

    def put(self, key: bytes, record: bytes) -> None:
        """Add a record."""
        if self._store is not None:
            self._store.put(key, record)

    def entry(self, source: Source, embedded: bool) -> PackageEntry:
        """Return the entry of a package, whose source records its reads. See `MakeEntry`."""
        traced = None if embedded else TracedSource(source, self._store)
        key = None if self._store is None else self._key(traced or source)
        record = self.get(key, _DECODER)
        if record is None:
            entry = self._read(traced or source, embedded)
            # Others are recorded by `of_read`, once all their reads are known
            if embedded and key is not None:
                self._record(key, entry)
            return entry
        if traced is not None:
            traced.reads = record.reads
        return PackageEntry(traced or source, record.summary, embedded)

    def of(self, entry: PackageEntry) -> bytes | None:
        """Return the hash of all that a check of a package depends on, see `TracedSource`.

        Return None if it is unknown, or the package has no unique name to be recorded under.
        """
        if entry not in self._contents:
            self._contents[entry] = self._content(entry)
        return self._contents[entry]

    def of_read(self, entry: PackageEntry) -> bytes | None:
        """Return the hash of a package that was read, and record its manifest.

        Its entry has to depend on the manifest alone. None if the package was another one before.
        """
        source, before = entry.source, self.of(entry)
        if isinstance(source, TracedSource):
            source.reads = tuple(source.seen)
        now = self._content(entry)
        if now is not None and (key := self._key(source)) is not None:
            self._record(key, entry)
        self._contents[entry] = now if before in {None, now} else None
        return self._contents[entry]

    def still_hold(self, entries: Iterable[PackageEntry]) -> bool:
        """Return whether everything read of some packages since then was the same."""
        return all(self._content(entry) == self.of(entry) for entry in entries)

    def _content(self, entry: PackageEntry) -> bytes | None:
        if self._store is None or not (entry.embedded or entry.summary.has_name):
            return None
        key, source = self._key(entry.source), entry.source
        return key if key is None or not isinstance(source, TracedSource) else source.content(key)

    def _record(self, key: bytes, entry: PackageEntry) -> None:
        reads = entry.source.reads if isinstance(entry.source, TracedSource) else None
        record = ManifestRecord(entry.summary, reads or ())
        self.put(key, msgspec.msgpack.encode(record))

    def _key(self, source: Source) -> bytes | None:
        """Return the key of a manifest; the key of an embedded one depends on the program."""
        if not isinstance(source, TracedSource):
            return record_key(b"embedded", source.base.encode())
        try:
            if MANIFEST not in source.seen:
                source.read(MANIFEST)
        except SourceError:
            return None
        return record_key(b"manifest", source.seen[MANIFEST])


_DECODER = msgspec.msgpack.Decoder(ManifestRecord)
