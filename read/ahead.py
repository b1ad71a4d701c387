"""Reading ahead: units of packages made by a worker, for the one who reads the packages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from muranopl.ard.sources.source import Source, SourceError
from muranopl.ard.units import Units
from muranopl.diagnostics.findings import Findings
from muranopl.expression.dialects import Dialect
from muranopl.incremental.store import Store
from muranopl.read.classes import class_files
from muranopl.read.package import Head
from muranopl.read.packages import ui_file

_Records = dict[bytes, bytes]


class Files(NamedTuple):
    """The YAML files of a package that its manifest names. Can be sent to another process."""

    source: Source
    paths: tuple[tuple[str, Dialect], ...]


def files_of(head: Head, source: Source) -> Files:
    """The files to be read ahead of a package whose manifest was read."""
    return Files(source, tuple(_paths(head)))


def _paths(head: Head) -> Iterator[tuple[str, Dialect]]:
    yield from ((path, Dialect.MURANO) for path in class_files(head))
    ui = ui_file(head)
    if ui is not None and not head.format.is_heat:
        yield ui, Dialect.UI


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


def read_ahead(program: bytes, packages: Sequence[Files]) -> bytes:
    """Parse files; return their units for `take_over`. May run in another process, or elsewhere."""
    gathering = _Gathering()
    load = Units(gathering, program)
    for source, paths in packages:
        for path, dialect in paths:
            try:
                data = source.read(path)
            except SourceError:  # whoever reads the package reports it
                continue
            load(data, source.file(path), Findings(), dialect=dialect)
    return msgspec.msgpack.encode(gathering.records)


def take_over(read: bytes, store: Store) -> None:
    """Put units that were read ahead into a store."""
    for key, record in _DECODER.decode(read).items():
        store.put(key, record)


_DECODER = msgspec.msgpack.Decoder(_Records)
