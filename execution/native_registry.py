"""Finds simulations of native classes, and their methods, by the names of the classes.

`natives` declares simulations; `simulation/registry.py` adds those that are installed.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from muranopl.semantics.evaluation.errors import NotEvaluatedError
from muranopl.semantics.evaluation.objects import MuranoType


class NativeMethod(NamedTuple):
    """A method of a simulation: its name in MuranoPL, the Python function, whether that is static.

    `takes_call` is true if it declares the parameter `call`, which comes first, `waits` if the engine
    waits in it. `renamed` maps
    alternative names of arguments to the declared ones.
    """

    name: str
    function: Callable[..., Any]
    static: bool
    takes_call: bool
    waits: bool
    renamed: Mapping[str, str] = {}

    def spelt(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return named arguments by their declared names."""
        return {self.renamed.get(name, name): value for name, value in arguments.items()}


class Registry:
    """Simulations by the full names of their classes."""

    def __init__(self, simulations: Iterable[type] = ()) -> None:
        self._classes: dict[str, type] = {}
        self._methods: dict[str, dict[str, NativeMethod]] = {}
        for simulation in simulations:
            self.add(simulation)

    def add(self, simulation: type) -> None:
        """Register a simulation, replacing one of the same class."""
        name: str = simulation.simulated_class  # type: ignore[attr-defined]
        self._classes[name] = simulation
        methods = self._methods[name] = {}
        # Methods of a subclass come later, and replace those of its bases
        for base in reversed(simulation.__mro__):
            for member in vars(base).values():
                function = getattr(member, "__func__", member)
                for written in getattr(function, "native_names", ()):
                    methods[written] = NativeMethod(
                        written,
                        function,
                        isinstance(member, staticmethod),
                        "call" in inspect.signature(function).parameters,
                        function.native_waits,
                        function.native_renamed,
                    )

    def stand_in(
        self,
        call: Any,  # noqa: ARG002 - the `NativeCall`; simulations use both
        type_: MuranoType,
        name: str,
        arguments: dict[str, Any],  # noqa: ARG002
    ) -> Any:
        """Return the result of a native method that is not simulated.

        Raise MuranoError, or NotEvaluatedError if there can be none.
        """
        raise NotEvaluatedError(f'method "{name}" of class {type_.name}, which is not simulated')

    def simulation(self, class_name: str) -> type | None:
        """Return the simulation of a class, or None."""
        return self._classes.get(class_name)

    def method(self, class_name: str, name: str) -> NativeMethod | None:
        """Return the native method of a class, without those of its ancestors."""
        return self._methods.get(class_name, {}).get(name)
