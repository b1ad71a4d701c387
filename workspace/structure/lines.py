"""Finds ranges that fold, and formats, from the lines of a file alone, without its YAML.

Blocks by their indentation, texts of several lines, and comments fold. Formatting removes spaces at
the ends of lines, and ends a file with one line end.
"""

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


def formatted(text: str) -> str:
    """Return a text without spaces at ends of lines, and with one line end at its end.

    Lines inside of texts stay as they are, as their spaces have a meaning; so does the end of a file
    that ends inside of one.
    """
    line_end = "\r\n" if "\r\n" in text else "\n"
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kinds = scanned(lines)
    result = [
        line if kind.kind is Kind.INSIDE or _goes_on(kinds, number) else line.rstrip(" \t")
        for number, (line, kind) in enumerate(zip(lines, kinds, strict=True))
    ]
    last = next(
        (
            number
            for number in range(len(lines) - 1, -1, -1)
            if result[number].strip() or kinds[number].kind is Kind.INSIDE
        ),
        -1,
    )
    if last >= 0 and kinds[last].kind is Kind.INSIDE:
        return line_end.join(result)
    return line_end.join([*result[: last + 1], ""]) if last >= 0 else ""


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


def _goes_on(kinds: list[Line], number: int) -> bool:
    """Return whether a text goes on after a line, so that its blanks may have a meaning."""
    return number + 1 < len(kinds) and kinds[number + 1].kind is Kind.INSIDE
