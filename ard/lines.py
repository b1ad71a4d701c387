"""Lines of a text as editors number them: a line ends with LF, CR or CRLF."""

from __future__ import annotations

import bisect
import re

from muranopl.diagnostics.places import File, Place

_LINE_END = re.compile("\r\n?|\n")


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
