"""Pieces of Markdown: code, lists, tables, and texts from packages.

Names and values from packages are written as code, so that they are not markup; texts that authors
write for people are Markdown without HTML.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from muranopl.diagnostics.visible import visible

MOST_SHOWN = 20
_MOST_CHARACTERS = 300
# Behind a fence of backticks, there are none in its line.
_FENCE = re.compile(r" {0,3}(?P<fence>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)")


def code(text: str) -> str:
    """Return a text as code in a line."""
    text = visible(text)
    if len(text) > _MOST_CHARACTERS:
        text = f"{text[:_MOST_CHARACTERS]}…"
    if "`" not in text:
        return f"`{text}`"
    fence = "``" if "``" not in text else "```"
    return f"{fence} {text} {fence}"


def block(text: str, language: str = "yaml") -> str:
    """Return lines of code."""
    fence = "```" if "```" not in text else "````"
    lines = "\n".join(map(visible, text.splitlines()))
    return f"{fence}{language}\n{lines}\n{fence}"


def bullets(lines: Iterable[str]) -> str:
    """Return a list; of a long one the first items, and how many there are more."""
    shown = list(lines)
    more = len(shown) - MOST_SHOWN
    if more > 0:
        shown[MOST_SHOWN:] = [f"and {more} more"]
    return "\n".join(f"- {line}" for line in shown)


def paragraphs(*parts: str | None) -> str:
    """Return the parts that are not empty, apart from each other."""
    return "\n\n".join(part for part in parts if part)


def sentence(text: str) -> str:
    """Return a text that begins with a capital letter and ends with a full stop."""
    if not text:
        return ""
    end = "" if text.endswith((".", ":")) else "."
    return f"{text[0].upper()}{text[1:]}{end}"


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


def _cell(words: str) -> str:
    """Return a text as a cell of a table: on one line, without what ends a cell."""
    return " ".join(words.split()).replace("|", "\\|")


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table; none without rows, and no column in which all rows are empty."""
    filled = [[_cell(item) for item in row] for row in rows]
    used = [number for number in range(len(titles)) if any(row[number] for row in filled)]
    if filled:
        yield _row(titles[number] for number in used)
        yield _row("---" for _ in used)
    for row in filled:
        yield _row(row[number] for number in used)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
