"""Defines the result of a package and its exports, as records that name files by package and relative path.

`packages` looks them up; `phases/results.py` has the results of the phases.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from muranopl.ard.decoding import decode
from muranopl.ard.sources.source import Source, SourceError, path_inside
from muranopl.diagnostics.diagnostic import Diagnostic, Suppression
from muranopl.diagnostics.findings import Findings, bounded
from muranopl.diagnostics.places import File, Place
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.semantics.bodies.class_facts import Calls

if TYPE_CHECKING:
    from muranopl.phases.results import PhaseResults  # not if all results are cached

T = TypeVar("T")

CLASSES = "Classes/"


class FileReference(msgspec.Struct, frozen=True, array_like=True):
    """A file: its package (name and position among those), path, and whether it has text."""

    package: str
    position: int
    path: str
    read: bool


class UnreadFile(File):
    """A file named in a record. Its text is read when lines of it are displayed."""

    __slots__ = ("_source", "_text", "_unread", "reference")

    def __init__(self, source: Source, reference: FileReference) -> None:
        self._source = source
        self._unread = reference.read
        self.reference = reference
        file = source.file(reference.path)
        super().__init__(file.root, file.path, archive=file.archive)

    @property
    def text(self) -> str | None:
        """The text, None if it had none."""
        if self._unread:
            self._unread = False
            path = self.reference.path
            with contextlib.suppress(SourceError):  # it existed a moment ago
                decode(self._source.read(path), self, Findings(), utf16=path.startswith(CLASSES))
        return self._text

    @text.setter
    def text(self, text: str | None) -> None:
        self._text = text


class FileIndex:
    """The files of the packages of an index, by package and path."""

    def __init__(self, index: PackageIndex) -> None:
        self._by_name = index.by_name
        self._places = {
            (entry.source.root, entry.source.base): (name, position)
            for name, group in index.by_name.items()
            for position, entry in enumerate(group)
        }
        self._files: dict[FileReference, File] = {}

    def owner(self, file: File) -> PackageEntry:
        """Return the package that a file belongs to. Raise LookupError."""
        name, position = self.find(file)
        return self._by_name[name][position]

    def encode(self, value: Any) -> bytes:
        """Encode a value, files as references; raise LookupError for a file outside packages."""
        return msgspec.msgpack.encode(value, enc_hook=self.reference)

    def decoder(self, kind: type[T]) -> msgspec.msgpack.Decoder[T]:
        """Return a decoder of encoded values of a type."""
        return msgspec.msgpack.Decoder(kind, dec_hook=self.file)

    def reference(self, file: Any) -> FileReference:
        """Return the reference of a file; raise LookupError for one outside packages."""
        assert isinstance(file, File)  # noqa: S101 - msgspec supports all other types
        if isinstance(file, UnreadFile):
            return file.reference
        name, position = self.find(file)
        path = path_inside(self._by_name[name][position].source, file)
        return FileReference(name, position, path, file.text is not None)

    def file(self, _kind: type, value: Any) -> File:
        """Return the file of a decoded reference."""
        return self.at(msgspec.convert(value, FileReference))

    def at(self, reference: FileReference) -> File:
        """Return the file of a reference, always the same object. Raise ValueError."""
        file = self._files.get(reference)
        if file is None:
            group = self._by_name.get(reference.package, ())
            if not 0 <= reference.position < len(group):
                raise ValueError("no such package")
            source = group[reference.position].source
            file = self._files[reference] = UnreadFile(source, reference)
        return file

    def find(self, file: File) -> tuple[str, int]:
        """Return the name and position of the package of a file. Raise LookupError."""
        base = file.path
        while (file.root, base) not in self._places:
            if not base:
                raise LookupError(file.display)
            base = base.rpartition("/")[0]
        return self._places[file.root, base]


class PackageResult(msgspec.Struct, array_like=True):
    """The sorted diagnostics of a package; the available packages it requires, and where.

    `suppressions` are comments that are applied to the diagnostics of a report: the diagnostics here
    are the same with other settings.
    """

    diagnostics: tuple[Diagnostic, ...]
    requires: tuple[tuple[str, Place], ...]
    suppressions: tuple[Suppression, ...] = ()


def by_package(
    results: PhaseResults, index: PackageIndex, wanted: Collection[str], max_per_code: int | None
) -> dict[PackageEntry, PackageResult]:
    """Return the results of the packages of the wanted names."""
    files = FileIndex(index)
    diagnostics: dict[PackageEntry, list[Diagnostic]] = {}
    for diagnostic in results.diagnostics:
        diagnostics.setdefault(files.owner(diagnostic.place.file), []).append(diagnostic)
    result: dict[PackageEntry, PackageResult] = {}
    for package in results.read.packages:
        entry = files.owner(package.header.file)
        if entry.name in wanted:
            own = sorted(bounded(diagnostics.get(entry, ()), max_per_code), key=Diagnostic.sort_key)
            result[entry] = PackageResult(
                tuple(own), results.requires(package.id), package.suppressions
            )
    return result


class Export(msgspec.Struct, frozen=True, array_like=True):
    """The exports of a package: their hash, records of its `PackageFacts`, its `foreign_names`.

    The hash is empty if nothing is recorded. A record of `called` takes a tenth of the memory of
    `calls` (1.4, not 14 KB).
    """

    key: bytes
    called: msgspec.Raw = msgspec.Raw(b"\x80")
    classes: msgspec.Raw = msgspec.Raw(b"\x90")
    names: frozenset[str] = frozenset()

    @property
    def calls(self) -> Calls:
        """The calls in the code of its methods."""
        return _CALLS.decode(self.called)

    def alone(self) -> Export:
        """Return a copy that does not keep the decoded message in memory."""
        return Export(self.key, self.called.copy(), self.classes.copy(), self.names)


_CALLS = msgspec.msgpack.Decoder(dict[str, frozenset[str]])
