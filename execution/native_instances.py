"""Creates and stores the simulations of the objects of one execution."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from muranopl.execution.native_registry import Registry
from muranopl.execution.refusals import invalid_argument
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


class Simulations(msgspec.Struct, eq=False):
    """Creates and stores the instances of simulations.

    `call` returns the `NativeCall` of a method of an object or a class.
    """

    registry: Registry
    call: Callable[[MuranoObject | MuranoType], Any]
    _instances: dict[tuple[MuranoObject | MuranoType, str], Any] = {}

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
        missing = (item.name for item in parameters if item.default is item.empty)
        for name in missing:
            if name not in given:
                raise invalid_argument(name)
        taken = {item.name: given[item.name] for item in parameters if item.name in given}
        for item in parameters:
            if not _takes(item.default, taken.get(item.name)):
                raise invalid_argument(item.name)
        self._instances[object_, type_.name] = simulation(self.call(object_), **taken)
        return True

    def instance(self, object_: MuranoObject | MuranoType, class_name: str) -> Any:
        """Return the simulation of an object as one of its classes, or None."""
        return self._instances.get((object_, class_name))

    def held_by(self, object_: MuranoObject) -> list[Any]:
        """Return the values that the simulations of an object hold, including objects."""
        own = (self.instance(object_, type_.name) for type_ in object_.type.linearization)
        return [value for item in own if item is not None for value in vars(item).values()]


def _takes(default: Any, value: Any) -> bool:
    """Return whether a parameter takes a value.

    One with a default other than null takes its type.
    """
    if default is inspect.Parameter.empty or default is None or value is None:
        return True
    return type(value) is type(default)
