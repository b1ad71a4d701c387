"""Lists as an object model has them, before a contract makes others of them.

To the engine they equal no list that an expression makes (quirk `given-list`).
"""

from __future__ import annotations

from typing import Any


class GivenList(list[Any]):
    """A list of an object model, which no contract has converted."""

    __slots__ = ()


def given(value: Any) -> Any:
    """Return data of an object model with its lists marked as given."""
    if isinstance(value, dict):
        return {key: given(item) for key, item in value.items()}
    return GivenList(map(given, value)) if isinstance(value, list) else value


def converted(value: Any) -> Any:
    """Return data with plain lists in place of given ones."""
    if isinstance(value, dict):
        return {key: converted(item) for key, item in value.items()}
    return [converted(item) for item in value] if isinstance(value, list) else value
