"""The lines in which one text differs from another."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from muranopl.diagnostics.places import lines_of


class LineChange(NamedTuple):
    """The lines `before` in one text, in whose place are the lines `after` in another, from 0."""

    before: range
    after: range


@functools.lru_cache(maxsize=8)
def changes(before: str, after: str) -> tuple[LineChange, ...]:
    """Return the changes that make one text of another, from the top."""
    old, new = lines_of(before), lines_of(after)
    # An edit is in one place: what is above and below it needs no search, which could mistake one
    # of two equal lines for the other
    first = _count_equal(old, new)
    last = _count_equal(old[first:][::-1], new[first:][::-1])
    between = SequenceMatcher(
        None, old[first : len(old) - last], new[first : len(new) - last], autojunk=False
    )
    return tuple(
        LineChange(range(first + a, first + b), range(first + c, first + d))
        for tag, a, b, c, d in between.get_opcodes()
        if tag != "equal"
    )


@functools.lru_cache(maxsize=8)
def moved_lines(before: str, after: str) -> Mapping[int, int]:
    """Return the numbers, from 1, of the lines of a text that another one has, with those there."""
    result: dict[int, int] = {}
    at, offset = 0, 0
    for change in (*changes(before, after), None):
        end = len(lines_of(before)) if change is None else change.before.start
        result.update((line + 1, line + 1 + offset) for line in range(at, end))
        if change is not None:
            at, offset = change.before.stop, change.after.stop - change.before.stop
    return result


def _count_equal(first: Sequence[str], second: Sequence[str]) -> int:
    pairs = zip(first, second, strict=False)
    differing = (at for at, (one, other) in enumerate(pairs) if one != other)
    return next(differing, min(len(first), len(second)))
