"""The place of the cursor in a YAML file, from indentation alone: it works on half-typed text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

_KEY = re.compile(r"""("(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'#&*!|>%@`{\[,][^#]*?)\s*:(?=\s|$)""")
_DASH = re.compile(r"-(?=\s|$)")
_COMMENT = re.compile(r"(?:^|\s)#.*$")


class LineEntry(NamedTuple):
    """A key of a mapping (None: the dash of an item) in a line, and its column, from 0."""

    column: int
    key: str | None


class ParsedLine(NamedTuple):
    """The entries of a line, and the text after them, which begins at the column `rest_at`."""

    entries: tuple[LineEntry, ...]
    rest: str
    rest_at: int


class Location(msgspec.Struct, frozen=True):
    """The place of the cursor.

    `steps` lead from the document to the collection or value there: keys, and None for items. With
    `in_value` the cursor is in a value, and the last step is its key or item; otherwise a key may
    stand there, or the value of the item that the last step is. `text` is its part
    before the cursor, from the column `start` on, counted from 0. `siblings` are the keys of the
    mapping there with the texts after them, `above` those of the mapping around it.
    """

    steps: tuple[str | None, ...]
    in_value: bool
    text: str
    start: int
    siblings: Mapping[str, str]
    column: int
    lines: tuple[int, ...]
    in_text: bool = False


def parse_line(text: str) -> ParsedLine:
    """Return the entries of a line and the text after them."""
    entries = []
    at = len(text) - len(text.lstrip(" "))
    while True:
        dash = _DASH.match(text, at)
        key = None if dash else _KEY.match(text, at)
        match = dash or key
        if match is None:
            break
        name = None if key is None else key[1].strip("\"'")
        entries.append(LineEntry(at, name))
        end = match.end()
        at = end + len(text[end:]) - len(text[end:].lstrip(" "))
        if key is not None:
            break
    return ParsedLine(tuple(entries), text[at:], at)


def locate(lines: Sequence[str], line: int, column: int) -> Location:
    """Return the place of a cursor; `line` counts from 0, `column` too."""
    before = lines[line][:column]
    here = parse_line(before)
    entries = here.entries
    in_value = bool(entries) and entries[-1].key is not None
    limit = entries[0] if entries else LineEntry(here.rest_at, "")
    around = list(_around(lines, line, limit))
    steps = [entry.key for _, entry in around]
    numbers = [number for number, _ in around]
    # A line without a key may continue the value of the entry above it
    if not entries and around:
        opening = parse_line(lines[around[-1][0]])
        rest = _COMMENT.sub("", opening.rest)
        if opening.entries[-1] == around[-1][1] and rest:
            return _continued(lines, line, column, around, opening)
    steps += [entry.key for entry in entries]
    numbers += [line] * len(entries)
    own = entries[-1].column if in_value else here.rest_at
    return Location(
        tuple(steps),
        in_value,
        here.rest,
        here.rest_at,
        _siblings(lines, line, own, is_first=_has_dash(entries)),
        own,
        tuple(numbers),
    )


def _continued(
    lines: Sequence[str],
    line: int,
    column: int,
    around: Sequence[tuple[int, LineEntry]],
    opening: ParsedLine,
) -> Location:
    """Return the place of a cursor in a later line of a value."""
    first, entry = around[-1]
    between = [text.strip() for text in lines[first + 1 : line]]
    before = lines[line][:column]
    text = "\n".join([opening.rest, *between, before.lstrip()])
    return Location(
        tuple(step.key for _, step in around),
        True,
        text,
        column - len(before.lstrip()),
        _siblings(lines, first, entry.column, is_first=_has_dash(opening.entries)),
        entry.column,
        tuple(number for number, _ in around),
        in_text=opening.rest[:1] in {"|", ">"},
    )


def _around(lines: Sequence[str], line: int, limit: LineEntry) -> Iterator[tuple[int, LineEntry]]:
    """Return the entries around a line, the outermost first, with their lines."""
    result: list[tuple[int, LineEntry]] = []
    for number in range(line - 1, -1, -1):
        text = lines[number]
        if is_end(text):
            break
        # A key in the first column is in the document itself
        if limit.column == 0 and limit.key is not None:
            break
        for entry in reversed(parse_line(text).entries):
            # YAML allows the items of a list in the column of its key
            inside = entry.column < limit.column
            if inside or (
                entry.column == limit.column and limit.key is None and entry.key is not None
            ):
                result.append((number, entry))
                limit = entry
    return reversed(result)


def is_end(text: str) -> bool:
    """Return whether a line ends a document."""
    return text.startswith(("---", "..."))


def _has_dash(entries: Sequence[LineEntry]) -> bool:
    return any(entry.key is None for entry in entries)


def _siblings(lines: Sequence[str], line: int, column: int, *, is_first: bool) -> dict[str, str]:
    """Return the keys at a column of the mapping around a line, with the texts after them.

    `is_first` is true if the mapping begins in the line.
    """
    result: dict[str, str] = {}
    # Above the dash of an item are the keys of another item
    above = range(0) if is_first else range(line - 1, -1, -1)
    for numbers in (above, range(line + 1, len(lines))):
        for number in numbers:
            text = lines[number]
            if not text.strip() or text.lstrip().startswith("#"):
                continue
            parsed = parse_line(text)
            if is_end(text):
                break
            outer = _indentation(text, parsed) < column
            # Below, a line that is indented less ends the mapping; above, it may begin it with a dash
            if outer and numbers.step == 1:
                break
            result.update(_at_column(parsed, column))
            if outer:
                break
    return result


def _indentation(text: str, line: ParsedLine) -> int:
    if line.entries:
        return line.entries[0].column
    return len(text) - len(text.lstrip(" "))


def _at_column(line: ParsedLine, column: int) -> Iterator[tuple[str, str]]:
    for entry in line.entries:
        if entry.column == column and entry.key is not None:
            yield entry.key, _COMMENT.sub("", line.rest).strip()
