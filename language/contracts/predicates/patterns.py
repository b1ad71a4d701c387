"""Compiles regular expressions that Python's `re` certainly runs in bounded time, and no others.

Such an expression is a sequence of parts that may be repeated. `re` tries every way to share a text
among repeated parts. As long as no group is repeated, the number of ways is a power of the text's
length, with the number of repeated parts as exponent, so it can be computed beforehand.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable

Search = Callable[[object], bool | None]

# Longest pattern, in characters.
MAX_PATTERN = 100

# The greatest number of ways that one search may have to try, which takes some milliseconds.
MAX_WAYS = 50_000

_SET = r"\[\^?(?:[\w.,:;/@+= $%#<>()*?!]|\\[dws.\\/$*+?|^(){}\[\]-]|-(?!-))+\]"
_ATOM = rf"(?:[\w.,:;/@= %#<>!\"'~&`-]|\\[dwsDWS.\\/$*+?|^(){{}}\[\]-]|{_SET})"
# Source of the pattern for a part of a pattern. It is compiled on first use, as that takes a
# millisecond.
_TOKEN = (
    rf"{_ATOM}(?P<repeat>[*+]|(?P<option>\?)|\{{(?P<least>\d\d?)(?P<range>,(?P<most>\d\d?)?)?\}})?"
    r"|(?P<begin>\((?:\?:)?)|(?P<end>\))|(?P<or>\|)"
)


@functools.lru_cache(256)
def compile_pattern(pattern: str, most_ways: int = MAX_WAYS) -> Search | None:
    """Return the search for a pattern in a value, or None for a pattern that is not of this kind.

    The search returns None, no answer, for anything but printable ASCII text, as modules for
    regular expressions differ in what they take for letters and blanks; and where it could take
    long.
    """
    if len(pattern) > MAX_PATTERN or not (pattern.isascii() and pattern.isprintable()):
        return None
    # Computed from the pattern alone, before any text is searched.
    cost = _cost(pattern)
    if cost is None:
        return None
    try:
        search = re.compile(pattern).search
    except re.error:
        return None
    factor, exponent = cost

    def found(value: object) -> bool | None:
        if not isinstance(value, str) or not (value.isascii() and value.isprintable()):
            return None
        if factor * (len(value) + 1) ** exponent > most_ways:
            return None
        return search(value) is not None

    return found


def _cost(pattern: str) -> tuple[int, int] | None:
    """Return the number of ways to try, as a factor and the exponent of the text's length.

    Return None for other patterns.
    """
    anchored = pattern.startswith("^")
    at, end = int(anchored), len(pattern)
    if pattern.endswith("$") and not pattern.endswith("\\$"):
        end -= 1
    match = re.compile(_TOKEN).match
    factor, exponent = 1, 0
    # The number of alternatives of the pattern and of each open group.
    open_groups = [1]
    while at < end:
        token = match(pattern, at, end)
        if token is None:
            return None
        at = token.end()
        if token["begin"]:
            open_groups.append(1)
        elif token["or"]:
            open_groups[-1] += 1
        elif token["end"]:
            factor *= open_groups.pop()
            if not open_groups:
                return None
        elif token["option"]:
            factor *= 2
        elif token["least"]:
            exponent += token["range"] is not None and token["most"] is None
            factor *= max(1, int(token["most"] or 0) - int(token["least"]) + 1)
        else:
            exponent += token["repeat"] is not None
    alternatives = open_groups.pop()
    if open_groups:
        return None
    # Unless `^` binds all alternatives, a search begins at every position of the text
    return factor * alternatives, exponent + (not anchored or alternatives > 1)
