"""The exports of a package with documents, for processes that have not read its files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from muranopl.ard.nodes import AnyNode, Node, Scalar, Yaql, walk
from muranopl.ard.yaml.scalars import CACHED_LENGTH, CACHED_TEXTS
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language.grammar.reading import Reading
from muranopl.phases.reuse.cache import decoded
from muranopl.phases.reuse.file_index import FileIndex, FileReference
from muranopl.read.classes import classes_of
from muranopl.read.exports import application_alone, hidden_bodies, seen_by_others, without_hidden
from muranopl.read.heat.generated import GeneratedFile
from muranopl.read.package import ClassUnit, Package, PackageHeader

Documents = Mapping[File, list[Node]]
"""The documents of files that can be encoded as records."""


class _ExportedFile(msgspec.Struct, array_like=True):
    """A file, and a record of its exported documents."""

    file: FileReference
    documents: msgspec.Raw


class _ExportedUnit(msgspec.Struct, array_like=True):
    """A class file, its classes according to the manifest, and whether all of it was read."""

    file: _ExportedFile
    listed: list[int]
    complete: bool


class ExportedPackage(msgspec.Struct, array_like=True):
    """The class files of a package, and its UI definition."""

    units: list[_ExportedUnit]
    ui: _ExportedFile | None


def exported_package(
    package: Package, documents: Documents, files: FileIndex
) -> ExportedPackage | None:
    """Return the exports of a package that was read; `documents` are those of its files.

    Return None if some cannot be encoded: huge numbers, lone surrogates, deep nesting.
    """
    bodies = (
        body for unit in package.units for class_ in unit.classes for body in hidden_bodies(class_)
    )
    hidden = {id(body): body for body in bodies}
    listed = {id(entry): number for number, entry in enumerate(package.manifest.classes or ())}

    def exported(unit: ClassUnit) -> _ExportedUnit:
        result = _documents_of(unit, documents)
        file = _exported(unit.file, [without_hidden(item, hidden) for item in result], files)
        return _ExportedUnit(file, [listed[id(entry)] for entry in unit.listed], unit.complete)

    ui = None if package.ui is None else package.ui.node
    try:
        units = [exported(unit) for unit in package.units]
        return ExportedPackage(
            units, None if ui is None else _exported(ui.file, [application_alone(ui)], files)
        )
    except (LookupError, OverflowError, UnicodeEncodeError, RecursionError):
        return None


def _documents_of(unit: ClassUnit, documents: Documents) -> list[Node]:
    """Return the documents of a unit: those of its file, or those that were generated from it."""
    if not unit.classes:
        return []
    if isinstance(unit.classes[0].node.file, GeneratedFile):
        return [class_.node for class_ in unit.classes]
    return documents[unit.file]


def _exported(file: File, documents: list[Node], files: FileIndex) -> _ExportedFile:
    return _ExportedFile(files.reference(file), msgspec.Raw(_ENCODER.encode(documents)))


_ENCODER = msgspec.msgpack.Encoder(enc_hook=lambda _file: None)


_PACKAGE: msgspec.msgpack.Decoder[ExportedPackage | None] = msgspec.msgpack.Decoder(
    ExportedPackage | None
)


def read_exported(header: PackageHeader, record: msgspec.Raw, files: FileIndex) -> Package | None:
    """Return a package as `read_exports` does, without its diagnostics.

    Return None if the record is that of None, or is invalid.
    """
    exported = decoded(record, _PACKAGE)
    if exported is None:
        return None
    # One of a code is enough, as these diagnostics are discarded
    findings = Findings(header.id.name, max_per_code=1)
    reading = Reading(findings, header.format, bodies=False, as_written=header.as_written)
    entries = header.manifest.classes or ()
    units: list[ClassUnit] = []
    for unit in exported.units:
        file = files.at(unit.file.file)
        documents = _documents(unit.file, file, Dialect.MURANO)
        if documents is None:
            return None
        classes = seen_by_others(classes_of(documents, reading), header)
        units.append(
            ClassUnit(
                file, tuple(entries[number] for number in unit.listed), classes, unit.complete
            )
        )
    if exported.ui is None:
        return Package(header, tuple(units), None, [])
    from muranopl.language.grammar.ui.definition import read_ui  # as in `read`

    documents = _documents(exported.ui, files.at(exported.ui.file), Dialect.UI)
    reading = Reading(findings, header.format, refuses=None, as_written=header.as_written)
    if documents is None:
        return None
    return Package(header, tuple(units), read_ui(documents[0], reading), [])


def _documents(exported: _ExportedFile, file: File, dialect: Dialect) -> list[Node] | None:
    """Return the decoded documents of a file."""

    def is_file(kind: type, _value: object) -> File:
        assert kind is File  # noqa: S101 - msgspec supports all other types
        return file

    documents = decoded(
        exported.documents, msgspec.msgpack.Decoder(list[AnyNode], dec_hook=is_file)
    )
    for document in documents or ():
        _share(document, dialect)
    return documents


class _Shared(dict[str, Any]):
    """Values by text, one for all records; bounded as `ScalarCache` is, for the same reasons."""

    def first(self, text: str, value: Any) -> Any:
        """Return the value that was met first for a text."""
        if len(text) > CACHED_LENGTH:
            return value
        if len(self) >= CACHED_TEXTS:
            self.clear()
        return self.setdefault(text, value)


_TEXTS = _Shared()
_TREES = {dialect: _Shared() for dialect in Dialect}


def _share(document: Node, dialect: Dialect) -> None:
    """Let equal texts of records be one object, and so equal expressions, as those of files are.

    That takes half of the memory: keys and contracts are the same in all packages. A tree that is
    shared is also analysed once (`language.contracts.chains.form_of`).
    """
    trees = _TREES[dialect]
    for node in walk(document):
        if isinstance(node, Yaql):
            node.tree = trees.first(node.text, node.tree)
            node.text = _TEXTS.first(node.text, node.text)
        elif isinstance(node, Scalar) and isinstance(node.value, str):
            node.value = _TEXTS.first(node.value, node.value)
