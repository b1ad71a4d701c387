"""Lays out text on a terminal: its width in columns, the part of a long line that fits, and colours."""

from __future__ import annotations

import msgspec

from muranopl.diagnostics.visible import escape

TAB = "    "
CUT = "…"
# The least number of characters shown before the span.
LEAD = 16

_STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "good": "1;32",
    "strong": "1",
    "faint": "2",
    "frame": "1;34",
}


class MarkedLine(msgspec.Struct, frozen=True):
    """A printed line, with the first column (from 0) and the width of the marked span."""

    text: str
    offset: int
    width: int


def width(text: str) -> int:
    """Return the number of terminal columns of `text`, which must be free of control characters."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # most lines are ASCII

    return cell_len(text, "latest")


def marked(line: str, start: int, end: int, room: int) -> MarkedLine:
    """Return `line` cut to about `room` columns around the span of characters [start, end).

    Tabs become four spaces and control characters escapes. An empty span is one column wide.
    """
    start = min(start, len(line))
    end = max(start, min(end, len(line)))
    left, right = _window(line, start, end, room)
    head = (CUT if left else "") + _printable(line[left:start])
    span = _printable(line[start : min(end, right)])
    text = (
        head + span + _printable(line[min(end, right) : right]) + (CUT if right < len(line) else "")
    )
    offset = width(head)
    return MarkedLine(text.rstrip(), offset, max(1, width(head + span) - offset))


def _printable(text: str) -> str:
    if text.isprintable():  # nearly always, and a hundred times as fast
        return text
    return "".join(TAB if letter == "\t" else escape(letter) for letter in text)


def _window(line: str, start: int, end: int, room: int) -> tuple[int, int]:
    """Return the characters [left, right) to show: the span, then characters on either side."""
    if len(line) <= room and width(_printable(line)) <= room:
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
    return width(_printable(letter))


class Paint:
    """Wraps text in ANSI codes, or returns it unchanged."""

    def __init__(self, color: bool) -> None:
        self.color = color

    def __call__(self, style: str, text: str) -> str:
        """Return `text` in a style: a severity, good, strong, faint or frame."""
        if self.color and text:
            return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"
        return text
