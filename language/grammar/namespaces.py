"""`Namespaces`: the prefixes of a document."""

from __future__ import annotations

import msgspec

from muranopl.ard.nodes import Node, Yaql, is_null, text_of
from muranopl.language.grammar.entity import Reading
from muranopl.language.grammar.readers import mapping_of


class NamespacePrefix(msgspec.Struct, eq=False):
    """One `prefix: name.space`, as written; whether both are well-formed is the namespace phase's business."""

    prefix: str
    namespace: str
    prefix_node: Node
    node: Node


def _prefix(key: Node, value: Node, reading: Reading, what: str) -> NamespacePrefix | None:
    prefix = _text(key)
    namespace = "" if is_null(value) else _text(value)
    for node, found in ((key, prefix), (value, namespace)):
        if found is None:
            reading.wrong_type(node, f"an entry of {what}", "text")
    return None if prefix is None or namespace is None else NamespacePrefix(prefix, namespace, key, value)


def _text(node: Node) -> str | None:
    return node.text if isinstance(node, Yaql) else text_of(node)


namespaces = mapping_of(_prefix)
