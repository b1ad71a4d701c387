"""Finds where the cursor is inside YAML flow notation, `[a, b]` or `{key: value}`."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

_KEY = re.compile(r"\s*(?P<key>[^\s:]+)\s*:(?:\s+|$)")


class Flow(msgspec.Struct, frozen=True):
    """A place in flow notation: the steps to it, and the text before the cursor, from an offset on.

    With `in_value` the last step is a key or an item whose value is there.
    """

    steps: tuple[str | None, ...]
    in_value: bool
    start: int
    siblings: Mapping[str, str]


def flow_of(text: str) -> Flow | None:
    """Return the place at the end of a text; None if it is not within brackets."""
    if not text.startswith(("[", "{")):
        return None
    opened: list[tuple[str, int, dict[str, str]]] = []
    steps: list[str | None] = []
    quote = ""
    for at, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        elif character in "[{":
            if opened:
                steps.append(_step(opened[-1], text, at))
            opened.append((character, at + 1, {}))
        elif character in "]}" and opened:
            opened.pop()
            del steps[max(0, len(opened) - 1) :]
        elif character == "," and opened:
            kind, begin, written = opened[-1]
            key = _KEY.match(text[begin:at])
            if key is not None:
                written[key["key"]] = text[begin + key.end() : at]
            opened[-1] = kind, at + 1, written
    if not opened or quote:
        return None
    kind, begin, written = opened[-1]
    last = text[begin:]
    key = _KEY.match(last) if kind == "{" else None
    if key is not None:
        step, start = key["key"], begin + key.end()
        return Flow((*steps, step), True, start, written)
    start = begin + len(last) - len(last.lstrip())
    if kind == "[":
        return Flow((*steps, None), True, start, written)
    return Flow(tuple(steps), False, start, written)


def _step(opened: tuple[str, int, dict[str, str]], text: str, at: int) -> str | None:
    """Return the step to a collection that opens at an offset."""
    kind, begin, _ = opened
    key = _KEY.match(text[begin:at])
    return key["key"] if kind == "{" and key is not None else None
