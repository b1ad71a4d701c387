"""`Namespaces`: the prefixes of a document."""

from __future__ import annotations

import msgspec

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.diagnostics.catalogue import shapes
from muranopl.language.grammar.entity import Reading
from muranopl.language.grammar.readers import mapping_of


class Prefix(msgspec.Struct, eq=False):
    """One `prefix: name.space`, as written; whether both are well-formed is the namespace phase's business."""

    prefix: str
    namespace: str
    prefix_node: Node
    node: Node


def _prefix(key: Node, value: Node, reading: Reading, what: str) -> Prefix | None:
    prefix = _text(key)
    namespace = "" if isinstance(value, Scalar) and value.value is None else _text(value)
    for node, found in ((key, prefix), (value, namespace)):
        if found is None:
            reading.findings.report(
                shapes.WRONG_TYPE, node.place, what=f"an entry of {what}", expected="text", found=described(node)
            )
    return None if prefix is None or namespace is None else Prefix(prefix, namespace, key, value)


def _text(node: Node) -> str | None:
    if isinstance(node, Yaql):
        return node.text
    return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else None


namespaces = mapping_of(_prefix)
