"""Documents and units of files, read once as long as the files stay the same."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from muranopl.ard.nodes import Node
from muranopl.ard.sources.package_folder import MANIFEST
from muranopl.ard.sources.source import Source
from muranopl.ard.yaml.loader import YamlLoader
from muranopl.ard.yaql.dialects import Dialect
from muranopl.diagnostics.catalogue import yaml as rules
from muranopl.diagnostics.diagnostic import Diagnostic, errors_of
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.diagnostics.places import File
from muranopl.language.grammar.manifest import ListedClass
from muranopl.language.grammar.reading import Reading
from muranopl.phases.reuse.cancelling import Cancelling
from muranopl.phases.reuse.kept_files import is_current, kept
from muranopl.read.classes import read_unit
from muranopl.read.manifest import read_header
from muranopl.read.package import ClassUnit, PackageHeader

_UNREADABLE = frozenset({rules.NOT_TEXT.code, rules.SYNTAX.code})


class _Documents(msgspec.Struct, frozen=True):
    """The documents of a file, and the diagnostics about its YAML."""

    nodes: list[Node]
    diagnostics: list[Diagnostic]


class _Unit(msgspec.Struct, frozen=True):
    """A unit with the diagnostics about it, and the other files that these point into."""

    unit: ClassUnit
    diagnostics: list[Diagnostic]
    others: frozenset[File]


class KeptReading:
    """Reads files as `load`, `read_header` and `read_unit` do, each once."""

    def __init__(self, load: YamlLoader, cancelling: Cancelling) -> None:
        self._load, self._cancelling = load, cancelling

    def load(
        self, data: bytes, file: File, findings: Findings, dialect: Dialect | None
    ) -> list[Node]:
        """Return the documents of a YAML stream, as the loader does."""
        owner = kept(file)
        if owner is None:
            return self._load(data, file, findings, dialect)
        key = ("documents", dialect, findings.max_per_code)
        result: _Documents | None = owner.results.get(key)
        if result is None:
            watch = LimitWatch()
            # The diagnostics are kept with the documents, and reported by each reading
            own = Findings(max_per_code=findings.max_per_code)
            nodes = self._load(data, file, own, dialect)
            result = _Documents(nodes, own.diagnostics)
            if not watch.met:
                owner.results[key] = result
        findings.take(result.diagnostics)
        return result.nodes

    def header(
        self, source: Source, load: YamlLoader, max_per_code: int | None, as_written: bool
    ) -> PackageHeader:
        """Return the header of a package, as `read_header` does."""
        owner = kept(source.file(MANIFEST))
        key = ("header", max_per_code, as_written)
        result: PackageHeader | None = None if owner is None else owner.results.get(key)
        watch = LimitWatch()
        if result is None:
            result = read_header(source, load, max_per_code, as_written)
        # The manifest is the same, but other files of the package have changed
        elif result.source is not source:
            result = msgspec.structs.replace(result, source=source)
        if owner is not None and not watch.met:
            owner.results[key] = result
        return result

    def unit(
        self,
        header: PackageHeader,
        path: str,
        listed: tuple[ListedClass, ...],
        reading: Reading,
        load: YamlLoader,
    ) -> ClassUnit:
        """Return the unit of a class file, as `read_unit` does."""
        # Asked for each file, so that a new edit need not wait for all of them
        self._cancelling.stop()
        owner = kept(header.source.file(path))
        if owner is None or not isinstance(owner.content, bytes):
            return read_unit(header, path, listed, reading, load)
        limit = reading.findings.max_per_code
        key = ("unit", header.format, header.as_written, reading.bodies, bool(listed), limit)
        result: _Unit | None = owner.results.get(key)
        if result is None or not all(map(is_current, result.others)):
            watch, own = LimitWatch(), reading.apart()
            unit = read_unit(header, path, listed, own, load)
            diagnostics = own.findings.diagnostics
            result = _Unit(unit, diagnostics, pointed_at(diagnostics))
            if not watch.met:
                owner.results[key] = result
        # The file is the same, but the manifest lists its classes otherwise
        elif result.unit.listed != listed:
            unit = msgspec.structs.replace(result.unit, listed=listed)
            result = owner.results[key] = msgspec.structs.replace(result, unit=unit)
        reading.findings.take(result.diagnostics)
        return result.unit


def is_broken(file: File) -> bool:
    """Return whether the YAML of a file that was read has a syntax error, so that its end is lost.

    Other errors of a document, such as a key that occurs twice or half an expression, leave the
    rest as it is.
    """
    owner = kept(file)
    if owner is None:
        return False
    documents = (item for item in owner.results.values() if isinstance(item, _Documents))
    return any(
        diagnostic.code in _UNREADABLE
        for item in documents
        for diagnostic in errors_of(item.diagnostics)
    )


def pointed_at(diagnostics: Iterable[Diagnostic]) -> frozenset[File]:
    """Return the files that diagnostics point into, besides those they are about."""
    return frozenset(
        place.file
        for diagnostic in diagnostics
        for place in (
            *(related.place for related in diagnostic.related),
            *(edit.place for fix in diagnostic.fixes for edit in fix.edits),
        )
    )
