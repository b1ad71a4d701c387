"""Texts whose YAML is broken, made readable: the broken lines are those of an earlier text, or missing."""

from __future__ import annotations

import itertools
from collections.abc import Collection

from yaml.error import YAMLError

from muranopl.ard.yaml.events import Events
from muranopl.diagnostics.bounds import REPARSED_TEXT
from muranopl.diagnostics.places import lines_of
from muranopl.workspace.line_changes import changes
from muranopl.workspace.structure.parsed import parsed

_MOST_CHANGES = 5
_MOST_GAPS = 8
GAP = "# (a line that cannot be read)"
"""What is in place of a missing line, so that the text is none that anybody writes."""


def repaired(text: str, before: str, path: str) -> str:
    """Return a broken text with the lines of `before`, which can be read, where it is broken.

    As many changes as possible stay.
    """
    found = changes(before, text)
    numbers = range(len(found) if len(found) <= _MOST_CHANGES else 0)
    # Most often one place is broken, and the others are edited afterwards
    for size in numbers[1:]:
        for reverted in itertools.combinations(numbers, size):
            result = _reverted(text, before, reverted)
            if _is_readable(result) and not parsed(path, result).is_broken:
                return result
    return before


def _reverted(text: str, before: str, reverted: Collection[int]) -> str:
    """Return a text with the lines of another one in the places of some changes, by number."""
    lines, old = list(lines_of(text)), lines_of(before)
    for number, change in reversed([*enumerate(changes(before, text))]):
        if number in reverted:
            lines[change.after.start : change.after.stop] = old[
                change.before.start : change.before.stop
            ]
    return "\n".join(lines)


def _is_readable(text: str) -> bool:
    """Return whether the lenient parser reads a text, which takes little time."""
    try:
        following = Events(text).next
        while following() is not None:
            pass
    except (YAMLError, UnicodeDecodeError):
        return False
    return True


def with_gaps(text: str, path: str) -> str | None:
    """Return a broken text without its broken blocks, with the same lines; None if that fails.

    A block is from a line to the next one that is not indented further.
    """
    if len(text) > REPARSED_TEXT.most:
        return None
    lines = list(lines_of(text))
    for _ in range(_MOST_GAPS):
        error = parsed(path, "\n".join(lines)).syntax_error
        if error is None:
            return "\n".join(lines)
        noticed = (error.place.line, *(item.place.line for item in error.related))
        # Where a block is missing already, what is above it is broken
        above = range(error.place.line, 0, -1)
        line = next((line for line in (*noticed, *above) if _is_written(lines[line - 1])), 1)
        end = _block_end(lines, line)
        lines[line - 1 : end] = [GAP] * (end - line + 1)
    return None


def members_with_gaps(text: str, readable: str) -> frozenset[int]:
    """Return the lines of the members of a class, or of its sections, that may lack lines of a text."""
    lines, before, result = list(lines_of(text)), 1, set[int]()
    for at, line in enumerate(lines_of(readable), 1):
        if line == GAP and _is_written(lines[at - 1]):
            # A line that is indented too little seems to end what is above it
            result.update(_member(lines, before), _member(lines, at))
        elif _is_written(line):
            before = at
    return frozenset(result)


def _member(lines: list[str], line: int) -> range:
    """Return the lines of the outermost block around a line but for that at the margin."""
    outer = [line]
    for at in range(line - 1, 0, -1):
        above = lines[at - 1]
        if _is_written(above) and _indent(above) < _indent(lines[outer[-1] - 1]):
            outer.append(at)
    first = outer[-2] if len(outer) > 1 else line
    return range(first, _block_end(lines, first) + 1)


def _block_end(lines: list[str], line: int) -> int:
    """Return the last line of the block that a line begins."""
    indent = _indent(lines[line - 1])
    below = range(line + 1, len(lines) + 1)
    ends = (at for at in below if lines[at - 1].strip() and _indent(lines[at - 1]) <= indent)
    return next(ends, len(lines) + 1) - 1


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _is_written(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")
