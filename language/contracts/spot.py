"""Where in an object model a value is: its path, and the source it was written in."""

from __future__ import annotations

import re

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence
from muranopl.diagnostics.places import Place

_WORD = re.compile(r"[^\W\d]\w*\Z")


class Spot:
    """A value's place in an object model: the spot it is in, the step from there, and its node if it was written.

    A value that was computed, or comes from a default, has no node of its own: the one around it stands for it. Paths
    are put together only when asked for.
    """

    __slots__ = ("_children", "_keys", "node", "parent", "step")

    def __init__(self, node: Node, parent: Spot | None = None, step: str = "$") -> None:
        self.node = node
        self.parent = parent
        self.step = step
        self._children: dict[object, Node] | None = None
        self._keys: dict[object, Node] | None = None

    def member(self, name: str) -> Spot:
        """The spot of a property of the object here."""
        return Spot(self._child(name), self, _step(name))

    def key(self, key: object) -> Spot:
        """The spot of a value of the mapping here."""
        return Spot(self._child(key), self, f"[{_shown(key)}]")

    def item(self, position: int) -> Spot:
        """The spot of an item of the list here; a single value stands for a list of one."""
        node = self.node
        if isinstance(node, Sequence) and position < len(node.items):
            node = node.items[position]
        return Spot(node, self, f"[{position}]")

    def at(self, node: Node) -> Spot:
        """The same spot of the model, for a value that is written elsewhere (a default)."""
        return Spot(node, self.parent, self.step)

    def moved(self, parent: Spot, name: str) -> Spot:
        """The same source as a property of the object at another spot."""
        return Spot(self.node, parent, _step(name))

    def key_node(self, key: object) -> Node:
        """Where a key of the mapping here is written."""
        if self._keys is None:
            pairs = self.node.pairs if isinstance(self.node, Mapping) else ()
            self._keys = {name.value: name for name, _ in pairs if isinstance(name, Scalar)}
        return self._keys.get(key, self.node)

    def has_own_source(self) -> bool:
        """Whether the value was written where it is, rather than computed or left out."""
        return self.parent is None or self.node is not self.parent.node

    @property
    def head(self) -> Place:
        """The place to show: of an object or mapping its header or first key, else all of the value."""
        node = self.node
        if isinstance(node, Mapping) and node.pairs:
            return (node.find("?") or node.pairs[0])[0].place
        return node.place

    @property
    def path(self) -> str:
        """The path from the root, `$.instance.networks[0]`."""
        steps: list[str] = []
        spot: Spot | None = self
        while spot is not None:
            steps.append(spot.step)
            spot = spot.parent
        return "".join(reversed(steps))

    def _child(self, key: object) -> Node:
        if self._children is None:
            pairs = self.node.pairs if isinstance(self.node, Mapping) else ()
            self._children = {name.value: value for name, value in pairs if isinstance(name, Scalar)}
        try:
            return self._children.get(key, self.node)
        except TypeError:  # a key that cannot be one
            return self.node


MAX_STEP = 60
"""Longest key that a path shows whole, in characters."""


def _step(name: str) -> str:
    return f".{name}" if len(name) <= MAX_STEP and _WORD.match(name) else f"[{_shown(name)}]"


def _shown(key: object) -> str:
    """A key as paths show it; one that is no plain value (a class) by its name."""
    text = repr(key) if key is None or isinstance(key, (str, int, float)) else f"'{key}'"
    return text if len(text) <= MAX_STEP + 2 else f"{text[: MAX_STEP - 1]}...'"
