"""Texts of an editor whose YAML is broken: checks and analyses read the last whole text instead.

What they say is about that text. It moves with its lines into the current text, except for lines that
were edited since; to it come the syntax errors of the current text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.source import SourceError, path_inside
from muranopl.ard.yaml.loader import load
from muranopl.diagnostics.catalogue.yaml import SYNTAX
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.phases.reuse.package_results import FileIndex
from muranopl.read.classes import FOLDER, YAML_SUFFIXES, class_files
from muranopl.read.index import PackageIndex
from muranopl.read.one_package import ui_file
from muranopl.read.package import PackageHeader
from muranopl.read.reader import PackageReader
from muranopl.workspace.current_places import current_place
from muranopl.workspace.structure.parsed import dialect_of, parsed


class BrokenFile(NamedTuple):
    """A file with a broken text: as it is read, with the last whole text, and with the current one."""

    read: File
    current: File


BrokenFiles = Mapping[File, BrokenFile]
"""Files with broken texts, by the files of their packages."""


class BrokenTexts:
    """The current texts that are broken; `file_of` returns the file that is read at a path."""

    def __init__(self, file_of: Callable[[str], File | None]) -> None:
        self._file_of = file_of
        self._whole: dict[str, bytes] = {}
        """The last whole text of each file that an editor has."""
        self._broken: dict[str, str] = {}

    def readable(self, path: str, data: bytes | None, read: Callable[[str], bytes]) -> bytes | None:
        """Return what is read of a file with the text `data`: that, or the last whole text.

        `read` reads the file as it was before its first edit, or raises SourceError. None is no text.
        """
        self._broken.pop(path, None)
        if data is None or not path.endswith(YAML_SUFFIXES):
            self._whole.pop(path, None)
            return data
        if _is_broken(path, data):
            try:
                before = self._whole.get(path) or read(path)
            except SourceError:
                return data
            if _is_broken(path, before):
                return data
            self._broken[path] = data.decode("utf-8", "replace")
            data = before
        self._whole[path] = data
        return data

    def files(self) -> BrokenFiles:
        """Return the files with broken texts."""
        result = {}
        for path, text in self._broken.items():
            file, whole = self._file_of(path), self._whole[path].decode("utf-8", "replace")
            if file is not None:
                result[file] = BrokenFile(
                    File(file.root, file.path, whole, file.archive),
                    File(file.root, file.path, text, file.archive),
                )
        return result


def _is_broken(path: str, data: bytes) -> bool:
    return parsed(path, data.decode("utf-8", "replace")).is_broken


def syntax_errors(
    files: BrokenFiles, index: PackageIndex, reader: PackageReader
) -> Iterator[Diagnostic]:
    """Yield the syntax errors of the current texts, as far as a check of an index reads the files."""
    packages = FileIndex(index)
    for _, file in files.values():
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
    if path in {MANIFEST, ui_file(header), *class_files(header)}:
        return True
    # Class files that are not listed are read, too
    return path.startswith(f"{FOLDER}/") and header.manifest.classes is not None


def in_current_texts(diagnostics: Iterable[Diagnostic], files: BrokenFiles) -> Iterator[Diagnostic]:
    """Yield diagnostics at their places in the current texts, without those in edited lines.

    Fixes of files that are read as they were are left out.
    """
    for item in diagnostics:
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
