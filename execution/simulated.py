"""The simulations of the objects of one execution."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from muranopl.execution.native_registry import Registry
from muranopl.execution.refusals import invalid_argument
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


class Simulations:
    """Creates and stores the instances of simulations.

    `call` returns the `NativeCall` of a method of an object or a class.
    """

    def __init__(
        self, registry: Registry, call: Callable[[MuranoObject | MuranoType], Any]
    ) -> None:
        self.registry = registry
        self.call = call
        self._instances: dict[tuple[int, str], tuple[MuranoObject, Any]] = {}

    def construct(self, object_: MuranoObject, type_: MuranoType, given: Mapping[str, Any]) -> bool:
        """Create the simulation of an object as one of its classes; return whether there is one.

        Unknown names are ignored. Raise MuranoError if a required one is missing, or differs in
        type from its default.
        """
        simulation = self.registry.simulation(type_.name)
        if simulation is None:
            return False
        # Without the first one, the call.
        every = tuple(inspect.signature(simulation).parameters.values())[1:]
        parameters = [item for item in every if item.kind in _BY_NAME]
        missing = [
            parameter.name
            for parameter in parameters
            if parameter.default is parameter.empty and parameter.name not in given
        ]
        if missing:
            raise invalid_argument(missing[0])
        taken = {
            parameter.name: given[parameter.name]
            for parameter in parameters
            if parameter.name in given
        }
        for parameter in parameters:
            if parameter.name in taken and not _takes(parameter.default, taken[parameter.name]):
                raise invalid_argument(parameter.name)
        # The object is kept, so that no other one gets its id
        self._instances[id(object_), type_.name] = object_, simulation(self.call(object_), **taken)
        return True

    def instance(self, object_: MuranoObject | MuranoType, class_name: str) -> Any:
        """Return the simulation of an object as one of its classes, or None."""
        result = self._instances.get((id(object_), class_name))
        return None if result is None else result[1]

    def held_by(self, object_: MuranoObject) -> list[Any]:
        """Return the values that the simulations of an object hold, including objects."""
        own = (self.instance(object_, type_.name) for type_ in object_.type.linearization)
        values: list[Any] = []
        for item in own:
            if item is not None:
                values += vars(item).values()
        return values


def _takes(default: Any, value: Any) -> bool:
    """Return whether a parameter takes a value.

    One with a default other than null takes its type.
    """
    if default is inspect.Parameter.empty or default is None or value is None:
        return True
    return type(value) is type(default)
