"""Parts of packages, read once as long as the files that they are read from stay the same."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from muranopl.ard.nodes import Node
from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.source import Source
from muranopl.ard.yaml.loader import YamlLoader
from muranopl.ard.yaml.loader import load as load_yaml
from muranopl.ard.yaql.lexer import Dialect
from muranopl.diagnostics.catalogue import yaml as rules
from muranopl.diagnostics.diagnostic import Diagnostic, errors_of
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language.grammar.manifest import ListedClass
from muranopl.language.grammar.reading import Reading
from muranopl.phases.reuse.answers import Answers, Asked, Same, pointed_at
from muranopl.phases.reuse.snapshots import Snapshot, SnapshotFile
from muranopl.phases.reuse.traced_source import bare
from muranopl.read.classes import ReadUnit, read_unit
from muranopl.read.manifest import read_header
from muranopl.read.one_package import read_exports, read_package
from muranopl.read.package import ClassUnit, Package, PackageHeader
from muranopl.read.reader import PartReaders

_UNREADABLE = frozenset({rules.NOT_TEXT.code, rules.SYNTAX.code})


class _Documents(NamedTuple):
    """The documents of a file, and the diagnostics about its YAML."""

    nodes: list[Node]
    diagnostics: list[Diagnostic]


class _Unit(NamedTuple):
    """A unit, and the diagnostics about it."""

    unit: ClassUnit
    diagnostics: list[Diagnostic]


def _asked(result: _Unit) -> Asked:
    return Asked(pointed_at(result.diagnostics))


class RememberedParts:
    """Reads files and packages as `load` and the functions of `PartReaders` do, each once.

    Only files and packages in snapshots are remembered, and the visible parts of all packages that
    answers are remembered about.
    """

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self.readers = PartReaders(self.header, self.unit, self.package, self.visible)

    def load(
        self, data: bytes, file: File, findings: Findings, dialect: Dialect | None
    ) -> list[Node]:
        """Return the documents of a YAML stream, as the loader does."""
        if not isinstance(file, SnapshotFile):
            return load_yaml(data, file, findings, dialect)

        def read() -> _Documents:
            # The diagnostics are remembered with the documents, and reported by each reading
            own = Findings(max_per_code=findings.max_per_code)
            nodes = load_yaml(data, file, own, dialect)
            file.is_broken |= any(item.code in _UNREADABLE for item in errors_of(own.diagnostics))
            return _Documents(nodes, own.diagnostics)

        question = ("documents", file.package, file.name, dialect, findings.max_per_code)
        result = self._answers.ask(question, Same(file), read)
        findings.take(result.diagnostics)
        return result.nodes

    def header(
        self, source: Source, load: YamlLoader, max_per_code: int | None, as_written: bool
    ) -> PackageHeader:
        """Return the header of a package, as `read_header` does."""
        if not isinstance(bare(source), Snapshot):
            return read_header(source, load, max_per_code, as_written)
        result = self._answers.ask(
            ("header", source.location, max_per_code, as_written),
            Same(source.file(MANIFEST)),
            lambda: read_header(source, load, max_per_code, as_written),
        )
        # The manifest is the same, but other files of the package may have changed
        return result if result.source is source else msgspec.structs.replace(result, source=source)

    def unit(
        self,
        header: PackageHeader,
        path: str,
        listed: tuple[ListedClass, ...],
        reading: Reading,
        load: YamlLoader,
    ) -> ClassUnit:
        """Return the unit of a class file, as `read_unit` does."""
        file = header.source.file(path)
        if not isinstance(file, SnapshotFile) or not isinstance(file.content, bytes):
            return read_unit(header, path, listed, reading, load)

        def read() -> _Unit:
            own = reading.apart()
            return _Unit(read_unit(header, path, listed, own, load), own.findings.diagnostics)

        question = (
            *("unit", file.package, path, header.as_written, reading.bodies),
            *(bool(listed), reading.findings.max_per_code),
        )
        fingerprint = Same(file), header.format
        result = self._answers.ask(question, fingerprint, read, asked=_asked)
        # The file is the same, but the manifest may list its classes otherwise
        if result.unit.listed != listed:
            unit = msgspec.structs.replace(result.unit, listed=listed)
            result = _Unit(unit, result.diagnostics)
            self._answers.remember(question, fingerprint, result, _asked(result))
        reading.findings.take(result.diagnostics)
        return result.unit

    def package(
        self, header: PackageHeader, load: YamlLoader, max_per_code: int | None, unit: ReadUnit
    ) -> Package:
        """Return the package of a header, as `read_package` does."""
        if not isinstance(bare(header.source), Snapshot):
            return read_package(header, load, max_per_code, unit)
        return self._answers.ask(
            ("units", header.source.location, max_per_code, header.as_written),
            Same(header.source),
            lambda: read_package(header, load, max_per_code, unit),
        )

    def visible(
        self, header: PackageHeader, load: YamlLoader, max_per_code: int | None, unit: ReadUnit
    ) -> Package:
        """Return the visible part of a package, as `read_exports` does."""
        if not self._answers.are_about(header.source):
            return read_exports(header, load, max_per_code, unit)
        return self._answers.ask(
            ("visible", header.source.location, max_per_code, header.as_written),
            Same(header.source),
            lambda: read_exports(header, load, max_per_code, unit),
        )
