"""The class that a name, which no class has, is likely meant for."""

from __future__ import annotations

from muranopl.diagnostics.nearest import nearest
from muranopl.namespace.result import Names


def nearest_class(names: Names, name: str) -> str | None:
    """Return the full name of the class that is called nearly the same, whatever its namespace; None where none is.

    One that the manifest of its package does not list is never found.
    """
    listed = (id_.name for id_, declared in names.classes.items() if declared.listed is not None)
    known = {each.rpartition(".")[2]: each for each in listed if each != name}
    close = nearest(name.rpartition(".")[2], known)
    return None if close is None else known[close]
