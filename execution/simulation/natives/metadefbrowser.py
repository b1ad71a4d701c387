"""Simulates io.murano.system.MetadefBrowser: answers questions about the metadata of resources."""

from __future__ import annotations

from typing import Any

from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.execution.simulation.objects import owner_of
from muranopl.execution.simulation.simulated_cloud import SimulatedCloud

_REGION = "io.murano.CloudRegion"
_NAMESPACE = "simulated "


@simulates("io.murano.system.MetadefBrowser", uses_cloud=True)
class MetadefBrowser:
    """The metadata of resources; each type of resources has its own namespace."""

    def __init__(self, call: NativeCall, regionName: Any = None, cache: Any = True) -> None:
        # Called for its exception: the engine requires this owner
        owner_of(call.this, _REGION)
        self._cloud: SimulatedCloud = call.session.cloud

    @native("getNamespaces", waits=True)
    def get_namespaces(self, resourceType: Any) -> list[dict[str, Any]]:
        """Return the namespaces of a type of resources."""
        if self._cloud.metadata_tags(str(resourceType)):
            return [{"namespace": f"{_NAMESPACE}{resourceType}"}]
        return []

    @native("getObjects", waits=True)
    def get_objects(self, namespace: Any) -> list[dict[str, Any]]:
        """Return the objects of a namespace."""
        tags = self._cloud.metadata_tags(str(namespace).removeprefix(_NAMESPACE))
        return [{"properties": {tag: {} for tag in tags}}]
