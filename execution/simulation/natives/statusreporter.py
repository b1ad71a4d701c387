"""Simulates io.murano.system.StatusReporter: records messages for the user of an environment."""

from __future__ import annotations

from typing import Any, Literal

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.execution.simulation.objects import id_of
from muranopl.execution.simulation.record import StatusReported
from muranopl.execution.simulation.simulated_cloud import SimulatedCloud
from muranopl.semantics.evaluation.objects import MuranoObject


@simulates("io.murano.system.StatusReporter")
class StatusReporter:
    """Messages for the user of an environment, recorded."""

    def __init__(self, call: NativeCall, environment: Any) -> None:
        self._cloud: SimulatedCloud = call.session.cloud
        self._environment = id_of(environment)

    @native("report")
    def report(self, instance: Any, msg: Any) -> None:
        """Report the progress of a deployment."""
        self._report("info", instance, msg)

    @native("report_error", "reportError")
    def report_error(self, instance: Any, msg: Any) -> None:
        """Report a failure, which makes the deployment fail."""
        self._report("error", instance, msg)

    def _report(self, level: Literal["info", "error"], instance: Any, msg: Any) -> None:
        if not (instance is None or isinstance(instance, MuranoObject)):
            raise MuranoError("AttributeError", "a report must be about an object, or null")
        about = self._environment if instance is None else instance.id
        name = None if instance is None else repr(instance.type)
        event = StatusReported(
            level=level, object=about, type=name, environment=self._environment, text=str(msg)
        )
        self._cloud.record.add(event)
