"""Formatting: blanks at the ends of lines are removed, and a file ends with one line end."""

from __future__ import annotations

from muranopl.diagnostics.suppressions.lines import Kind, Line, scanned


def formatted(text: str) -> str:
    """Return a text without blanks at ends of lines, and with one line end at its end.

    Lines inside of texts stay as they are, as their blanks have a meaning; so does the end of a file
    that ends inside of one.
    """
    line_end = "\r\n" if "\r\n" in text else "\n"
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    kinds = scanned(lines)
    result = [
        line if kind.kind is Kind.INSIDE or _goes_on(kinds, number) else line.rstrip(" \t")
        for number, (line, kind) in enumerate(zip(lines, kinds, strict=True))
    ]
    last = next(
        (
            number
            for number in range(len(lines) - 1, -1, -1)
            if result[number].strip() or kinds[number].kind is Kind.INSIDE
        ),
        -1,
    )
    if last >= 0 and kinds[last].kind is Kind.INSIDE:
        return line_end.join(result)
    return line_end.join([*result[: last + 1], ""]) if last >= 0 else ""


def _goes_on(kinds: list[Line], number: int) -> bool:
    """Return whether a text goes on after a line, so that its blanks may have a meaning."""
    return number + 1 < len(kinds) and kinds[number + 1].kind is Kind.INSIDE
