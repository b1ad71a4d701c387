"""Tables that extend one another and share what they have in common.

A class has all members of its parent and a few of its own: copied for each class of a long line of descent, or for each
of many classes below a large one, they would take quadratic time and memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

V = TypeVar("V")
K = TypeVar("K")

_SMALL = 64
"""Tables of so many entries are copied: that is faster than looking in several."""


class Layered(Mapping[K, V], Generic[K, V]):
    """A table of several layers, of which the later ones count; the order is that of one that was updated."""

    __slots__ = ("_size", "layers")

    def __init__(self, layers: tuple[dict[K, V], ...], size: int) -> None:
        self.layers = layers
        self._size = size

    def __getitem__(self, key: K) -> V:
        for layer in reversed(self.layers):
            if key in layer:
                return layer[key]
        raise KeyError(key)

    def __contains__(self, key: object) -> bool:
        return any(key in layer for layer in self.layers)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[K]:
        return iter({key: None for layer in self.layers for key in layer})


def extended(below: Mapping[K, V], own: dict[K, V]) -> Mapping[K, V]:
    """Return a table with the entries of `own` besides and in place of those of `below`, which stays as it is.

    Layers become smaller from each to the next, so there are few; an entry is copied as often as there could be.
    """
    if not own:
        return below
    layers = below.layers if isinstance(below, Layered) else (dict(below) if not isinstance(below, dict) else below,)
    top = own
    while layers and len(layers[-1]) <= max(_SMALL, len(top)):
        top = {**layers[-1], **top}
        layers = layers[:-1]
    return Layered((*layers, top), len(below) + sum(key not in below for key in own)) if layers else top
