"""ARD → plain data, for dumps and for callers of the library."""

from __future__ import annotations

from typing import Any

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql


def plain(node: Node) -> Any:
    """The value as mappings, lists and scalars; an expression becomes `{"yaql": text}`, a date its ISO text."""
    if isinstance(node, Mapping):
        return {_key(key): plain(value) for key, value in node.pairs}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    if isinstance(node, Yaql):
        return {"yaql": node.text}
    value = node.value if isinstance(node, Scalar) else None
    return value if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def _key(node: Node) -> str:
    return node.text if isinstance(node, Yaql) else str(getattr(node, "value", None))
