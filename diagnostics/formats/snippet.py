"""Shows the source lines of a place, with its exact span underlined, in the columns of a terminal.

11 |   port:                  the nearest line above that encloses it, for context
...
14 |     Default: eighty
   |              ^^^^^^ label
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.visible import escape, visible

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


# The number of lines above a place that are searched for the enclosing one.
FAR = 200


class Underline(msgspec.Struct, frozen=True):
    """The line below a span.

    It has a sign under each column, a style (see `Paint`), and a label behind.
    """

    sign: str
    style: str
    label: str = ""


class SnippetLayout(msgspec.Struct, frozen=True):
    """The layout of all snippets of a diagnostic.

    It consists of the widths of line numbers and source lines, and of colours.
    """

    gutter: int
    room: int
    paint: Paint

    def row(self, number: int | None, content: str) -> str:
        """Return a line of the snippet with its number, or without one."""
        bar = self.paint("frame", f"{'' if number is None else number:>{self.gutter}} |")
        return f"{bar} {content}" if content else bar

    @property
    def gap(self) -> str:
        """The line that stands for omitted lines."""
        return self.paint("frame", "...")


class SourceLines:
    """A cache of the lines of files."""

    def __init__(self) -> None:
        self._lines: dict[int, tuple[File, Sequence[str]]] = {}

    def lines(self, file: File) -> Sequence[str]:
        """Return the lines of a file; none if its text is unknown."""
        if id(file) not in self._lines:
            # Holding the file keeps its id its own
            self._lines[id(file)] = (file, file.lines())
        return self._lines[id(file)][1]


def snippet(
    place: Place, lines: Sequence[str], underline: Underline, layout: SnippetLayout
) -> Iterator[str]:
    """Yield the source lines of a place with its mark; nothing if the file has no such line."""
    first = place.line - 1
    if not 0 <= first < len(lines):
        return
    yield layout.row(None, "")
    yield from _context(first, lines, layout)
    start, end = place.column - 1, place.end_column - 1
    if place.end_line <= place.line or first == len(lines) - 1:
        yield from _marked(
            first, lines, (start, end if place.end_line == place.line else None), underline, layout
        )
        return
    yield from _marked(
        first, lines, (start, None), msgspec.structs.replace(underline, label=""), layout
    )
    last, end = _last(place, lines)
    yield from _between(first, last, lines, layout)
    if last > first:
        yield from _marked(last, lines, (indent(lines[last]), end), underline, layout)


def _last(place: Place, lines: Sequence[str]) -> tuple[int, int]:
    """Return the last line with text in a span of several lines, and where the span ends there.

    Both count from 0.
    """
    last = min(place.end_line, len(lines)) - 1
    end = place.end_column - 1 if last == place.end_line - 1 else len(lines[last])
    while last > place.line - 1 and not lines[last][:end].strip():
        last -= 1
        end = len(lines[last].rstrip())
    return last, end


def _marked(
    index: int,
    lines: Sequence[str],
    span: tuple[int, int | None],
    underline: Underline,
    layout: SnippetLayout,
) -> Iterator[str]:
    """Yield a source line and its mark; a span without an end reaches to the end of the line."""
    start, end = span
    line = marked(
        lines[index], start, len(lines[index].rstrip()) if end is None else end, layout.room
    )
    yield layout.row(index + 1, line.text)
    label = f" {visible(underline.label)}" if underline.label else ""
    yield layout.row(
        None, " " * line.offset + layout.paint(underline.style, underline.sign * line.width + label)
    )


def _context(index: int, lines: Sequence[str], layout: SnippetLayout) -> Iterator[str]:
    above = enclosing(lines, index)
    if above is not None:
        yield _faint(above, lines, layout)
        yield from _between(above, index, lines, layout)


def _between(above: int, below: int, lines: Sequence[str], layout: SnippetLayout) -> Iterator[str]:
    """Yield what stands between two shown lines.

    This is nothing, the one line, or a sign for omitted lines.
    """
    if below - above == 2:
        yield _faint(above + 1, lines, layout)
    elif below - above > 2:
        yield layout.gap


def _faint(index: int, lines: Sequence[str], layout: SnippetLayout) -> str:
    return layout.row(
        index + 1, layout.paint("faint", marked(lines[index], 0, 0, layout.room).text)
    )


def enclosing(lines: Sequence[str], index: int) -> int | None:
    """Return the nearest line above that encloses line `index` by YAML's indentation; both from 0.

    A list may have the same indentation as the key it belongs to.
    """
    inside = (indent(lines[index]), _is_item(lines[index]))
    for above in range(index - 1, max(-1, index - 1 - FAR), -1):
        line = lines[above]
        if not line.strip() or line.lstrip().startswith(("#", "---")):
            continue  # the indentation of comments and separators has no meaning
        if (indent(line), _is_item(line)) < inside:
            return above
    return None


def _is_item(line: str) -> bool:
    return line.lstrip().startswith("- ")


def indent(line: str) -> int:
    """Return the number of characters of white space at the beginning of a line."""
    return len(line) - len(line.lstrip())
