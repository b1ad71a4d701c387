"""Simulates io.murano.system.InstanceNotifier: records counted instances and applications."""

from __future__ import annotations

from typing import Any, Literal

from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.execution.simulation.objects import id_of
from muranopl.execution.simulation.record import InstanceTracked
from muranopl.execution.simulation.simulated_cloud import SimulatedCloud
from muranopl.semantics.evaluation.objects import MuranoObject


@simulates("io.murano.system.InstanceNotifier", uses_cloud=True)
class InstanceNotifier:
    """Instances and applications counted in an environment, recorded."""

    def __init__(self, call: NativeCall, environment: Any) -> None:
        self._cloud: SimulatedCloud = call.session.cloud
        self._environment = id_of(environment)

    @native("trackApplication")
    def track_application(self, instance: Any, title: Any = None, unitCount: Any = None) -> None:
        """Start counting an application."""
        self._add("track", "application", instance, title, unitCount)

    @native("untrackApplication")
    def untrack_application(self, instance: Any) -> None:
        """Stop counting an application."""
        self._add("untrack", "application", instance)

    @native("trackCloudInstance")
    def track_cloud_instance(self, instance: Any) -> None:
        """Start counting an instance."""
        self._add("track", "instance", instance, None, 1)

    @native("untrackCloudInstance")
    def untrack_cloud_instance(self, instance: Any) -> None:
        """Stop counting an instance."""
        self._add("untrack", "instance", instance)

    def _add(
        self,
        action: Literal["track", "untrack"],
        kind: Literal["application", "instance"],
        instance: Any,
        title: Any = None,
        units: Any = None,
    ) -> None:
        event = InstanceTracked(
            action=action, kind=kind, object=id_of(instance), environment=self._environment
        )
        if action == "track" and isinstance(instance, MuranoObject):
            event.type = instance.type.name
            event.title, event.units = title, units
        self._cloud.record.add(event)
