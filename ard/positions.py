"""Finds the place of some characters of a scalar's string in its file, for all styles of scalars.

Escapes, folded lines and indentation make the two differ. Diagnostics and fixes inside expressions need it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from yaml.scanner import Scanner

from muranopl.ard.nodes import Scalar, Yaql
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.places import Place, lines_of

# A character of a scalar as written in its source: the character, its line (from 0), its first and
# last column.
_Unit = tuple[str, int, int, int]

_BLANK = " \t\r\n\x85\u2028\u2029"
_PROPERTY = lazy_pattern(r"(?:[!&]\S*|#.*)?\s*")
_ESCAPE = lazy_pattern(r"\\(?:x..|u.{4}|U.{8}|.|$)")


def place_within(node: Yaql | Scalar, start: int, end: int) -> Place:
    """Return the place of the characters from offset `start` up to `end` of a scalar's text.

    Exact for every style of scalar as far as words and signs go; an offset in a run of blanks that
    YAML folded may be off by those blanks. Without the source, the place of the whole scalar.
    """
    text = _text(node)
    # Most scalars are written as they read, so that offsets are columns.
    if node.line == node.end_line and node.end_column - node.column == len(text):
        return Place(node.file, node.line, node.column + start, node.line, node.column + end)
    units = _units_of(node)
    if not units or end > len(units):
        return node.place
    if start >= len(units):
        line, column = units[-1][1], units[-1][3]
        return Place(node.file, node.line + line, column + 1, node.line + line, column + 1)
    # An empty span is shown before the character that follows.
    first, last = units[start], units[max(start, end - 1)]
    end_column = last[3] if end > start else first[2]
    return Place(node.file, node.line + first[1], first[2] + 1, node.line + last[1], end_column + 1)


@functools.lru_cache(maxsize=1)
def _units_of(node: Yaql | Scalar) -> list[_Unit]:
    """Return the unit of each character of a scalar's text, cached for the next call."""
    return _aligned(_text(node), list(_units(node)))


def style_of(node: Yaql | Scalar) -> str | None:
    """Return the sign a scalar begins with: a quote, `|` or `>`, else an empty text.

    Return None without the source, and for one behind an alias of another place.
    """
    if node.file.text is None:
        return None
    lines = _source_lines(node)
    if not lines:
        return None
    row, column = _body(lines, node.column - 1)
    sign = lines[row][column : column + 1]
    return sign if sign in {"'", '"', "|", ">"} else ""


def _source_lines(node: Yaql | Scalar) -> list[str]:
    """Return the lines of a scalar in its file, up to its end."""
    lines = list(lines_of(node.file.text or "")[node.line - 1 : node.end_line])
    if lines:
        lines[-1] = lines[-1][: node.end_column - 1]
    return lines


def _text(node: Yaql | Scalar) -> str:
    if isinstance(node, Yaql):
        return node.text
    return str(node.value)


def source_of(node: Scalar) -> str:
    """Return a plain scalar of one line as written in its file.

    Return an empty text if the source is not available.
    """
    if node.file.text is None or node.line != node.end_line:
        return ""
    return lines_of(node.file.text)[node.line - 1][node.column - 1 : node.end_column - 1]


def _aligned(text: str, source: list[_Unit]) -> list[_Unit]:
    """Return the unit of each character of the text; empty where text and source do not match.

    YAML changes nothing but blanks. So each other character is that of the next unit with it, and
    each blank is the current unit, or the end of the last one if no blank is left in the source.
    """
    units: list[_Unit] = []
    index = 0
    for character in text:
        if character not in _BLANK:
            while (
                index < len(source) and source[index][0] != character and source[index][0] in _BLANK
            ):
                index += 1
            if index == len(source) or source[index][0] != character:
                return []
        if index < len(source) and (character not in _BLANK or source[index][0] in _BLANK):
            units.append(source[index])
            index += 1
        else:
            _, line, _, column = units[-1] if units else (" ", 0, 0, 0)
            units.append((" ", line, column, column))
    return units


def _units(node: Yaql | Scalar) -> Iterator[_Unit]:
    """Yield the units of a scalar's source.

    Tag, anchor, quotes and block header are left out, and escapes are decoded.
    """
    if node.file.text is None:
        return
    lines = _source_lines(node)
    row, column = _body(lines, node.column - 1)
    style = lines[row][column : column + 1]
    if style in {"|", ">"}:
        row, column = row + 1, 0
    elif style in {"'", '"'}:
        column += 1
        lines[-1] = lines[-1].removesuffix(style)
    for number in range(row, len(lines)):
        line = lines[number]
        for first, last in _spans(line, column if number == row else 0, style):
            if last > first + 1:
                character = _decoded(line[first:last])
            else:
                character = line[first:last]
            if character:
                yield character, number, first, last
        if number + 1 < len(lines):
            yield "\n", number, len(line), len(line)


def _body(lines: list[str], column: int) -> tuple[int, int]:
    """Return row and column where a scalar begins after its tag, anchor and comments."""
    row = 0
    while True:
        line = lines[row]
        result = _PROPERTY.match(line, column)
        end = result.end() if result else column
        if end < len(line) and end > column:
            column = end
        elif end >= len(line) and row + 1 < len(lines):
            row, column = row + 1, 0
        else:
            return row, min(end, len(line))


def _spans(line: str, column: int, style: str) -> Iterator[tuple[int, int]]:
    """Yield the columns of each unit of a line: one character, or an escape."""
    while column < len(line):
        end = column + 1
        if style == '"' and line[column] == "\\":
            result = _ESCAPE.match(line, column)
            end = result.end() if result else end
        elif style == "'" and line[column : column + 2] == "''":
            end += 1
        yield column, end
        column = end


def _decoded(escape: str) -> str:
    """Return the character of an escape in a quoted scalar; empty for one that joins lines."""
    if escape == "''":
        return "'"
    if escape[1] in "xuU":
        return chr(int(escape[2:], 16))
    return Scanner.ESCAPE_REPLACEMENTS.get(escape[1:], escape[1:])
