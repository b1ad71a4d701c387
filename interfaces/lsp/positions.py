"""Positions: those of the protocol, and those of `Place`.

The protocol counts lines from 0, and columns in code units of the encoding that client and server
agreed on; a `Place` counts both from 1, columns in characters (code points).
"""

from __future__ import annotations

import re

from lsprotocol.types import Position, PositionEncodingKind, Range

from muranopl.diagnostics.places import Place, lines_of

_CODECS = {
    PositionEncodingKind.Utf8: ("utf-8", 1),
    PositionEncodingKind.Utf16: ("utf-16-le", 2),
    PositionEncodingKind.Utf32: ("utf-32-le", 4),
}
"""The codec of an encoding, and the number of bytes in a code unit."""

_LINE_END = re.compile("(\r\n|\r|\n)")


class PositionEncoding:
    """Converts positions for clients that count columns in code units of an encoding."""

    def __init__(self, kind: PositionEncodingKind | str) -> None:
        self._codec, self._size = _CODECS[PositionEncodingKind(kind)]

    def position(self, text: str, line: int, column: int) -> Position:
        """Return a line and column, from 1, of a text as a position."""
        lines = lines_of(text)
        if line > len(lines):
            return Position(len(lines), 0)
        return Position(line - 1, self._units(lines[line - 1][: column - 1]))

    def range(self, text: str, place: Place) -> Range:
        """Return the range of a place in the text of its file."""
        return Range(
            self.position(text, place.line, place.column),
            self.position(text, place.end_line, place.end_column),
        )

    def line_and_column(self, text: str, position: Position) -> tuple[int, int]:
        """Return the line and the column, from 1, of a position in a text.

        A position beyond the end of its line, or of the text, is that end.
        """
        lines = lines_of(text)
        if position.line >= len(lines):
            return len(lines), len(lines[-1]) + 1
        line = lines[position.line]
        return position.line + 1, self._characters(line, position.character) + 1

    def changed(self, text: str, range_: Range, new: str) -> str:
        """Return a text in which a range is replaced."""
        start, end = (
            self._offset(text, *self.line_and_column(text, position))
            for position in (range_.start, range_.end)
        )
        # An end before the start would double the text between them
        return text[:start] + new + text[max(start, end) :]

    def _units(self, text: str) -> int:
        # Most lines are ASCII, which all encodings count alike: no need to encode them
        if text.isascii():
            return len(text)
        return len(text.encode(self._codec, "surrogatepass")) // self._size

    def _characters(self, line: str, units: int) -> int:
        if line.isascii():
            return min(units, len(line))
        encoded = line.encode(self._codec, "surrogatepass")[: units * self._size]
        # A position inside of a character is the one before it
        return len(encoded.decode(self._codec, "ignore"))

    @staticmethod
    def _offset(text: str, line: int, column: int) -> int:
        return _line_start(text, line) + column - 1


def _line_start(text: str, line: int) -> int:
    """Return the offset at which a line of a text, from 1, begins.

    The lines above are not walked in Python, so that many edits of a long text take no time for
    each of its lines.
    """
    above = line - 1
    if "\r" in text:
        # With the ends of lines between the lines
        return sum(map(len, _LINE_END.split(text)[: 2 * above]))
    return sum(map(len, lines_of(text)[:above])) + above
