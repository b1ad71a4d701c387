"""Simulates io.murano.system.MistralClient: records workflows, and answers from the cloud file."""

from __future__ import annotations

from typing import Any

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.execution.simulation.exceptions import MISTRAL_ERROR
from muranopl.execution.simulation.objects import copied, owner_of
from muranopl.execution.simulation.record import WorkflowRun, WorkflowUploaded
from muranopl.execution.simulation.simulated_cloud import SimulatedCloud, first

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
        """Run a workflow, and return its output, or its id if `timeout` is 0."""
        cloud, workflow = self._cloud, str(name)
        event = WorkflowRun(workflow=workflow, inputs=copied(inputs), params=copied(params))
        cloud.record.add(event)
        cloud.executions += 1
        # The caller does not wait, so the workflow has no result yet
        if timeout == 0:
            return f"execution-{cloud.executions}"
        answer = first(cloud.definition.workflows, workflow)
        if answer is not None and answer.fail is not None:
            event.failure = f"Mistral execution completed with ERROR. {answer.fail}"
            raise MuranoError(MISTRAL_ERROR, event.failure)
        event.output = {} if answer is None else answer.output
        return event.output
