"""Errors of the reference project by their names: what its tests expect to be raised."""

from __future__ import annotations

import functools
from types import ModuleType
from typing import Any

from yaql.language import exceptions as yaql_exceptions

from muranopl.execution.exceptions import ENGINE, MuranoError


class MuranoPlException(Exception):  # noqa: N818 - its name there
    """An exception that nothing in MuranoPL catches."""

    def __init__(self, error: MuranoError) -> None:
        super().__init__(str(error))
        self.names = list(error.names)
        self.message = error.message
        self.original_exception = error.error
        self.format = error.formatted


class PropertyAccessError(Exception):
    """A property that may not be read, or not be written."""


_BASES = {"PropertyReadError": PropertyAccessError, "PropertyWriteError": PropertyAccessError}


@functools.cache
def engine_error(name: str) -> type[Exception]:
    """Return the class of an error of the engine."""
    return (
        PropertyAccessError
        if name == PropertyAccessError.__name__
        else type(name, (_BASES.get(name, Exception),), {})
    )


class EngineErrors(ModuleType):
    """The module that has all errors of the engine."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return engine_error(name)


def python_error(error: MuranoError) -> Exception:
    """Return the Python exception of an error: what a function raised, or an error of the engine or of yaql."""
    module, _, name = error.names[0].rpartition(".")
    if f"{module}." == ENGINE:
        return engine_error(name)(error.message)
    if module == yaql_exceptions.__name__:
        kind = getattr(yaql_exceptions, name)
        result: Exception = kind.__new__(kind)
        Exception.__init__(result, error.message)
        return result
    return error.error or MuranoPlException(error)
