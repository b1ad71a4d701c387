"""Compares and writes the files of packages that fixes may change."""

from __future__ import annotations

import difflib
import errno
import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from muranopl.ard.sources.held import EditedSource
from muranopl.ard.sources.source import Source, path_inside
from muranopl.diagnostics.places import File
from muranopl.writing.fixing.encoded_text import EncodedText
from muranopl.writing.fixing.replacing import replacement


class PackageFile(NamedTuple):
    """A file that may be written: the location of its package, and its path in that."""

    package: str
    path: str


Contents = Mapping[PackageFile, bytes]


class ChangedFile(msgspec.Struct, frozen=True):
    """A file before and after fixes; `path` is the one of diagnostics, `location` is absolute."""

    path: str
    location: str
    before: bytes
    after: bytes

    @property
    def diff(self) -> str:
        """The difference of the texts, in the unified format."""
        before, after = _lines(self.before), _lines(self.after)
        lines = difflib.unified_diff(before, after, self.path, self.path)
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in lines
        )

    def write(self) -> None:
        """Replace the file atomically. Raise OSError, also if it changed meanwhile."""
        self._require_same()
        # The system lets a file be replaced that it does not let be written
        if not os.access(self.location, os.W_OK):
            raise PermissionError(errno.EACCES, "it is read-only", self.location)
        with replacement(self.location, self.after) as new:
            # Somebody may have saved it while the new one was written
            self._require_same()
            # Never in place: a hard link to the file may be outside of the package
            os.replace(new, self.location)

    def _require_same(self) -> None:
        """Raise OSError if the file is not what it was when it was read."""
        with open(self.location, "rb") as file:
            if file.read() != self.before:
                raise OSError("another program changed it")


class ChangedFiles:
    """Mixin for results with changed files."""

    __slots__ = ()

    files: tuple[ChangedFile, ...]

    @property
    def diff(self) -> str:
        """The differences of all files, in the unified format."""
        return "".join(file.diff for file in self.files)

    def write(self) -> None:
        """Write the files. Raise OSError for one that cannot be written; those before it are."""
        for file in self.files:
            file.write()


class WritableFiles:
    """The files of packages that may be written."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._sources = sources
        self._by_location = {source.location: source for source in sources}
        self._by_place = {(source.root, source.base): source for source in sources}

    def find(self, file: File) -> PackageFile | None:
        """Return the file of a package, None if it is not to be written."""
        if not file.is_writable:
            return None
        base = file.path
        while (file.root, base) not in self._by_place:
            if not base:
                return None
            base = base.rpartition("/")[0]
        source = self._by_place[file.root, base]
        path = path_inside(source, file)
        candidate = PackageFile(source.location, path)
        location = _location(candidate)
        # Behind a link the file may be that of another package, or of none
        if path not in source.paths() or os.path.realpath(location) != location:
            return None
        return candidate

    def reader(self, contents: Contents) -> Callable[[PackageFile], bytes]:
        """Return a function that reads a file, as it is after the fixes made so far."""

        def read(file: PackageFile) -> bytes:
            data = contents.get(file)
            return self._original(file) if data is None else data

        return read

    def with_contents(self, contents: Contents) -> list[Source]:
        """Return the packages with other contents of some files."""
        changed: dict[str, dict[str, bytes]] = {}
        for file, data in contents.items():
            changed.setdefault(file.package, {})[file.path] = data
        return [
            EditedSource(source, changed[source.location]) if source.location in changed else source
            for source in self._sources
        ]

    def changed(self, contents: Contents) -> list[ChangedFile]:
        """Return the files whose contents differ from those on disk, sorted by path."""
        result = []
        for file, after in contents.items():
            before = self._original(file)
            if before != after:
                path = self._by_location[file.package].file(file.path).location
                result.append(ChangedFile(path, _location(file), before, after))
        return sorted(result, key=lambda item: item.path)

    def _original(self, file: PackageFile) -> bytes:
        return self._by_location[file.package].read(file.path)


def _lines(data: bytes) -> list[str]:
    """Return the lines of a file as programs that apply a difference see them.

    Only line feeds end them: a carriage return, or another sign that Python takes for the end of a
    line, is a part of its line, and a byte order mark is one of the first.
    """
    text = EncodedText.of(data)
    if text is None:
        return []
    content = text.mark.decode(text.encoding) + text.text
    return re.findall(r"[^\n]*\n|[^\n]+\Z", content)


def _location(file: PackageFile) -> str:
    return os.path.join(file.package, *file.path.split("/"))
