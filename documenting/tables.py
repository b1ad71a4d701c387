"""Tables and texts of Markdown, of texts that packages have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from muranopl.diagnostics.visible import visible


def text(words: str) -> str:
    """Return a text of an author with the markup of HTML escaped."""
    lines = (visible(line) for line in words.strip().splitlines())
    return "\n".join(line.replace("<", "&lt;") for line in lines)


def cell(words: str) -> str:
    """Return a text as a cell of a table: on one line, without what ends a cell."""
    return " ".join(words.split()).replace("|", "\\|")


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table; none without rows, and no column in which all rows are empty."""
    filled = [[cell(item) for item in row] for row in rows]
    used = [
        number for number in range(len(titles)) if any(row[number] for row in filled)
    ]
    if filled:
        yield _row(titles[number] for number in used)
        yield _row("---" for _ in used)
    for row in filled:
        yield _row(row[number] for number in used)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
