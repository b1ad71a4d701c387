"""Texts of an editor whose YAML is broken: checks and analyses read recovered texts instead.

In the broken places they have the lines of the last text that could be read (`recovery`); without one,
these lines are missing. What is said about them moves with the lines into the current text, except
for lines that differ; to it come the syntax errors of the current text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.source import SourceError, path_inside
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql.lexer import Dialect
from muranopl.diagnostics.catalogue.yaml import SYNTAX
from muranopl.diagnostics.diagnostic import Diagnostic, Phase
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.phases.reuse.package_results import FileIndex
from muranopl.phases.reuse.snapshots import PartialText
from muranopl.read.classes import YAML_SUFFIXES, class_files, unlisted_files
from muranopl.read.index import PackageIndex
from muranopl.read.one_package import ui_file
from muranopl.read.package import PackageHeader
from muranopl.read.reader import PackageReader
from muranopl.workspace.current_places import current_place
from muranopl.workspace.recovery import members_with_gaps, repaired, with_gaps
from muranopl.workspace.structure.parsed import dialect_of, parsed


class BrokenFile(NamedTuple):
    """A file with a broken text: as it is read, with the recovered text, and with the current one.

    Of one that is read in parts lines are missing: `unsure` are those of the members around them.
    """

    read: File
    current: File
    unsure: frozenset[int] | None = None

    def is_certain(self, item: Diagnostic, files: BrokenFiles) -> bool:
        """Return whether a diagnostic of this file is certain whatever the missing lines declare.

        Classes with such lines are known to have more members. A definition of forms is not, and no
        file for what its names stand for.
        """
        if self.unsure is None or item.place.file is self.current:
            return True
        places = (item.place, *(one.place for one in item.related))
        broken = ((place.line, files[place.file]) for place in places if place.file in files)
        if any(line in (file.unsure or ()) for line, file in broken):
            return False
        is_class = dialect_of(self.read.path) is Dialect.MURANO
        return item.phase is Phase.READ or (item.phase is Phase.RENDER and is_class)


BrokenFiles = Mapping[File, BrokenFile]
"""Files with broken texts, by the files of their packages."""


class BrokenTexts:
    """The current texts that are broken; `file_of` returns the file that is read at a path."""

    def __init__(self, file_of: Callable[[str], File | None]) -> None:
        self._file_of = file_of
        self._read: dict[str, str] = {}
        """What was last read of each file that an editor has."""
        self._broken: dict[str, str] = {}
        self._unsure: dict[str, frozenset[int]] = {}
        """The lines of members that may lack lines, of each file that is read in parts."""

    def readable(self, path: str, data: bytes | None, read: Callable[[str], bytes]) -> bytes | None:
        """Return what is read of a file with the text `data`: that, or the recovered text.

        `read` reads the file as it was before its first edit, or raises SourceError. None is no text.
        """
        self._broken.pop(path, None)
        before = None if path in self._unsure else self._read.get(path)
        self._unsure.pop(path, None)
        if data is None or not path.endswith(YAML_SUFFIXES):
            self._read.pop(path, None)
            return data
        text = _decoded(data)
        if not parsed(path, text).is_broken:
            self._read[path] = text
            return data
        before = before or _whole_before(path, read)
        recovered = with_gaps(text, path) if before is None else repaired(text, before, path)
        self._read[path] = recovered or text
        if recovered is None:
            return data
        if before is None:
            # What a manifest lacks, other files would seem to have too much
            if dialect_of(path) is None:
                return data
            self._unsure[path] = members_with_gaps(text, recovered)
        self._broken[path] = text
        result = recovered.encode("utf-8", "surrogatepass")
        return PartialText(result) if before is None else result

    def read_text(self, path: str) -> str | None:
        """Return what is read of a file; None if the editor does not have it."""
        return self._read.get(path)

    def current(self) -> list[File]:
        """Return the files with broken texts, with these."""
        return [file.current for file in self.files().values()]

    def files(self) -> BrokenFiles:
        """Return the files with broken texts."""
        result = {}
        for path, text in self._broken.items():
            file = self._file_of(path)
            if file is not None:
                result[file] = BrokenFile(
                    File(file.root, file.path, self._read[path], file.archive),
                    File(file.root, file.path, text, file.archive),
                    self._unsure.get(path),
                )
        return result


def _whole_before(path: str, read: Callable[[str], bytes]) -> str | None:
    """Return the text of a file before its first edit; None if there is none, or a broken one."""
    try:
        text = _decoded(read(path))
    except SourceError:
        return None
    return None if parsed(path, text).is_broken else text


def _decoded(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def syntax_errors(
    files: BrokenFiles, index: PackageIndex, reader: PackageReader
) -> Iterator[Diagnostic]:
    """Yield the syntax errors of the current texts, as far as a check of an index reads the files."""
    packages = FileIndex(index)
    for file in (item.current for item in files.values()):
        try:
            entry = packages.owner(file)
        except LookupError:  # its package is not checked
            continue
        if _is_read(reader.header(entry), path_inside(entry.source, file)):
            findings = Findings(entry.name)
            load((file.text or "").encode(), file, findings, dialect_of(file.path))
            yield from (item for item in findings.diagnostics if item.code == SYNTAX.code)


def _is_read(header: PackageHeader, path: str) -> bool:
    """Return whether a file of a package is read as YAML."""
    listed = class_files(header)
    is_class = path in listed or path in unlisted_files(header, listed)
    return is_class or path in {MANIFEST, ui_file(header)}


def in_current_texts(diagnostics: Iterable[Diagnostic], files: BrokenFiles) -> Iterator[Diagnostic]:
    """Yield diagnostics at their places in the current texts, without those in edited lines.

    Fixes of files whose texts are recovered are left out.
    """
    for item in diagnostics:
        broken = files.get(item.place.file)
        if broken is not None and not broken.is_certain(item, files):
            continue
        place = _moved(item.place, files)
        if place is None:
            continue
        related = ((one, _moved(one.place, files)) for one in item.related)
        fixes = (
            fix for fix in item.fixes if not any(edit.place.file in files for edit in fix.edits)
        )
        yield msgspec.structs.replace(
            item,
            place=place,
            related=tuple(
                msgspec.structs.replace(one, place=at) for one, at in related if at is not None
            ),
            fixes=tuple(fixes),
        )


def _moved(place: Place, files: BrokenFiles) -> Place | None:
    broken = files.get(place.file)
    if broken is None or place.file is broken.current:
        return place
    before = msgspec.structs.replace(place, file=broken.read)
    moved = current_place(before, broken.current.text)
    return None if moved is None else msgspec.structs.replace(moved, file=broken.current)
