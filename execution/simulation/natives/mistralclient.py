"""Simulates io.murano.system.MistralClient: records workflows, and answers from the cloud file."""

from __future__ import annotations

from typing import Any

from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.execution.simulation.objects import copied, owner_of
from muranopl.execution.simulation.record import WorkflowUploaded
from muranopl.execution.simulation.simulated_cloud import SimulatedCloud

_ENVIRONMENT = "io.murano.Environment"


@simulates("io.murano.system.MistralClient", uses_cloud=True)
class MistralClient:
    """Mistral workflows, recorded, and answered from the cloud file."""

    def __init__(self, call: NativeCall, regionName: Any = None) -> None:
        # Called for its exception: the engine requires this owner
        owner_of(call.this, _ENVIRONMENT)
        self._cloud: SimulatedCloud = call.session.cloud

    @native("upload", waits=True)
    def upload(self, definition: Any) -> None:
        """Record workflows."""
        self._cloud.record.add(WorkflowUploaded(definition=str(definition)))

    @native("run", waits=True)
    def run(
        self, name: Any, timeout: int | None = 600, inputs: Any = None, params: Any = None
    ) -> Any:
        """Run a workflow, and return its output."""
        return self._cloud.run_workflow(str(name), copied(inputs), copied(params), timeout)
