"""Ids for the objects that a form creates, deterministic so that runs can be compared."""

from __future__ import annotations

import hashlib

import msgspec

from muranopl.ard.model_path import item, member
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence
from muranopl.language.grammar.ui.fragments import HEADER


class ReferredId(str):
    """The id of an object created by `ref()`, which may occur in several places."""

    __slots__ = ()


class Identities:
    """Generates ids; `seed` is the text of the UI definition."""

    def __init__(self, seed: str) -> None:
        self._seed = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest()

    def of(self, what: str) -> str:
        """Return the id for a path or a name."""
        return hashlib.sha256(self._seed + what.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def inserted(self, node: Node, path: str) -> Node:
        """Return a model with an id in each header, except in those that `ref()` created."""
        if isinstance(node, Mapping):
            return self._mapping(node, path)
        if isinstance(node, Sequence):
            items = [
                self.inserted(value, path + item(position))
                for position, value in enumerate(node.items)
            ]
            return msgspec.structs.replace(node, items=tuple(items))
        return node

    def _mapping(self, node: Mapping, path: str) -> Node:
        pairs: list[tuple[Node, Node]] = []
        for key, value in node.pairs:
            name = key.value if isinstance(key, Scalar) else None
            result = (
                self._header(value, path) if name == HEADER and isinstance(value, Mapping) else None
            )
            pairs.append((key, result or self.inserted(value, path + member(name))))
        return msgspec.structs.replace(node, pairs=tuple(pairs))

    def _header(self, header: Mapping, path: str) -> Node | None:
        known = header.get("id")
        # All uses of a `ref()` share one id.
        if isinstance(known, Scalar) and isinstance(known.value, ReferredId):
            return None
        return with_entry(header, "id", self.of(path))


def with_entry(node: Mapping, key: str, value: str) -> Mapping:
    """Return a mapping with the value of a key replaced or added."""
    span = node.head.span
    kept = tuple(
        pair for pair in node.pairs if not (isinstance(pair[0], Scalar) and pair[0].value == key)
    )
    return msgspec.structs.replace(node, pairs=(*kept, (Scalar(*span, key), Scalar(*span, value))))
