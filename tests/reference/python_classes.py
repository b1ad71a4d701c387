"""Classes that tests write in Python, as simulations: their methods are declared in MuranoPL and called natively."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from yaql.language import specs

from muranopl.execution.natives import NativeCall, native, simulates

MURANO_NAME = "murano_name"
"""The attribute of a Python class that has the name of the class it is in MuranoPL."""
RECEIVER = "receiver"
"""The parameter that is given what a method is called on."""


def name(murano_name: str) -> Callable[[type], type]:
    """Mark a Python class as one of MuranoPL."""

    def mark(class_: type) -> type:
        setattr(class_, MURANO_NAME, murano_name)
        return class_

    return mark


def declarations(class_: type) -> str:
    """Return the declarations of the methods of a Python class, as lines of a file of classes."""
    return "".join(_declaration(name, function) for name, function in _functions(class_))


def simulation(name: str, class_: type, shown: Callable[[Any], Any]) -> type:
    """Return what simulates a class of MuranoPL by a Python class; `shown` makes of a receiver what tests know."""

    def method(member: Any) -> Any:
        def called(call: NativeCall, **arguments: Any) -> Any:
            if RECEIVER in inspect.signature(member).parameters:
                arguments[RECEIVER] = shown(call.this)
            return member(**arguments)

        return called

    def __init__(self: object, call: NativeCall) -> None:  # noqa: N807 - it becomes one
        """Such a class has no state here."""

    members: dict[str, Any] = {"__init__": __init__}
    for written, function in _functions(class_):
        members[written] = staticmethod(native(written)(method(getattr(class_, function.__name__))))
    return simulates(name)(type(class_.__name__, (), members))


def _functions(class_: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the static methods of a class and those of the class itself, by their names in MuranoPL."""
    for name, member in vars(class_).items():
        if isinstance(member, (staticmethod, classmethod)):
            first, *rest = name.split("_")
            yield first + "".join(map(str.capitalize, rest)), member.__func__


def _declaration(name: str, function: Callable[..., Any]) -> str:
    usage = specs.get_function_definition(function).meta.get("Usage", "Static")
    parameters = [
        parameter
        for parameter in inspect.signature(function).parameters
        if parameter not in {"cls", RECEIVER}
    ]
    arguments = ", ".join(f"{{{parameter}: {{Contract: $}}}}" for parameter in parameters)
    return f"  {name}: {{Usage: {usage}, Arguments: [{arguments}]}}\n"
