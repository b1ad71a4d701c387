"""Headers of the objects in a model that a form creates."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from muranopl.ard.model_path import item, member
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, text_of
from muranopl.language.grammar.object_header import HEADER


def with_headers(node: Node, path: str, changed: Callable[[Mapping, str], Mapping]) -> Node:
    """Return a model with each header replaced; `changed` takes it and the path of its object."""
    if isinstance(node, Sequence):
        items = [
            with_headers(value, path + item(position), changed)
            for position, value in enumerate(node.items)
        ]
        return msgspec.structs.replace(node, items=tuple(items))
    if not isinstance(node, Mapping):
        return node
    pairs: list[tuple[Node, Node]] = []
    for key, value in node.pairs:
        if text_of(key) == HEADER and isinstance(value, Mapping):
            pairs.append((key, changed(value, path)))
        else:
            name = key.value if isinstance(key, Scalar) else None
            pairs.append((key, with_headers(value, path + member(name), changed)))
    return msgspec.structs.replace(node, pairs=tuple(pairs))


def with_entry(node: Mapping, key: str, value: str) -> Mapping:
    """Return a mapping with the value of a key replaced or added."""
    span = node.head.span
    kept = tuple(
        pair for pair in node.pairs if not (isinstance(pair[0], Scalar) and pair[0].value == key)
    )
    return msgspec.structs.replace(node, pairs=(*kept, (Scalar(*span, key), Scalar(*span, value))))
