"""Registry of simulations: the engine's own classes, and those of other distributions.

An entry point of the group `muranopl.simulations` is named by the full name of a class and refers
to the Python class that simulates it; it is loaded when an object of that class, or a method, is
needed.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING

from muranopl.diagnostics.usage import UsageError
from muranopl.execution.core_natives import CORE
from muranopl.execution.natives import ENTRY_POINTS, NativeMethod, Registry
from muranopl.simulation.natives.agents import Agent, AgentListener
from muranopl.simulation.natives.fixtures import TestFixture
from muranopl.simulation.natives.reports import InstanceNotifier, Logger, StatusReporter
from muranopl.simulation.natives.resources import Resources
from muranopl.simulation.natives.services import (
    MetadefBrowser,
    MistralClient,
    NetworkExplorer,
    Project,
    User,
)
from muranopl.simulation.natives.stacks import HeatStack

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENGINE: tuple[type, ...] = (
    *CORE,
    Agent,
    AgentListener,
    HeatStack,
    InstanceNotifier,
    Logger,
    MetadefBrowser,
    MistralClient,
    NetworkExplorer,
    Project,
    Resources,
    StatusReporter,
    TestFixture,
    User,
)


class InstalledRegistry(Registry):
    """The engine's own classes, and those of installed distributions, which take precedence."""

    def __init__(self, installed: Mapping[str, EntryPoint] | None = None) -> None:
        super().__init__(ENGINE)
        self._waiting = dict(_installed() if installed is None else installed)

    def simulation(self, class_name: str) -> type | None:
        """Return the simulation of a class, or None; raise UsageError if it cannot be imported."""
        self._load(class_name)
        return super().simulation(class_name)

    def method(self, class_name: str, name: str) -> NativeMethod | None:
        """Return the native method of a class, without those of its ancestors; raise UsageError."""
        self._load(class_name)
        return super().method(class_name, name)

    def _load(self, class_name: str) -> None:
        entry = self._waiting.pop(class_name, None) if self._waiting else None
        if entry is None:
            return
        try:
            simulation = entry.load()
        except Exception as error:
            message = f'the simulation of class "{class_name}" ({entry.value}) cannot be imported: {error}'
            raise UsageError(message) from error
        simulation.simulated_class = class_name
        self.add(simulation)


@functools.cache
def _installed() -> Mapping[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}
