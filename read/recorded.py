"""Looking at packages by way of a store: a manifest that was seen before is not parsed again."""

from __future__ import annotations

import msgspec

from muranopl.ard.sources.source import MANIFEST, Source, SourceError
from muranopl.incremental.hashing import hashed
from muranopl.incremental.records import decoded
from muranopl.incremental.store import Store
from muranopl.read.index import PackageEntry
from muranopl.read.recording import Recording
from muranopl.read.summary import ManifestSummary


class Recorded:
    """ManifestSummary of packages from a store. `program` is the hash of what made them."""

    def __init__(self, store: Store, program: bytes) -> None:
        self._store = store
        self._program = program

    def look(self, source: Source) -> PackageEntry:
        """Look at a package; its source remembers what is read from then on."""
        recording = Recording(source)
        try:
            recording.read(MANIFEST)
        except SourceError:
            return self._parsed(recording, None)
        key = hashed(b"manifest", self._program, recording.seen[MANIFEST])
        return self._known(recording, key) or self._parsed(recording, key)

    def look_at_embedded(self, source: Source) -> PackageEntry:
        """Look at an embedded package, which changes only with the program."""
        key = hashed(b"embedded", self._program, source.base.encode())
        entry = self._known(source, key)
        if entry is None:
            from muranopl.read.look import look_at_embedded  # noqa: PLC0415 - most runs need no parser

            entry = msgspec.structs.replace(look_at_embedded(source), key=key)
            self._store.put(key, msgspec.msgpack.encode(entry.summary))
        entry.embedded = True
        return entry

    def keep(self, entry: PackageEntry) -> None:
        """Record the summary of a package that was read whole, if they follow from its manifest alone."""
        if entry.key is not None and isinstance(entry.source, Recording):
            summary = msgspec.structs.replace(entry.summary, reads=tuple(entry.source.seen))
            entry.summary = summary
            self._store.put(entry.key, msgspec.msgpack.encode(summary))

    def _known(self, source: Source, key: bytes) -> PackageEntry | None:
        summary = decoded(self._store.get(key), _SUMMARY)
        return None if summary is None else PackageEntry(source, summary, key=key)

    def _parsed(self, source: Recording, key: bytes | None) -> PackageEntry:
        from muranopl.ard.units import Units  # noqa: PLC0415 - as above
        from muranopl.read.look import look  # noqa: PLC0415

        entry = look(source, Units(self._store, self._program))
        named = entry.head is not None and entry.head.manifest.full_name is not None
        entry.key = key if named else None  # without a name it is called by its folder
        return entry


_SUMMARY = msgspec.msgpack.Decoder(ManifestSummary)
