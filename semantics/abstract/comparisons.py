"""Finds comparisons that are never true, whatever the operands are of their possible values.

Measured on the engine: numbers, texts and null are equal to none of the other kinds, and null is
less than anything else. Booleans are equal to numbers. `semantics.bodies.conditions` reports them.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Mapping

from muranopl.ard.descriptions import cut
from muranopl.diagnostics.bounds import ALTERNATIVES
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.results import lengths
from muranopl.semantics.abstract.values import (
    Alternative,
    ConstantValue,
    Items,
    Null,
    Number,
    Value,
)

_INFINITE = float("inf")
_NUMBERS = kinds.INT | kinds.FLOAT
_APART = _NUMBERS | kinds.STRING | kinds.BOOL | kinds.NULL
_ALIKE = _NUMBERS | kinds.BOOL


def never_true(symbol: str, left: Value, right: Value) -> bool:
    """Return whether a comparison of two known values is certainly false."""
    if symbol == "in":
        return _never_in(left, right)
    never = _NEVER.get(symbol)
    if never is None or not left.alternatives or not right.alternatives:
        return False
    # Bounds the work, as every alternative is compared with every other one.
    if len(left.alternatives) * len(right.alternatives) > ALTERNATIVES.most:
        return False
    pairs = itertools.product(left.alternatives, right.alternatives)
    return all(itertools.starmap(never, pairs))


def _never_in(left: Value, right: Value) -> bool:
    items: list[Value] = []
    for list_ in right.alternatives or ():
        if not isinstance(list_, Items) or list_.items is None:
            return False
        items += list_.items
    # Bounded as above: each item is compared with every alternative.
    if not items or len(items) * len(left.alternatives or ()) > ALTERNATIVES.most:
        return False
    return all(never_true("=", left, item) for item in items)


def _never_equal(first: Alternative, second: Alternative) -> bool:
    one, other = first.kind, second.kind
    # Objects, dates and collections have an equality of their own.
    if (one | other) & ~_APART:
        return False
    if one & kinds.STRING and other & kinds.STRING:
        return _different_texts(first, second)
    # The engine takes true for 1.
    if one & _ALIKE and other & _ALIKE:
        least, most = _extent(first)
        low, high = _extent(second)
        return most < low or high < least
    return one != other


def _different_texts(first: Alternative, second: Alternative) -> bool:
    if isinstance(first, ConstantValue) and isinstance(second, ConstantValue):
        return first.value != second.value
    least, most = lengths(first)
    low, high = lengths(second)
    return (most is not None and most < low) or (high is not None and high < least)


def _never_less(
    first: Alternative, second: Alternative, compare: Callable[[float, float], bool]
) -> bool:
    """Return whether `first` is never before `second`; `compare` is true if it may be."""
    # Nothing is before null but, where both may be equal, null itself.
    if isinstance(second, Null):
        return not (isinstance(first, Null) and compare(0, 0))
    if not (first.kind & _NUMBERS and second.kind & _NUMBERS):
        return False
    return not compare(_extent(first)[0], _extent(second)[1])


def _extent(alternative: Alternative) -> tuple[float, float]:
    """Return the least and the greatest number that a value may be."""
    if isinstance(alternative, ConstantValue):
        value = alternative.value
        return (value, value) if not isinstance(value, str) else (-_INFINITE, _INFINITE)
    # Samples are values beside the range, so the range says nothing then.
    if isinstance(alternative, Number) and not alternative.samples:
        least, most = alternative.least, alternative.most
        return (-_INFINITE if least is None else least, _INFINITE if most is None else most)
    return -_INFINITE, _INFINITE


_NEVER: Mapping[str, Callable[[Alternative, Alternative], bool]] = {
    "=": _never_equal,
    "<": lambda first, second: _never_less(first, second, operator.lt),
    "<=": lambda first, second: _never_less(first, second, operator.le),
    ">": lambda first, second: _never_less(second, first, operator.lt),
    ">=": lambda first, second: _never_less(second, first, operator.le),
}
"""The comparisons, by operator."""

_MOST_SHOWN = 4
"""Most constants that a message names."""


def possible(value: Value) -> str:
    """Return the possible values in words for messages: `null or an integer from 1 to 10`."""
    alternatives = value.alternatives or ()
    words = dict.fromkeys(map(_possible, alternatives))
    if len(words) > _MOST_SHOWN:
        return f"one of {len(words):,} values"
    return " or ".join(words)


def _possible(alternative: Alternative) -> str:
    if isinstance(alternative, ConstantValue):
        value = alternative.value
        return f'"{cut(value)}"' if isinstance(value, str) else cut(str(value).lower())
    kind = kinds.WORDS[kinds.single(alternative.kind)[0]]
    if isinstance(alternative, Number):
        limits = _limits(alternative.least, alternative.most)
        return f"{kind} {limits}" if limits else kind
    least, most = lengths(alternative)
    limits = _limits(least or None, most)
    return f"{kind} of length {limits}" if limits else kind


def _limits(least: int | None, most: int | None) -> str:
    if least is not None and most is not None:
        return f"from {least} to {most}"
    if least is not None:
        return f"of {least} or more"
    return "" if most is None else f"of {most} or less"
