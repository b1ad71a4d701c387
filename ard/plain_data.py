"""Nodes → plain Python data: mappings, lists and scalars, for dumps and callers of the library."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.diagnostics.formats.encode import json_number


def plain(node: Node) -> Any:
    """Return a node as mappings, lists and scalars that JSON has.

    An expression becomes `{"yaql": text}`, a date its text, and so does a number that JSON cannot
    hold (`json_number`).
    """
    if isinstance(node, Mapping):
        return {_key(key): plain(value) for key, value in node.pairs}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    if isinstance(node, Yaql):
        return {"yaql": node.text}
    value = node.value if isinstance(node, Scalar) else None
    if value is None or isinstance(value, (bool, int, float, str)):
        return _scalar(value)
    return str(value)


def exact(node: Node) -> str:
    """Return the plain data of a node as text, by which true and 1 are two values."""
    return json.dumps(plain(node), sort_keys=True)


def strict(value: Any) -> Any:
    """Return plain data as JSON has them: see `json_number`, for keys too."""
    return rebuilt(value, _scalar, _scalar)


def _scalar(value: Any) -> Any:
    if isinstance(value, (int, float)):
        return json_number(value)
    return value


def rebuilt(value: Any, leaf: Callable[[Any], Any], key: Callable[[Any], Any] | None = None) -> Any:
    """Return a copy of plain data.

    `leaf` converts all values but mappings and lists, `key` the keys of mappings.
    """
    if isinstance(value, dict):
        return {
            name if key is None else key(name): rebuilt(item, leaf, key)
            for name, item in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [rebuilt(item, leaf, key) for item in value]
    return leaf(value)


def _key(node: Node) -> str:
    if isinstance(node, Yaql):
        return node.text
    return str(getattr(node, "value", None))
