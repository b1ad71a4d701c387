"""Pieces of Markdown. Texts from packages are written as code, so that they are not markup."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.diagnostics.visible import visible

MOST_SHOWN = 20
_MOST_CHARACTERS = 300


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
