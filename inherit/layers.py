"""Mappings that extend another one and share its entries, for the members of types.

A class has all members of its parent and a few of its own: copied for each class of a long line of
descent, or for each of many classes below a large one, they would take quadratic time and memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

V = TypeVar("V")
K = TypeVar("K")

_SMALL = 64
"""Mappings of up to this many entries are copied, which is faster than searching several layers."""


class Layered(Mapping[K, V], Generic[K, V]):
    """A mapping of several layers, where later ones override.

    The order is that of an updated dict.
    """

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
    """Return a mapping with the entries of `below` updated by `own`; `below` does not change.

    Layers become smaller from one to the next, so there are few, and an entry is copied at most as
    often as there are layers.
    """
    if not own:
        return below
    if below.__class__ is Layered:  # `isinstance` asks the abstract class, which is slow
        layers = below.layers
    else:
        layers = (dict(below) if not isinstance(below, dict) else below,)
    top = own
    # Merging layers that are not larger keeps their number logarithmic.
    while layers and len(layers[-1]) <= max(_SMALL, len(top)):
        top = {**layers[-1], **top}
        layers = layers[:-1]
    if layers:
        return Layered((*layers, top), len(below) + sum(key not in below for key in own))
    return top
