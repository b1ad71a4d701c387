"""The replacement of an engine and its cloud in executions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from muranopl.execution.natives import Registry
from muranopl.execution.session import Offline, Session
from muranopl.execution.simulation.registry import InstalledRegistry

if TYPE_CHECKING:
    from muranopl.execution.simulation.cloud.definition import CloudDefinition
    from muranopl.execution.simulation.simulated_cloud import SimulatedCloud


def offline(definition: CloudDefinition | None = None, registry: Registry | None = None) -> Offline:
    """Return simulations of all known native classes, and a cloud for each execution."""

    def cloud(session: Session) -> SimulatedCloud:
        # Most methods ask no cloud.
        from muranopl.execution.simulation.cloud.definition import CloudDefinition
        from muranopl.execution.simulation.simulated_cloud import SimulatedCloud

        clock, budget = lambda: session.schedule.now, session.machine.budget.expressions
        return SimulatedCloud(definition or CloudDefinition(), clock, session.events, budget)

    return Offline(registry or InstalledRegistry(), cloud)
