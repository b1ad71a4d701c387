"""Attributes of objects: the values that setAttr stores in addition to the properties.

Reference: running, Attributes, owner, find, new.
"""

from __future__ import annotations

from typing import Any

from muranopl.execution import exceptions

Key = tuple[str, str, str]
"""Object id, full name of the class that can read it, name."""


class Attributes:
    """The attributes of all objects of one execution."""

    def __init__(self) -> None:
        self._values: dict[Key, Any] = {}

    def load(self, rows: object) -> None:
        """Add the rows of a saved model: object id, class, name, value.

        Raise MuranoError for others.
        """
        if not isinstance(rows, (list, tuple)) or not all(map(_is_row, rows)):
            raise exceptions.MuranoError(
                "ValueError", "Attributes is not a list of [object id, class, name, value]"
            )
        for object_id, class_name, name, value in rows:
            self.set((object_id, class_name, name), value)

    def set(self, key: Key, value: Any) -> None:
        """Store a value; null removes it."""
        if value is None:
            self._values.pop(key, None)
        else:
            self._values[key] = value

    def get(self, key: Key) -> Any:
        """Return a value, or null."""
        return self._values.get(key)

    def forget(self, object_id: str) -> None:
        """Remove the attributes of a destroyed object."""
        # A list, as the dictionary changes meanwhile.
        for key in [key for key in self._values if key[0] == object_id]:
            del self._values[key]

    def saved(self, ids: frozenset[str]) -> list[list[Any]]:
        """Return the rows of the objects with these ids."""
        return [[*key, value] for key, value in self._values.items() if key[0] in ids]


def _is_row(row: object) -> bool:
    return (
        isinstance(row, (list, tuple))
        and len(row) == 4
        and not any(isinstance(item, (dict, list)) for item in row[:3])
    )
