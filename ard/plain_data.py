"""Plain data: mappings, lists and scalars, as ARD has it for dumps and for callers of the library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.diagnostics.formats.encode import json_number
from muranopl.diagnostics.recursion import Recursive, result_of, results_of


def plain(node: Node) -> Any:
    """The value as mappings, lists and scalars that JSON has; an expression becomes `{"yaql": text}`, a date its text.

    Numbers that JSON has none for become texts, see `json_number`.
    """
    return result_of(_plain(node))


def strict(value: Any) -> Any:
    """Return plain data as JSON has them: see `json_number`, for keys too."""
    return rebuilt(value, _scalar, _scalar)


def _scalar(value: Any) -> Any:
    return json_number(value) if isinstance(value, (int, float)) else value


def rebuilt(value: Any, leaf: Callable[[Any], Any], key: Callable[[Any], Any] | None = None) -> Any:
    """Return plain data made of other data: `leaf` makes all but mappings and lists, `key` the keys of mappings."""
    return result_of(_rebuilt(value, leaf, key))


def _rebuilt(value: Any, leaf: Callable[[Any], Any], key: Callable[[Any], Any] | None) -> Any:
    if isinstance(value, dict):
        return _rebuilt_mapping(value, leaf, key)
    return results_of(_rebuilt(each, leaf, key) for each in value) if isinstance(value, (list, tuple)) else leaf(value)


def _rebuilt_mapping(
    value: dict[Any, Any], leaf: Callable[[Any], Any], key: Callable[[Any], Any] | None
) -> Recursive[dict[Any, Any]]:
    found = {}
    for name, item in value.items():
        found[name if key is None else key(name)] = yield _rebuilt(item, leaf, key)
    return found


def _plain(node: Node) -> Any:
    if isinstance(node, Mapping):
        return _mapping(node)
    if isinstance(node, Sequence):
        return results_of(map(_plain, node.items))
    if isinstance(node, Yaql):
        return {"yaql": node.text}
    value = node.value if isinstance(node, Scalar) else None
    return _scalar(value) if value is None or isinstance(value, (bool, int, float, str)) else str(value)


def _mapping(node: Mapping) -> Recursive[dict[str, Any]]:
    made = {}
    for key, value in node.pairs:
        made[_key(key)] = yield _plain(value)
    return made


def _key(node: Node) -> str:
    return node.text if isinstance(node, Yaql) else str(getattr(node, "value", None))
