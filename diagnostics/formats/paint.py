"""Colours of the text format."""

from __future__ import annotations

_STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "info": "1;36",
    "good": "1;32",
    "strong": "1",
    "faint": "2",
    "frame": "1;34",
}


class Paint:
    """Wraps text in ANSI codes, or returns it unchanged."""

    def __init__(self, color: bool) -> None:
        self.color = color

    def __call__(self, style: str, text: str) -> str:
        """Return `text` in a style: a severity, good, strong, faint or frame."""
        if self.color and text:
            return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"
        return text
