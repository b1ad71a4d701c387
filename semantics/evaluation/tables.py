"""Tables of the functions that an expression may call.

yaql asks every context on the way up for the functions of a name, at every call. Here the variables of an expression
know the tables that answer, and tables remember their answers, so that the depth of variables costs nothing. Which
functions are found in which order is the same.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Protocol

from yaql.language import conventions

CONVENTION = conventions.CamelCaseConvention()
Levels = Sequence[Sequence[Any]]


class FunctionTable(Protocol):
    """Where functions are found."""

    def find(self, name: str, *, method: bool) -> Levels:
        """Return the overloads of a name, yaql's function definitions, in levels: those of the first that fits count.

        `method` asks for functions that are called on a receiver.
        """

    def names(self) -> set[str]:
        """Return the names of all functions that can be written."""


Tables = tuple[FunctionTable, ...]
"""Tables, those that are asked first in front."""


def find(tables: Tables, name: str, *, method: bool) -> Levels:
    """Return the overloads of a name in several tables; see `FunctionTable.find`."""
    if len(tables) == 1:
        return tables[0].find(name, method=method)
    return [level for table in tables for level in table.find(name, method=method)]


@functools.lru_cache(1024)
def spelt(name: str, *, convert: bool) -> str:
    """Return the name a function is registered by: without underscores at the end, in camelCase if `convert`."""
    name = name.rstrip("_")
    return CONVENTION.convert_function_name(name) if convert else name


class LocalFunction:
    """The table of one function that `def()` defines."""

    def __init__(self, definition: Any) -> None:
        self._definition = definition

    def find(self, name: str, *, method: bool) -> Levels:
        """See `FunctionTable`."""
        found = self._definition
        fits = found.name == name and (found.is_method if method else found.is_function)
        return ((found,),) if fits else ()

    def names(self) -> set[str]:
        """See `FunctionTable`."""
        return {self._definition.name}
