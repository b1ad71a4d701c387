"""How wide text is on a terminal, and which part of a long line is shown.

Widths follow the Unicode data that terminals use: East Asian wide and fullwidth characters and emoji take two columns,
combining marks none; emoji joined by U+200D count as one.
"""

from __future__ import annotations

from typing import NamedTuple

from muranopl.diagnostics.formats.visible import escape

TAB = "    "
CUT = "…"
LEAD = 16
"""Characters before the span that are shown at least."""
_JOINER = "\u200d"
_EMOJI_STYLE = "\ufe0f"
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_JAMO_MEDIAL_AND_FINAL = range(0x1160, 0x1200)


class Marked(NamedTuple):
    """A line ready to be shown: its text, and the columns (from 0) and width of the marked span."""

    text: str
    offset: int
    width: int


def width(text: str) -> int:
    """Return the number of columns `text` takes; it must be free of control characters."""
    if text.isascii():
        return len(text)
    total, last, before = 0, 0, ""
    for letter in text:
        own = 0 if before == _JOINER else _letter_width(letter)
        if letter == _EMOJI_STYLE:
            own = 2 - last if last == 1 else 0
        elif ord(letter) in _SKIN_TONES and last == 2:
            own = 0
        total += own
        last, before = own or last, letter
    return total


def _letter_width(letter: str) -> int:
    import unicodedata  # noqa: PLC0415 - most lines are ASCII

    if unicodedata.category(letter) in {"Mn", "Me", "Cf"} or ord(letter) in _JAMO_MEDIAL_AND_FINAL:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def marked(line: str, start: int, end: int, room: int) -> Marked:
    """Return `line` with the span of characters [start, end) located in it, cut to about `room` columns around it.

    Tabs become four spaces and control characters escapes. An empty span is one column wide.
    """
    start = min(start, len(line))
    end = max(start, min(end, len(line)))
    left, right = _window(line, start, end, room)
    head = (CUT if left else "") + _shown(line[left:start])
    span = _shown(line[start : min(end, right)])
    text = head + span + _shown(line[min(end, right) : right]) + (CUT if right < len(line) else "")
    offset = width(head)
    return Marked(text.rstrip(), offset, max(1, width(head + span) - offset))


def _shown(text: str) -> str:
    return "".join(TAB if letter == "\t" else escape(letter) for letter in text)


def _window(line: str, start: int, end: int, room: int) -> tuple[int, int]:
    """Return the characters [left, right) to show: the span first, then alternately a character on either side."""
    if len(line) <= room and width(_shown(line)) <= room:
        return 0, len(line)
    left = right = start
    free = room - 2 * len(CUT)
    while left > max(0, start - LEAD) and free > 0:
        left -= 1
        free -= _cost(line[left])
    while right < end and (free := free - _cost(line[right])) >= 0:
        right += 1
    while free > 0 and (left > 0 or end <= right < len(line)):
        if left > 0 and (free := free - _cost(line[left - 1])) >= 0:
            left -= 1
        if end <= right < len(line) and (free := free - _cost(line[right])) >= 0:
            right += 1
    return left, right


def _cost(letter: str) -> int:
    return width(_shown(letter))
