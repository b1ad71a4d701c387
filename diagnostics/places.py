"""Defines places: a file of a package, and a span of lines and columns in it; offsets → places.

Lines are those of an editor: one ends with LF, CR or CRLF.
"""

from __future__ import annotations

import bisect
import functools
import os
import posixpath
from typing import Any, ClassVar

import msgspec

from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.visible import is_address

_LINE_END = lazy_pattern("\r\n?|\n")


class File:
    """A file, identified by the PATH the user gave and the path below it.

    Files with equal ones are equal. `root` is the PATH as typed, `path` the rest with forward
    slashes. `archive` is set for an entry of a zip: the path of the zip below the root, `""` for
    the root itself. `text` is the decoded content for showing source lines, None if the file is not
    text or is unreadable; it is not pickled. (The class is not a record, so that nodes can be stored
    without it and read back for another file.) Nothing is reported about what is `silent`. What is
    in a `generated` file is made of a template: messages cannot name it. A `partial` one lacks lines:
    a class in it may have more members.
    """

    silent: ClassVar[bool] = False
    partial: ClassVar[bool] = False
    generated: ClassVar[bool] = False
    __slots__ = ("archive", "path", "root", "text")

    def __init__(
        self, root: str, path: str, text: str | None = None, archive: str | None = None
    ) -> None:
        self.root = root
        self.path = path
        self.text = text
        self.archive = archive

    @property
    def display(self) -> str:
        """The path as the user sees it, valid in the current directory.

        An entry of a zip is below the zip.
        """
        if self.path:
            return posixpath.join(self.root, self.path)
        return self.root

    @property
    def location(self) -> str:
        """The path that a program can open; for an entry of a zip that of the zip.

        It is relative to the working directory, and absolute if it is outside.
        """
        return _below(self.root, self.path if self.archive is None else self.archive)

    @property
    def address(self) -> str:
        """The location, followed by the name of the entry for an entry of a zip."""
        return _below(self.root, self.path)

    @property
    def is_writable(self) -> bool:
        """Whether it is in a folder of the user: neither in a zip, nor at an address."""
        return self.archive is None and not is_address(self.root)

    def __repr__(self) -> str:
        return f"File({self.display!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, File) and self.root == other.root and self.path == other.path

    def __hash__(self) -> int:
        return hash((self.root, self.path))

    def __reduce__(self) -> tuple[Any, ...]:
        return File, (self.root, self.path, None, self.archive)

    def __copy__(self) -> File:
        return self

    def __deepcopy__(self, _memo: object) -> File:
        return self

    def lines(self) -> list[str]:
        """Return the lines of the text, without line ends, as an editor numbers them."""
        if self.text is None:
            return []
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@functools.lru_cache(maxsize=4)
def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of a text as those of a file, cached for the next call."""
    return tuple(File("", "", text).lines())


class Place(msgspec.Struct, frozen=True):
    """A span in a file, counted from 1; the end column is the one after the last character."""

    file: File
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1

    def key(self) -> tuple[str, int, int, int, int]:
        """Return the key by which places are compared and sorted."""
        return (self.file.display, self.line, self.column, self.end_line, self.end_column)


class LineIndex:
    """The offsets at which the lines of a text start, to turn offsets into lines and columns."""

    __slots__ = ("starts",)

    def __init__(self, text: str) -> None:
        self.starts = [0, *(end.end() for end in _LINE_END.finditer(text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset, both from 1."""
        # Searched, not counted: errors ask for places anywhere in large files.
        line = bisect.bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1

    def place(self, file: File, start: int, end: int) -> Place:
        """Return the place of the characters from `start` up to `end`, which are on one line."""
        line, column = self.position(start)
        return Place(file, line, column, line, column + end - start)


def place_at(file: File, text: str, offset: int) -> Place:
    """Return the place of the one character at an offset, or of the end of the text."""
    return LineIndex(text[:offset]).place(file, offset, offset + 1)


def touches(place: Place, line: int, column: int) -> bool:
    """Return whether a position is in a place, or directly at one of its ends."""
    start, end = (place.line, place.column), (place.end_line, place.end_column)
    return start <= (line, column) <= end


class Placed:
    """Mixin for objects with a place: its parts, as editors and scripts use them."""

    __slots__ = ()

    place: Place

    @property
    def file(self) -> str:
        """The path relative to the PATH given, or the PATH if that is the file.

        This is the name of the entry for an entry of a zip.
        """
        return self.place.file.path or self.place.file.root

    @property
    def path(self) -> str:
        """The path relative to the working directory, absolute if it is outside.

        For an entry of a zip, it is the path of the zip. Input that is not a file has a name: "-" for standard input,
        "<model>" for plain data.
        """
        return self.place.file.location

    @property
    def line(self) -> int:
        """The first line, from 1."""
        return self.place.line

    @property
    def column(self) -> int:
        """The first column, from 1."""
        return self.place.column

    @property
    def end_line(self) -> int:
        """The last line."""
        return self.place.end_line

    @property
    def end_column(self) -> int:
        """The column after the last character."""
        return self.place.end_column


def _below(root: str, path: str) -> str:
    if is_address(root):
        return posixpath.join(root, path) if path else root
    # Asked each time: a server or a test may change the folder.
    try:
        shown = _from(os.getcwd(), root)
    except OSError:  # the working directory is gone
        shown = root
    if not path:
        return shown
    if shown == os.curdir:
        return path
    return posixpath.join(shown, path)


@functools.lru_cache
def _from(folder: str, path: str) -> str:
    """Return a path relative to a folder, or as an absolute one if it is outside."""
    absolute = os.path.normpath(os.path.join(folder, path))
    if absolute == folder:
        return os.curdir
    return absolute.removeprefix(os.path.join(folder, ""))
