"""Groups pairs as a mapping of lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Return the second items of pairs by the first ones, in order."""
    result: dict[K, list[V]] = {}
    for key, value in pairs:
        result.setdefault(key, []).append(value)
    return result
