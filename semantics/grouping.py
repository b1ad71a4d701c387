"""Groups pairs as a mapping of lists, and follows what items lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Return the second items of pairs by the first ones, in order."""
    result: dict[K, list[V]] = {}
    for key, value in pairs:
        result.setdefault(key, []).append(value)
    return result


def reached(start: Iterable[K], next_: Callable[[K], Iterable[K]]) -> set[K]:
    """Return what is reachable from some items; one of these only if another one leads to it."""
    result: set[K] = set()
    pending = [*start]
    while pending:
        new = set(next_(pending.pop())) - result
        result |= new
        pending.extend(new)
    return result
