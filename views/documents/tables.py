"""Tables, paragraphs and texts of Markdown, of texts that packages have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from muranopl.diagnostics.visible import visible

# Behind a fence of backticks, there are none in its line.
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)")


def text(words: str) -> str:
    """Return a text of an author with the markup of HTML escaped."""
    lines = (visible(line) for line in words.strip().splitlines())
    return "\n".join(line.replace("<", "&lt;") for line in lines)


def paragraph(words: str) -> str:
    """Return a text of an author that ends no later than it should: its last fence is closed."""
    written = text(words)
    fence = ""
    for line in written.splitlines():
        match = _FENCE.fullmatch(line)
        if match is None:
            continue
        if not fence:
            fence = match["fence"]
        elif match["fence"].startswith(fence) and not match["info"].strip():
            fence = ""
    return f"{written}\n{fence}" if fence else written


def cell(words: str) -> str:
    """Return a text as a cell of a table: on one line, without what ends a cell."""
    return " ".join(words.split()).replace("|", "\\|")


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table; none without rows, and no column in which all rows are empty."""
    filled = [[cell(item) for item in row] for row in rows]
    used = [number for number in range(len(titles)) if any(row[number] for row in filled)]
    if filled:
        yield _row(titles[number] for number in used)
        yield _row("---" for _ in used)
    for row in filled:
        yield _row(row[number] for number in used)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
