"""Snippets in the notation of the language server protocol: `${1:name}: $2`.

A dollar has a backslash before it.
"""

from __future__ import annotations

import re

_PART = re.compile(
    r"\\(?P<escaped>[\\$}|,])|\$\d+|\$\{\d+(?::(?P<filled>[^{}]*)|\|(?P<choice>[^|,]*)[^|]*\|)?\}"
)


def escaped(text: str) -> str:
    """Return a text as a snippet has it."""
    return re.sub(r"[\\$}]", r"\\\g<0>", text)


def plain_text(snippet: str, gap: str = "") -> str:
    """Return the text of a snippet before anything is filled in, with `gap` where it has no text."""
    return _PART.sub(
        lambda part: part["escaped"] or part["filled"] or part["choice"] or gap, snippet
    )
