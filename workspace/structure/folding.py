"""Ranges of lines that fold: blocks by their indentation, texts of several lines, and comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from muranopl.diagnostics.places import lines_of
from muranopl.diagnostics.suppressions.lines import Kind, Line, scanned


class FoldingRange(msgspec.Struct, frozen=True, order=True):
    """The lines from `first` to `last`, counted from 1; the first one stays visible."""

    first: int
    last: int
    is_comment: bool = False


def folding_ranges(text: str) -> list[FoldingRange]:
    """Return the ranges of a YAML text, also of one that is broken, from the top."""
    lines = scanned(lines_of(text))
    return sorted({*_blocks(lines), *_comments(lines)})


def _blocks(lines: Sequence[Line]) -> Iterator[FoldingRange]:
    """Yield each line that begins something with the deeper lines below it."""
    open_: list[tuple[int, int]] = []
    last = 0
    for number, line in enumerate(lines, 1):
        if line.kind in {Kind.BLANK, Kind.COMMENT, Kind.INSIDE}:
            last = number if line.kind is Kind.INSIDE and line.text.strip() else last
            continue
        indent = -1 if line.kind is Kind.MARK else line.indent
        while open_ and not _is_below(line, indent, open_[-1], lines):
            first = open_.pop()[0]
            if last > first:
                yield FoldingRange(first, last)
        open_.append((number, indent))
        last = number
    for first, _ in reversed(open_):
        if last > first:
            yield FoldingRange(first, last)


def _is_below(line: Line, indent: int, opened: tuple[int, int], lines: Sequence[Line]) -> bool:
    """Return whether a line is below another: items of a list may be indented as its key is."""
    number, outer = opened
    is_item = line.is_item and not lines[number - 1].is_item
    return indent > outer or (indent == outer and is_item)


def _comments(lines: Sequence[Line]) -> Iterator[FoldingRange]:
    first = 0
    for number, line in enumerate([*lines, Line("", Kind.BLANK)], 1):
        if line.kind is Kind.COMMENT:
            first = first or number
        else:
            if first and number - 1 > first:
                yield FoldingRange(first, number - 1, is_comment=True)
            first = 0
