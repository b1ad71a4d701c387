"""`Namespaces`: the prefixes of a document."""

from __future__ import annotations

import msgspec

from muranopl.ard.nodes import Node, is_null
from muranopl.language.grammar.entity import Reading
from muranopl.language.grammar.readers import mapping_of, text


class NamespacePrefix(msgspec.Struct, eq=False):
    """One `prefix: name.space`, as written; whether both are well-formed is the namespace phase's business."""

    prefix: str
    namespace: str
    prefix_node: Node
    node: Node


def _prefix(key: Node, value: Node, reading: Reading, what: str) -> NamespacePrefix | None:
    title = f"an entry of {what}"
    prefix = text(key, reading, title)
    namespace = "" if is_null(value) else text(value, reading, title)
    return None if prefix is None or namespace is None else NamespacePrefix(prefix, namespace, key, value)


namespaces = mapping_of(_prefix)
