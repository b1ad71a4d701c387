"""Merges Heat templates like `HeatStack.updateTemplate`, and finds differences between them.

Parts are named as in Heat's own format or, capitalized, in that of AWS. Source: native-classes.md,
table "Merge of `updateTemplate`".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from muranopl.ard import model_path
from muranopl.ard.model_path import ROOT
from muranopl.execution.exceptions import MuranoError

Template = dict[Any, Any]
_KINDS: dict[type, str] = {
    dict: "a mapping",
    list: "a list",
    str: "a string",
    bool: "a boolean",
    int: "a whole number",
    float: "a number with a fraction",
    type(None): "null",
}


def member(value: Any, name: str) -> Any:
    """Return a member of a mapping; null if it is missing, or the value is not a mapping."""
    if not isinstance(value, dict):
        return None
    return value.get(name, value.get(name.capitalize()))


def section(value: Any, name: str) -> dict[Any, Any]:
    """Return a member that is a mapping, else an empty one."""
    result = member(value, name)
    return result if isinstance(result, dict) else {}


def merged(current: Template, change: Template) -> Template:
    """Return a template with a change merged into it; neither is modified, parts are shared.

    Raise MuranoError if the kinds of two values do not allow merging; its message has their
    path.
    """
    return _merged(current, change, ROOT)


def _merged(current: Template, change: Template, path: str) -> Template:
    result = dict(current)
    for key, new in change.items():
        result[key] = (
            _value(current[key], new, path + model_path.member(key)) if key in current else new
        )
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


def _kind(value: Any) -> str:
    return _KINDS.get(type(value), type(value).__name__)


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value that was added (`before` is absent), removed (`after` is absent), or replaced."""

    path: str
    before: Any = msgspec.UNSET
    after: Any = msgspec.UNSET


def changes(before: Template, after: Template) -> list[Change]:
    """Return the changes from one template to another, in order; lists are compared as a whole."""
    result: list[Change] = []
    waiting = [(ROOT, before, after)]
    while waiting:
        path, old, new = waiting.pop()
        inside = []
        for key in (*old, *(item for item in new if item not in old)):
            step = path + model_path.member(key)
            here, there = old.get(key, msgspec.UNSET), new.get(key, msgspec.UNSET)
            if isinstance(here, dict) and isinstance(there, dict):
                inside.append((step, here, there))
            elif not _same(here, there):
                result.append(Change(step, here, there))
        # Last in, first out: keeps the order of keys.
        waiting += reversed(inside)
    return result


def _same(here: Any, there: Any) -> bool:
    # Python takes 1, 1.0 and true for equal, but they are different values in a template
    return type(here) is type(there) and bool(here == there)


def inside(value: Any, path: list[Any]) -> Any:
    """Return the part of a value at a path, or null."""
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and str(step).isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value
