"""Where something stands: a file of a package, and a span of lines and columns in it."""

from __future__ import annotations

import posixpath

import msgspec


class File:
    """One file that was read, known by the PATH the user gave and the path below it.

    `root` is the PATH as typed, `path` the rest with forward slashes (an entry name inside a zip). `text` is the
    decoded content for showing source lines, None where the file is not text or could not be read. (No record of its
    own: what stands in a file can be written down without it and be read back into another one.)
    """

    __slots__ = ("path", "root", "text")

    def __init__(self, root: str, path: str, text: str | None = None) -> None:
        self.root = root
        self.path = path
        self.text = text

    @property
    def display(self) -> str:
        """The path a user can open from the current directory."""
        return posixpath.join(self.root, self.path) if self.path else self.root

    def __repr__(self) -> str:
        return f"File({self.display!r})"

    def lines(self) -> list[str]:
        """The lines of the text, without line ends, as an editor numbers them."""
        return [] if self.text is None else self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


class Place(msgspec.Struct, frozen=True, eq=False):
    """A span in a file; lines and columns count from 1, the end column is the one after the last character."""

    file: File
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1

    def key(self) -> tuple[str, int, int, int, int]:
        """What two places are compared and sorted by."""
        return (self.file.display, self.line, self.column, self.end_line, self.end_column)
