"""Looking at packages by way of a store: a manifest that was seen before is not parsed again."""

from __future__ import annotations

import msgspec

from muranopl.ard.source import MANIFEST, Source, SourceError
from muranopl.incremental.hashing import hashed
from muranopl.incremental.records import decoded
from muranopl.incremental.store import Store
from muranopl.read.facts import Facts
from muranopl.read.recording import Recording
from muranopl.read.survey import Known


class Recorded:
    """Facts of packages from a store. `program` is the hash of what made them."""

    def __init__(self, store: Store, program: bytes) -> None:
        self._store = store
        self._program = program

    def look(self, source: Source) -> Known:
        """Look at a package; its source remembers what is read from then on."""
        recording = Recording(source)
        try:
            recording.read(MANIFEST)
        except SourceError:
            return self._parsed(recording, None)
        key = hashed(b"manifest", self._program, recording.seen[MANIFEST])
        return self._known(recording, key) or self._parsed(recording, key)

    def look_at_embedded(self, source: Source) -> Known:
        """Look at an embedded package, which changes only with the program."""
        key = hashed(b"embedded", self._program, source.base.encode())
        known = self._known(source, key)
        if known is None:
            from muranopl.read.look import look_at_embedded  # noqa: PLC0415 - most runs need no parser

            known = msgspec.structs.replace(look_at_embedded(source), key=key)
            self._store.put(key, msgspec.msgpack.encode(known.facts))
        known.embedded = True
        return known

    def keep(self, known: Known) -> None:
        """Record the facts of a package that was read whole, if they follow from its manifest alone."""
        if known.key is not None and isinstance(known.source, Recording):
            facts = msgspec.structs.replace(known.facts, reads=tuple(known.source.seen))
            known.facts = facts
            self._store.put(known.key, msgspec.msgpack.encode(facts))

    def _known(self, source: Source, key: bytes) -> Known | None:
        facts = decoded(self._store.get(key), _FACTS)
        return None if facts is None else Known(source, facts, key=key)

    def _parsed(self, source: Recording, key: bytes | None) -> Known:
        from muranopl.ard.units import Units  # noqa: PLC0415 - as above
        from muranopl.read.look import look  # noqa: PLC0415

        known = look(source, Units(self._store, self._program))
        named = known.head is not None and known.head.manifest.full_name is not None
        known.key = key if named else None  # without a name it is called by its folder
        return known


_FACTS = msgspec.msgpack.Decoder(Facts)
