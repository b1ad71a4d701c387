"""Steps of the path of a value in an object model, as messages show it: `$.instance.networks[0]['a key']`."""

from __future__ import annotations

import re
from typing import Any

from muranopl.ard.sources.file_names import shown

ROOT = "$"
_WORD = re.compile(r"[^\W\d]\w*\Z")
_SHOWN_LENGTH = 60
_LONG = 10**_SHOWN_LENGTH


def member(key: Any) -> str:
    """Return the step to the value of a key, which may be any object; a long text is cut short."""
    kind = type(key)
    if not issubclass(kind, str):
        is_short = kind in {bool, float, type(None)} or (kind is int and -_LONG < key < _LONG)
        return f"[{key!r}]" if is_short else f"[<{shown(kind.__name__)}>]"
    text = str.__str__(key)
    short = text if len(text) <= _SHOWN_LENGTH else f"{text[:_SHOWN_LENGTH]}..."
    return f".{short}" if _WORD.match(short) else f"[{shown(repr(short))}]"


def item(position: int) -> str:
    """Return the step to an item of a list, counted from 0."""
    return f"[{position}]"
