"""Simulates io.murano.User: returns the user of the run."""

from __future__ import annotations

from muranopl.execution.natives import NativeCall, Stateless, native, simulates
from muranopl.execution.simulation.objects import described
from muranopl.execution.simulation.simulated_cloud import SimulatedCloud
from muranopl.semantics.evaluation.objects import MuranoObject

_NAME = "io.murano.User"


@simulates(_NAME)
class User(Stateless):
    """The user of the run."""

    # A run has a single user, who calls it and owns the environment
    @staticmethod
    @native("getCurrent", "getEnvironmentOwner")
    def user(call: NativeCall) -> MuranoObject:
        """Return the user."""
        cloud: SimulatedCloud = call.session.cloud
        return described(call, _NAME, cloud.user)
