"""Converts exceptions to and from objects of io.murano.Exception, for Catch and for causes of Throw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from muranopl.execution.exceptions import MuranoError, NativeFrame, StackFrame
from muranopl.execution.machine import Machine
from muranopl.semantics.evaluation.objects import MuranoObject

_EXCEPTION = "io.murano.Exception"
_STACK_TRACE = "io.murano.StackTrace"


def exception_object(machine: Machine, error: MuranoError, name: str | None) -> MuranoObject:
    """Return the object that Catch assigns to its variable."""
    result = machine.contracts.plain_object(_EXCEPTION)
    result.set("name", name)
    # Contracts of the class apply, as in the engine: Extra must be a dictionary
    machine.writer.set(result, "message", error.message)
    machine.writer.set(result, "extra", error.extra or {})
    result.set("stackTrace", _stack_trace(machine, error.frames))
    result.set("nativeException", error)
    # The engine never sets the cause, so that it cannot be read there
    result.set("cause", None if error.cause is None else _cause(machine, error.cause))
    return result


def _cause(machine: Machine, error: MuranoError) -> MuranoObject:
    """Return the object of a cause, created once.

    An exception may be at the end of a long chain.
    """
    cause = error.as_cause
    if cause is None or cause.destroyed:
        cause = error.as_cause = exception_object(machine, error, error.names[0])
    return cause


def _stack_trace(machine: Machine, stack: Sequence[StackFrame | NativeFrame]) -> MuranoObject:
    """Return an object with a stack."""
    result = machine.contracts.plain_object(_STACK_TRACE)
    machine.construct(result, result.type, {})
    shown = machine.simulations.instance(result, _STACK_TRACE)
    shown.stack = tuple(stack)
    shown.show(result)
    return result


def exception_of(value: Any) -> MuranoError:
    """Return the exception that an object of io.murano.Exception represents.

    Raise MuranoError for other objects.
    """
    result = native_exception(value)
    if result is None:
        raise MuranoError("AttributeError", "the Cause is not an exception")
    return result


def native_exception(value: Any) -> MuranoError | None:
    """Return the exception that an object of io.murano.Exception represents, or None."""
    held = value.properties.get("nativeException") if isinstance(value, MuranoObject) else None
    return held if isinstance(held, MuranoError) else None
