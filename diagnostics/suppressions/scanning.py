"""Reads suppressions from a file: `# muranopl: ignore[MPL123, other-name] reason`.

A comment covers the lines of its entry, of the block that follows, or of the file.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from muranopl.diagnostics.diagnostic import MARKER, Suppression
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.suppressions.lines import Kind, Line, scanned

_COMMENT = re.compile(rf"#[ \t]*{MARKER}[ \t]*(?P<instruction>.*)")
_NEARLY = re.compile(
    rf"#[ \t]*(?:{MARKER}|muranopl[ \t]*[ \t:-]?[ \t]*(?:ignore|disable)\b|noqa[ \t]*:?[ \t]*MPL\d)"
)
_IGNORE = re.compile(r"ignore[ \t]*(?P<list>\[(?P<words>[^\]]*)(?P<closing>\]?))?")
_WORD = re.compile(r"[^\s,]+")


def suppressions_in(file: File) -> Iterator[Suppression]:
    """Yield the suppressions of a YAML file, in their order."""
    if file.text is None:
        return
    lines = scanned(file.lines())
    covered = CoveredLines(lines)
    for position, line in enumerate(lines):
        if line.comment is not None and _NEARLY.search(line.text, line.comment):
            yield from _of_comment(file, covered, position, line)


def _of_comment(
    file: File, covered: CoveredLines, position: int, line: Line
) -> Iterator[Suppression]:
    comment = _COMMENT.search(line.text, line.comment or 0)

    def place(start: int, end: int) -> Place:
        return Place(file, position + 1, start + 1, position + 1, end + 1)

    if comment is None:
        nearly = place(line.comment or 0, len(line.text.rstrip()))
        yield Suppression(nearly, "", problem=f"it does not begin with `# {MARKER}`")
        return
    comment_place = place(comment.start(), len(line.text.rstrip()))
    ignore = _IGNORE.match(line.text, comment.start("instruction"))
    if ignore is None:
        shown = f'"{comment["instruction"].strip()}" is not an instruction'
        yield Suppression(comment_place, "", problem=shown)
        return
    words = list(_WORD.finditer(line.text, *ignore.span("words")))
    if ignore["list"] and not ignore["closing"]:
        yield Suppression(comment_place, "", problem='the "]" is missing')
    elif not words:
        yield Suppression(comment_place, "", problem="it names no code")
    else:
        lines = covered.covered_by(position)
        for word in words:
            yield Suppression(place(*word.span()), word[0], *lines)


class Covered(NamedTuple):
    """The first and the last line, from 1; `is_file` is the whole file, whatever its length."""

    first: int
    last: int
    is_file: bool = False


class CoveredLines:
    """What comments of a file cover. Lines are given by their position, from 0.

    An entry is a key or an item, with the further lines of its scalar, and without the entries below
    it. The time is linear in the length of the file, however many comments it has.
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        kinds = [line.kind for line in lines]
        self._first_content = kinds.index(Kind.CONTENT) if Kind.CONTENT in kinds else len(kinds)
        self._blocks: dict[int, int] = {}

    def covered_by(self, position: int) -> Covered:
        """Return what the comment on a line covers."""
        if self._lines[position].kind is not Kind.COMMENT:
            first, last = self._entries[position]
            return Covered(first + 1, last + 1)
        # Before the first content it stands at the head of the file
        if position < self._first_content:
            return Covered(1, 1, is_file=True)
        following = self._following[position]
        if following is None:
            return Covered(position + 1, position + 1)
        if following not in self._blocks:
            self._blocks[following] = self._end_of_block(following)
        return Covered(following + 1, self._blocks[following] + 1)

    def comment_line(self, position: int) -> int:
        """Return the position of the line whose end may have a comment for a line.

        It is the header of a block scalar, as there are no comments within, and the last line of
        other scalars.
        """
        first, last = self._entries[position]
        opening = (at for at in range(last, first - 1, -1) if self._lines[at].opens)
        return next(opening, max(last, position))

    @functools.cached_property
    def _entries(self) -> list[tuple[int, int]]:
        """The first and the last position of the entry that a line belongs to, by its position."""
        firsts, first = list[int](), 0
        for position, line in enumerate(self._lines):
            if line.begins or line.kind not in {Kind.CONTENT, Kind.INSIDE, Kind.BLANK}:
                first = position
            firsts.append(first)
        lasts = dict[int, int]()
        for position, line in enumerate(self._lines):
            if line.kind is not Kind.BLANK:
                lasts[firsts[position]] = position
        return [(first, max(first, lasts.get(first, first))) for first in firsts]

    @functools.cached_property
    def _following(self) -> list[int | None]:
        """The position of the next content of the document, by position of a line above."""
        result, following = list[int | None](), None
        for position in range(len(self._lines) - 1, -1, -1):
            result.append(following)
            if self._lines[position].kind is Kind.CONTENT:
                following = position
            elif self._lines[position].kind is Kind.MARK:
                following = None
        return result[::-1]

    def _end_of_block(self, first: int) -> int:
        """Return the position of the last line of the block that begins on a line."""
        last, begin = first, self._lines[first]
        for position in range(first + 1, len(self._lines)):
            line = self._lines[position]
            if line.kind is Kind.MARK:
                break
            # The items of a list may be indented as its key is
            is_below = line.indent > begin.indent or (
                line.indent == begin.indent and line.is_item and not begin.is_item
            )
            if line.kind is Kind.CONTENT and not is_below:
                break
            if line.kind in {Kind.CONTENT, Kind.INSIDE}:
                last = position
        return last
