"""Suggestions for the name of a class that does not exist."""

from __future__ import annotations

from muranopl.diagnostics.nearest import nearest_full_name
from muranopl.namespace.result import Names


def nearest_class(names: Names, name: str) -> str | None:
    """Return the full name of the listed class that a name most likely misspells, or None."""
    listed = (id_.name for id_, declared in names.classes.items() if declared.listed is not None)
    return nearest_full_name(name, dict.fromkeys(listed))
