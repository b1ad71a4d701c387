"""Where something stands: a file of a package, and a span of lines and columns in it."""

from __future__ import annotations

import functools
import os
import posixpath
from typing import Any

import msgspec


class File:
    """One file that was read, known by the PATH the user gave and the path below it: two that agree there are equal.

    `root` is the PATH as typed, `path` the rest with forward slashes. `archive` is set for an entry of a zip: where
    that is below the root, `""` for the root itself. `text` is the decoded content for showing source lines, None where
    the file is not text or could not be read; it is left behind where a file is pickled. (No record of its own: what
    stands in a file can be written down without it and be read back into another one.)
    """

    __slots__ = ("archive", "path", "root", "text")

    def __init__(self, root: str, path: str, text: str | None = None, archive: str | None = None) -> None:
        self.root = root
        self.path = path
        self.text = text
        self.archive = archive

    @property
    def display(self) -> str:
        """The path in the words of the user, who can open it from the current directory; a zip's entry is below it."""
        return posixpath.join(self.root, self.path) if self.path else self.root

    @property
    def location(self) -> str:
        """The path of what a program can open, for an entry of a zip that of the zip.

        It is relative to the working directory, and absolute where it is outside.
        """
        return _below(self.root, self.path if self.archive is None else self.archive)

    @property
    def address(self) -> str:
        """The location, with the name of the entry behind it for one of a zip."""
        return _below(self.root, self.path)

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
        """The lines of the text, without line ends, as an editor numbers them."""
        return [] if self.text is None else self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


class Place(msgspec.Struct, frozen=True):
    """A span in a file; lines and columns count from 1, the end column is the one after the last character."""

    file: File
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1

    def key(self) -> tuple[str, int, int, int, int]:
        """What two places are compared and sorted by."""
        return (self.file.display, self.line, self.column, self.end_line, self.end_column)


class Placed:
    """What has a place: where that is, in the words of editors and of scripts."""

    __slots__ = ()

    place: Place

    @property
    def file(self) -> str:
        """Path relative to the PATH given, for an entry of a zip its name there; PATH itself where that is the file."""
        return self.place.file.path or self.place.file.root

    @property
    def path(self) -> str:
        """Path relative to the working directory, absolute where it is outside; of the zip for an entry of one.

        What is no file on disk has the name it was given by: "-" for standard input, "<model>" for plain data.
        """
        return self.place.file.location

    @property
    def line(self) -> int:
        """First line, from 1."""
        return self.place.line

    @property
    def column(self) -> int:
        """First column, from 1."""
        return self.place.column

    @property
    def end_line(self) -> int:
        """Last line."""
        return self.place.end_line

    @property
    def end_column(self) -> int:
        """Column after the last character."""
        return self.place.end_column


def _below(root: str, path: str) -> str:
    try:
        shown = _from(os.getcwd(), root)
    except OSError:  # the working directory is gone
        shown = root
    if not path:
        return shown
    return path if shown == os.curdir else posixpath.join(shown, path)


@functools.lru_cache
def _from(folder: str, path: str) -> str:
    """Return a path relative to a folder, or as an absolute one where it is outside."""
    absolute = os.path.normpath(os.path.join(folder, path))
    if absolute == folder:
        return os.curdir
    return absolute.removeprefix(os.path.join(folder, ""))
