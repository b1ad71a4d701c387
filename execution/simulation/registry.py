"""Registry of simulations: the engine's own classes, and those of other distributions.

A class of the engine is simulated by the module of `execution/simulation/natives` with its name,
without the namespace and in lower case: `io.murano.system.HeatStack` by `heatstack.py`. An entry
point of the group `muranopl.simulations` is named by the full name of a class and refers to the
Python class that simulates it. Both are imported when an object of that class, or a method, is
needed. `offline` replaces the engine and its cloud in executions.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

from muranopl.ard.plain_data import rebuilt
from muranopl.diagnostics.usage import UsageError
from muranopl.execution.core_natives import CORE
from muranopl.execution.native_registry import NativeMethod, Registry
from muranopl.execution.natives import ENTRY_POINTS, NativeCall
from muranopl.execution.session import Offline, Session
from muranopl.execution.simulation import natives
from muranopl.execution.simulation.cloud.definition import CloudDefinition
from muranopl.execution.simulation.objects import copied
from muranopl.language import library
from muranopl.language.grammar.method import LIFE_CYCLE
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

if TYPE_CHECKING:
    from muranopl.execution.simulation.simulated_cloud import SimulatedCloud


class InstalledRegistry(Registry):
    """The engine's own classes, and those of installed distributions, which take precedence."""

    def __init__(self) -> None:
        super().__init__(CORE)
        self._met: set[str] = set()

    def simulation(self, class_name: str) -> type | None:
        """Return the simulation of a class, or None; raise UsageError if it cannot be imported."""
        self._load(class_name)
        return super().simulation(class_name)

    def method(self, class_name: str, name: str) -> NativeMethod | None:
        """Return the native method of a class, without those of its ancestors; raise UsageError."""
        self._load(class_name)
        return super().method(class_name, name)

    def stand_in(
        self, call: NativeCall, type_: MuranoType, name: str, arguments: dict[str, Any]
    ) -> Any:
        """Return the answer of the cloud file for a method of an extension plugin, or a placeholder."""
        # The core library has methods that are neither simulated nor those of a plugin
        if type_.id.package.location.startswith(library.NAME):
            return super().stand_in(call, type_, name, arguments)
        if name in LIFE_CYCLE.values():
            return None
        return call.session.cloud.call_plugin(type_.name, name, copied(rebuilt(arguments, _named)))

    def _load(self, class_name: str) -> None:
        if class_name in self._met:
            return
        self._met.add(class_name)
        entry = _installed().get(class_name)
        # An installed simulation replaces the one here, so that the latter is not imported
        simulation = _own(class_name) if entry is None else _imported(class_name, entry)
        if simulation is not None:
            self.add(simulation)


def _named(leaf: Any) -> Any:
    """Return an object or a class of an argument by its name."""
    if isinstance(leaf, MuranoObject):
        return f"{leaf.type.name} ({leaf.id})"
    return leaf.name if isinstance(leaf, MuranoType) else leaf


def _own(class_name: str) -> type | None:
    """Return the simulation of a class in the folder `natives`, or None."""
    module = class_name.rpartition(".")[2].lower()
    if module not in own_modules():
        return None
    members = vars(importlib.import_module(f"{natives.__name__}.{module}")).values()
    # A module may import simulations of other classes.
    return next(
        (item for item in members if getattr(item, "simulated_class", None) == class_name), None
    )


def _imported(class_name: str, entry: EntryPoint) -> type:
    """Return the simulation that an entry point refers to; raise UsageError."""
    try:
        simulation: type = entry.load()
    except Exception as error:
        message = (
            f'the simulation of class "{class_name}" ({entry.value}) cannot be imported: {error}'
        )
        raise UsageError(message) from error
    simulation.simulated_class = class_name  # type: ignore[attr-defined]
    return simulation


@functools.cache
def own_modules() -> frozenset[str]:
    """Return the names of the modules in the folder `natives`."""
    return frozenset(module.name for module in pkgutil.iter_modules(natives.__path__))


@functools.cache
def _installed() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}


def offline(definition: CloudDefinition | None = None, registry: Registry | None = None) -> Offline:
    """Return simulations of all known native classes, and a cloud for each execution."""

    def cloud(session: Session) -> SimulatedCloud:
        # Most methods ask no cloud.
        from muranopl.execution.simulation.simulated_cloud import SimulatedCloud

        clock, budget = lambda: session.schedule.now, session.machine.budget.expressions
        return SimulatedCloud(
            definition or CloudDefinition(), clock, session.events, budget, session.stack
        )

    return Offline(registry or InstalledRegistry(), NativeCall, cloud)
