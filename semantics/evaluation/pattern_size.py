"""The size of compiled regular expressions: `regex` copies a part for each repetition it demands.

Nested repetitions multiply: 21 characters can demand ten million parts, which take gigabytes.
Measured: up to 1.3 KB and 5 µs for a part, of whatever kind; optional repetitions are not copied.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

from muranopl.ard.regular_expressions import parse_pattern

_REPEATS = re._parser._REPEATCODES  # type: ignore[attr-defined]


@functools.lru_cache(256)
def expanded_size(text: str, flags: int = 0) -> int:
    """Return the number of parts (characters, sets, groups, alternatives) a pattern is compiled to.

    Raise as `re.compile` does.
    """
    total = 0
    stack: list[tuple[Any, int]] = [(parse_pattern(text, flags), 1)]
    while stack:
        sequence, times = stack.pop()
        for operator, argument in sequence:
            total += times
            # Repetitions beyond the minimum are not copied.
            demanded = 1
            if operator in _REPEATS:
                demanded = max(argument[0], 1)
            stack += [(inner, times * demanded) for inner in _sequences(argument)]
    return total


def _sequences(argument: Any) -> Iterator[Any]:
    """Yield the sequences of parts in the argument of an operator of `re`'s parser."""
    if isinstance(argument, re._parser.SubPattern):  # type: ignore[attr-defined]
        yield argument
    elif isinstance(argument, (tuple, list)):
        for item in argument:
            yield from _sequences(item)
