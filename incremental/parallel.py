"""The two pieces of work that workers share: parsing files, and phase 5. Results come back as bytes, in order."""

from __future__ import annotations

import contextlib
import functools
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from concurrent.futures import BrokenExecutor
from typing import NamedTuple

import msgspec

from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.expression.dialects import Dialect
from muranopl.incremental.cache import Cache
from muranopl.incremental.file_index import FileIndex
from muranopl.incremental.parsed_files import CachingLoader
from muranopl.incremental.recording import RecordingSource
from muranopl.incremental.workers import Workers, shares
from muranopl.inherit.phase import Inheritance
from muranopl.namespace.result import Names
from muranopl.phases.progress import Advance
from muranopl.read.classes import class_files
from muranopl.read.package import PackageHeader
from muranopl.read.packages import ui_file
from muranopl.render.phase import Rendering, render
from muranopl.semantics.inference.surroundings import Surroundings

_Records = dict[bytes, bytes]


class _YamlFiles(NamedTuple):
    """The YAML files of a package that its manifest names. Can be sent to another process."""

    source: Source
    paths: tuple[tuple[str, Dialect], ...]


def parse_files(
    headers: Iterable[PackageHeader],
    cache: Cache,
    workers: Workers,
    count: int,
    max_per_code: int | None,
    *,
    advance: Advance | None,
) -> None:
    """Have workers parse the files of packages and record them in the cache; embedded packages are not cached.

    `advance` is called with the number of files that were parsed.
    """
    sources = ((header, header.source) for header in headers)
    files = [_YamlFiles(each.source, _paths(header)) for header, each in sources if isinstance(each, RecordingSource)]
    parts = shares(files, lambda each: len(each.paths), count)
    with contextlib.suppress(BrokenExecutor):  # whoever reads the packages then has to parse them
        for parsed in workers.run(functools.partial(_parse, cache.program, max_per_code), parts, advance):
            for key, record in _RECORDS.decode(parsed).items():
                cache.store.put(key, record)


def _paths(header: PackageHeader) -> tuple[tuple[str, Dialect], ...]:
    classes = tuple((path, Dialect.MURANO) for path in class_files(header))
    ui = ui_file(header)
    return classes if ui is None or header.format.is_heat else (*classes, (ui, Dialect.UI))


class _NewRecords:
    """A store that keeps what is put into it, to be sent elsewhere."""

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


def _parse(program: bytes, max_per_code: int | None, packages: Sequence[_YamlFiles], advance: Advance | None) -> bytes:
    """Return the records of some files. May run in another process, or elsewhere."""
    new = _NewRecords()
    load = CachingLoader(new, program)
    for source, paths in packages:
        for path, dialect in paths:
            with contextlib.suppress(SourceError):  # whoever reads the package reports it
                load(source.read(path), source.file(path), Findings(max_per_code=max_per_code), dialect=dialect)
            if advance is not None:
                advance(1)
    return msgspec.msgpack.encode(new.records)


class _Rendered(msgspec.Struct, array_like=True):
    """What was found in some packages, and which of them asked about others (see `Surroundings`)."""

    diagnostics: list[Diagnostic]
    asked: list[str]


class ParallelRender(NamedTuple):
    """Runs phase 5 as `render` does, in so many workers that have what is in the memory of this process."""

    files: FileIndex
    workers: Workers
    workers_count: int

    def __call__(
        self,
        names: Names,
        inheritance: Inheritance,
        surroundings: Surroundings,
        wanted: Collection[str],
        *,
        advance: Advance | None,
    ) -> Rendering:
        """Return the result of the phase. What no worker can do is done here."""

        def part(packages: list[str], advance: Advance | None) -> bytes:
            rendering = render(names, inheritance, surroundings, packages, advance=advance)
            return self.files.encode(_Rendered(rendering.diagnostics, sorted(surroundings.asked)))

        decoder = self.files.decoder(_Rendered)
        sizes = Counter({id_.name: 0 for id_ in names.packages if id_.name in wanted})
        sizes.update(id_.package.name for id_ in inheritance.types if id_.package.name in sizes)
        parts = shares(sizes, sizes.__getitem__, self.workers_count)
        try:
            done = [decoder.decode(each) for each in self.workers.run(part, parts, advance)]
        except (BrokenExecutor, LookupError):
            return render(names, inheritance, surroundings, wanted, advance=advance)
        surroundings.asked.update(name for each in done for name in each.asked)
        defaults = render(names, inheritance, surroundings, ()).defaults
        return Rendering(defaults, [found for each in done for found in each.diagnostics])


_RECORDS = msgspec.msgpack.Decoder(_Records)
