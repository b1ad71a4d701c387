r"""Escapes text from packages for messages, and cuts long lists of names.

Control characters and invisible ones are written as `\x1b` and `\u202e`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from itertools import islice

# They join letters and emoji, and have no other effect.
_JOINERS = "\u200c\u200d"


def visible(text: str) -> str:
    r"""Return `text` with invisible, control, unassigned and surrogate characters escaped.

    A tab is a control character too; spaces of any kind stay as they are.
    """
    if text.isprintable():
        return text
    return "".join(map(escape, text))


def visible_lines(text: str) -> list[str]:
    """Return the lines of a text that may have several, each made visible."""
    return [visible(line) for line in text.replace("\r\n", "\n").split("\n")]


def escape(letter: str) -> str:
    r"""Return one character, or its escape: `\t`, `\x1b`, `\u202e`, `\U000e0041`."""
    if letter.isprintable() or letter in _JOINERS or unicodedata.category(letter) == "Zs":
        return letter
    return letter.encode("unicode_escape").decode("ascii")


def listed(names: Collection[str], most: int) -> str:
    """Return the first `most` names, and how many there are besides."""
    shown = ", ".join(islice(names, most))
    more = len(names) - most
    return f"{shown} and {more:,} more" if more > 0 else shown
