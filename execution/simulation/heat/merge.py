"""Merging of templates like `HeatStack.updateTemplate`.

Source: native-classes.md, table "Merge of `updateTemplate`".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from muranopl.ard.model_path import ROOT, member
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.simulation.heat.template import Template


def merged(current: Template, change: Template) -> Template:
    """Return a template with a change merged into it; neither is modified, parts are shared.

    Raise MuranoError if the kinds of two values do not allow merging; its message has their
    path.
    """
    return _merged(current, change, ROOT)


def _merged(current: Template, change: Template, path: str) -> Template:
    result = dict(current)
    for key, new in change.items():
        result[key] = _value(current[key], new, path + member(key)) if key in current else new
    return result


def _value(old: Any, new: Any, path: str) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return _merged(old, new, path)
    if isinstance(old, list) and isinstance(new, list):
        return each_once((*old, *new))
    if type(old) is type(new):
        return new
    # The engine keeps the old value if one of them is null.
    if {type(old), type(new)} == {str, type(None)}:
        return old
    problem = f"{path}: {_kind(new)} cannot be merged into {_kind(old)}"
    raise MuranoError("TypeError", problem)


def each_once(items: Iterable[Any]) -> list[Any]:
    """Return items without duplicates, in order of first occurrence."""
    result: dict[str, Any] = {}
    for item in items:
        result.setdefault(_identity(item), item)
    return list(result.values())


def _identity(value: Any) -> str:
    """Return a text that is the same for equal values, whatever the order of keys.

    1, 1.0 and true are equal.
    """
    if isinstance(value, dict):
        entries = [f"{_identity(key)}:{_identity(item)}" for key, item in value.items()]
        return "{" + ",".join(sorted(entries)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(_identity, value)) + "]"
    if isinstance(value, (bool, int)) or (isinstance(value, float) and value.is_integer()):
        return str(int(value))
    return repr(value)


_KINDS: dict[type, str] = {
    dict: "a mapping",
    list: "a list",
    str: "text",
    bool: "a boolean",
    int: "a whole number",
    float: "a number with a fraction",
    type(None): "null",
}


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), type(value).__name__)
