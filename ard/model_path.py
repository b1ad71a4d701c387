"""Paths of values in an object model, as messages show them: `$.instance.networks[0]['a key']`.

`ModelPath` is the path of a value that was read from a file; `ROOT`, `member` and `item` are steps,
for readers that only need the text.
"""

from __future__ import annotations

from typing import Any

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence
from muranopl.ard.sources.file_names import shown
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.places import Place

ROOT = "$"
# Length of the longest key that a path shows in full, in characters.
LONGEST_KEY = 60
_WORD = lazy_pattern(r"[^\W\d]\w*\Z")
_LONG = 10**LONGEST_KEY


def member(key: Any) -> str:
    """Return the step to the value of a key, which may be any object; a long text is shortened."""
    if issubclass(type(key), str):
        key = str.__str__(key)  # subclasses may do anything
        if len(key) <= LONGEST_KEY and _WORD.match(key):
            return f".{key}"
    return _indexed(key)


def item(position: int) -> str:
    """Return the step to an item of a list, counted from 0."""
    return f"[{position}]"


def _indexed(key: Any) -> str:
    kind = type(key)
    if not issubclass(kind, str):
        is_short = kind in {bool, float, type(None)} or (kind is int and -_LONG < key < _LONG)
        if is_short:
            return f"[{key!r}]"
        return f"[<{shown(kind.__name__)}>]"
    text = str.__str__(key)
    return f"[{shown(repr(text if len(text) <= LONGEST_KEY else f'{text[:LONGEST_KEY]}...'))}]"


class ModelPath:
    """The path of a value in an object model.

    The path of the container, the step from there, and its node. A computed value, or one from a
    default, has no node of its own: the node around it is used. The text is made on demand; the
    step to an item of a list is its position.
    """

    __slots__ = ("_pairs", "node", "parent", "step")

    def __init__(self, node: Node, parent: ModelPath | None = None, step: str | int = ROOT) -> None:
        self.node = node
        self.parent = parent
        self.step = step
        self._pairs: dict[object, tuple[Node, Node]] | None = None

    def member(self, name: str) -> ModelPath:
        """Return the path of a property of the object here."""
        if len(name) <= LONGEST_KEY and _WORD.match(name):
            step = f".{name}"
        else:
            step = member(name)
        return ModelPath(self._pair(name)[1], self, step)

    def key(self, key: object) -> ModelPath:
        """Return the path of a value of the mapping here.

        A key that is not a plain value (a class) is shown as text.
        """
        is_plain = key is None or isinstance(key, (str, int, float))
        return ModelPath(self._pair(key)[1], self, _indexed(key if is_plain else str(key)))

    def item(self, position: int) -> ModelPath:
        """Return the path of an item of the list here; a single value counts as a list of one."""
        node = self.node
        if node.__class__ is Sequence and position < len(node.items):
            node = node.items[position]
        return ModelPath(node, self, position)

    def at(self, node: Node) -> ModelPath:
        """Return the same path, for a value that is written elsewhere (a default)."""
        return ModelPath(node, self.parent, self.step)

    def moved(self, parent: ModelPath, name: str) -> ModelPath:
        """Return the path of a property of another object, for a value that is written here."""
        return ModelPath(self.node, parent, member(name))

    def key_node(self, key: object) -> Node:
        """Return the node of a key of the mapping here."""
        return self._pair(key)[0]

    def has_own_source(self) -> bool:
        """Return whether the value was written in the model, rather than computed or left out."""
        return self.parent is None or self.node is not self.parent.node

    @property
    def head(self) -> Place:
        """The place to show: the header or first key of an object or mapping, else the value."""
        node = self.node
        if isinstance(node, Mapping) and node.pairs:
            return (node.find("?") or node.pairs[0])[0].place
        return node.place

    @property
    def text(self) -> str:
        """The path from the root, `$.instance.networks[0]`."""
        steps: list[str] = []
        path: ModelPath | None = self
        while path is not None:
            step = path.step
            steps.append(step if isinstance(step, str) else item(step))
            path = path.parent
        return "".join(reversed(steps))

    def _pair(self, key: object) -> tuple[Node, Node]:
        if self._pairs is None:
            pairs = self.node.pairs if isinstance(self.node, Mapping) else ()
            self._pairs = {pair[0].value: pair for pair in pairs if isinstance(pair[0], Scalar)}
        try:
            return self._pairs.get(key) or (self.node, self.node)
        except TypeError:  # a key that cannot be one
            return self.node, self.node
