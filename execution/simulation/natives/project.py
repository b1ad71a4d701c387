"""Simulates io.murano.Project: returns the project of the run."""

from __future__ import annotations

from muranopl.execution.natives import NativeCall, Stateless, native, simulates
from muranopl.execution.simulation.objects import described
from muranopl.execution.simulation.simulated_cloud import SimulatedCloud
from muranopl.semantics.evaluation.objects import MuranoObject

_NAME = "io.murano.Project"


@simulates(_NAME)
class Project(Stateless):
    """The project of the run."""

    # A run has a single project, which is that of the caller and of the environment
    @staticmethod
    @native("getCurrent", "getEnvironmentOwner")
    def project(call: NativeCall) -> MuranoObject:
        """Return the project."""
        cloud: SimulatedCloud = call.session.cloud
        return described(call, _NAME, cloud.project)
