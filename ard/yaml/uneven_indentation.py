"""Finds lines of YAML that are indented neither as the line they continue nor as one around it.

The parser only says that a key, a dash or the end of a block was expected; `syntax_causes` uses this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_DASH = re.compile(r"-(?: +|$)")
_KEY = re.compile(
    r"(?:(?:[^\s#'\"\[\]{}&*!|>%@`:,-]|-(?=\S))(?:[^:#]|:(?=\S)|(?<=\S)#)*|\"[^\"]*\"|'[^']*') *:(?= |$)"
)
_LONGEST = 30


class Opening(NamedTuple):
    """What begins at a column of a line, from 1: an item of a list, or a key."""

    line: int
    column: int
    is_item: bool
    shown: str


def openings(line: int, text: str) -> list[Opening]:
    """Return the items and the key that a line of a block begins, from left to right."""
    result = []
    at = len(text) - len(text.lstrip(" "))
    while dash := _DASH.match(text, at):
        result.append(Opening(line, at + 1, True, _shortened(text[at:])))
        at = dash.end()
    key = _KEY.match(text, at)
    if key is not None:
        shown = _shortened(key[0].removesuffix(":").rstrip())
        result.append(Opening(line, at + 1, False, shown))
    return result


def open_before(line: int, lines: Sequence[str]) -> Iterator[Opening]:
    """Yield what is open above a line, the innermost first."""
    innermost: Opening | None = None
    for number in range(line - 1, 0, -1):
        for opening in reversed(openings(number, lines[number - 1])):
            if innermost is None or _is_around(opening, innermost):
                yield opening
                innermost = opening
        if innermost is not None and innermost.column == 1 and not innermost.is_item:
            return


def _is_around(outer: Opening, inner: Opening) -> bool:
    """Return whether one of two openings is further left; a key may be right above its items."""
    is_list = inner.is_item and not outer.is_item
    return outer.column < inner.column or (outer.column == inner.column and is_list)


def uneven(line: int, lines: Sequence[str]) -> tuple[str, str] | None:
    """Return what is wrong with the indentation of a line, and the remedy; None if nothing is."""
    begun = openings(line, lines[line - 1])
    if not begun:
        return None
    here, above = begun[0], list(open_before(line, lines))
    if any(_is_alike(here, other) and other.column == here.column for other in above):
        return None
    near = min(
        (other for other in above if _is_alike(here, other)),
        key=lambda other: abs(other.column - here.column),
        default=None,
    )
    if not here.is_item and any(other.is_item and other.column == here.column for other in above):
        indented = "" if near is None else f", or indent it as `{near.shown}`"
        return (
            f"the key `{here.shown}` cannot follow list items at the same indentation",
            f"write `- {here.shown}:`{indented}",
        )
    key = _key_beside(here, above, lines)
    if key is not None:
        return (
            f"a list item cannot follow the key `{key.shown}` (line {key.line}) at the same indentation",
            f"write `- {key.shown}:` there if it is an item too, "
            "remove the dash if this is a key, or indent this further",
        )
    if near is None:
        return None
    return (
        f"this line is indented by {_spaces(here)}, but `{near.shown}` in line {near.line} by {near.column - 1}",
        "indent both equally",
    )


def _key_beside(here: Opening, above: Sequence[Opening], lines: Sequence[str]) -> Opening | None:
    """Return the key that begins a line above an item, at the column of that; None without one."""
    for other in above if here.is_item else ():
        line = lines[other.line - 1]
        is_first = len(line) - len(line.lstrip(" ")) == other.column - 1
        if is_first and not other.is_item and other.column == here.column:
            return other
    return None


def _is_alike(first: Opening, second: Opening) -> bool:
    return first.is_item == second.is_item


def _spaces(opening: Opening) -> str:
    number = opening.column - 1
    return "1 space" if number == 1 else f"{number} spaces"


def _shortened(text: str) -> str:
    text = text.strip()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
