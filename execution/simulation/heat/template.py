"""Parts of templates, by their names in Heat's own format or, capitalized, in that of AWS."""

from __future__ import annotations

from typing import Any

Template = dict[Any, Any]


def member(value: Any, name: str) -> Any:
    """Return a member of a mapping; null if it is missing, or the value is not a mapping."""
    if not isinstance(value, dict):
        return None
    return value.get(name, value.get(name.capitalize()))


def section(value: Any, name: str) -> dict[Any, Any]:
    """Return a member that is a mapping, else an empty one."""
    result = member(value, name)
    return result if isinstance(result, dict) else {}
