"""Finds the functions that an expression can call, in tables that cache what yaql would search for.

At every call, yaql asks each context on the way up for the functions of a name. Here the variables
of an expression hold the tables, which cache their results, so that the depth of contexts costs
nothing. The functions and their order are the same.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Protocol

from yaql.language import conventions

CONVENTION = conventions.CamelCaseConvention()
Levels = Sequence[Sequence[Any]]


class FunctionTable(Protocol):
    """A table of functions by name."""

    def find(self, name: str, *, method: bool) -> Levels:
        """Return the overloads of a name, yaql's definitions, in levels.

        The first one that fits counts. `method` selects functions that are called on a receiver.
        """

    def names(self) -> set[str]:
        """Return the names of all functions that can be called by name."""


# Tables in the order of lookup.
Tables = tuple[FunctionTable, ...]


def find(tables: Tables, name: str, *, method: bool) -> Levels:
    """Return the overloads of a name in several tables; see `FunctionTable.find`."""
    if len(tables) == 1:
        return tables[0].find(name, method=method)
    return [level for table in tables for level in table.find(name, method=method)]


@functools.lru_cache(1024)
def spelt(name: str, *, convert: bool) -> str:
    """Return the registered name of a function.

    It has no trailing underscores, and is in camelCase if `convert`.
    """
    name = name.rstrip("_")
    return str(CONVENTION.convert_function_name(name)) if convert else name


class LocalFunction:
    """The table of a single function, defined by `def()`."""

    def __init__(self, definition: Any) -> None:
        self._definition = definition

    def find(self, name: str, *, method: bool) -> Levels:
        """See `FunctionTable`."""
        result = self._definition
        fits = result.name == name and (result.is_method if method else result.is_function)
        return ((result,),) if fits else ()

    def names(self) -> set[str]:
        """See `FunctionTable`."""
        return {self._definition.name}
