"""Reading ahead: units of packages made by a worker, for the one who reads the packages."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from muranopl.ard.source import Source
from muranopl.ard.units import Units
from muranopl.cache.store import Store
from muranopl.read.manifest import read_head
from muranopl.read.packages import read_package

_Records = dict[bytes, bytes]


class _Gathering:
    """A store that takes nothing down but what is new."""

    def __init__(self) -> None:
        self.records: _Records = {}

    def get(self, key: bytes) -> bytes | None:
        """Return a record."""
        return self.records.get(key)

    def put(self, key: bytes, record: bytes) -> None:
        """Take a record."""
        self.records[key] = record

    def close(self) -> None:
        """Do nothing."""


def read_ahead(program: bytes, sources: Sequence[Source]) -> bytes:
    """Read packages for their units alone; return these for `take_over`. May run in another process, or elsewhere."""
    gathering = _Gathering()
    load = Units(gathering, program)
    for source in sources:
        read_package(read_head(source, load), load)
    return msgspec.msgpack.encode(gathering.records)


def take_over(read: bytes, store: Store) -> None:
    """Put units that were read ahead into a store."""
    for key, record in _DECODER.decode(read).items():
        store.put(key, record)


_DECODER = msgspec.msgpack.Decoder(_Records)
