"""Suggestions for the name of a class that does not exist."""

from __future__ import annotations

from muranopl.diagnostics.nearest import nearest
from muranopl.namespace.result import Names


def nearest_class(names: Names, name: str) -> str | None:
    """Return the full name of the listed class with the most similar short name, in any namespace.

    Return None if no name is similar.
    """
    listed = (
        id_.name
        for id_, declared in names.classes.items()
        if declared.listed is not None
    )
    known = {item.rpartition(".")[2]: item for item in listed if item != name}
    close = nearest(name.rpartition(".")[2], known)
    return None if close is None else known[close]
