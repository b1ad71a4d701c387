"""Other services of a cloud.

io.murano.system.NetworkExplorer, MetadefBrowser, MistralClient; Project and User.
"""

from __future__ import annotations

from typing import Any

from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.semantics.evaluation.objects import MuranoObject
from muranopl.simulation.natives.owners import owner_of
from muranopl.simulation.networks import Networks
from muranopl.simulation.plain_values import copied
from muranopl.simulation.record import WorkflowUploaded
from muranopl.simulation.simulated_cloud import SimulatedCloud

_REGION, _ENVIRONMENT = "io.murano.CloudRegion", "io.murano.Environment"
_NAMESPACE = "simulated "


@simulates("io.murano.system.NetworkExplorer")
class NetworkExplorer:
    """Queries to Neutron, answered from the cloud file and from pushed stacks."""

    def __init__(self, call: NativeCall, regionName: Any = None) -> None:
        owner_of(call.this, _REGION)
        self._cloud: SimulatedCloud = call.session.cloud

    @property
    def _networks(self) -> Networks:
        return self._cloud.networks

    @native("getDefaultRouter")
    def get_default_router(self, call: NativeCall, /, *args: Any, **kwargs: Any) -> str:
        """Return the router of the project."""
        return self._networks.router

    @native("getAvailableCidr")
    def get_available_cidr(
        self, call: NativeCall, routerId: Any, netId: Any, ipVersion: int | None = 4
    ) -> str | None:
        """Return a free subnet."""
        return self._networks.free_cidr(str(netId), ipVersion or 4, self._cloud.stacks())

    @native("getDefaultDns")
    def get_default_dns(self, call: NativeCall, ipVersion: int | None = 4) -> list[str]:
        """Return the name servers of an IP version."""
        return self._networks.name_servers(ipVersion or 4)

    @native("getExternalNetworkIdForRouter")
    def get_external_network_id_for_router(self, call: NativeCall, routerId: Any) -> str | None:
        """Return the external network of a router."""
        return self._networks.external_network

    @native("getExternalNetworkIdForNetwork")
    def get_external_network_id_for_network(self, call: NativeCall, networkId: Any) -> str | None:
        """Return the external network that a network is connected to."""
        return self._networks.external_network_of(str(networkId))

    @native("listNetworks")
    def list_networks(self, call: NativeCall) -> list[dict[str, Any]]:
        """Return all networks."""
        return self._networks.networks(self._cloud.stacks())

    @native("listSubnetworks")
    def list_subnetworks(self, call: NativeCall) -> list[dict[str, Any]]:
        """Return all subnets."""
        return self._networks.subnets(self._cloud.stacks())

    @native("listPorts")
    def list_ports(self, call: NativeCall) -> list[dict[str, Any]]:
        """Return all ports."""
        return self._networks.ports()

    @native("listNeutronExtensions")
    def list_neutron_extensions(self, call: NativeCall) -> list[dict[str, Any]]:
        """Return the extensions of Neutron."""
        return self._networks.extensions()


@simulates("io.murano.system.MetadefBrowser")
class MetadefBrowser:
    """The metadata of resources; each type of resources has its own namespace."""

    def __init__(self, call: NativeCall, regionName: Any = None, cache: Any = True) -> None:
        owner_of(call.this, _REGION)
        self._cloud: SimulatedCloud = call.session.cloud

    @native("getNamespaces")
    def get_namespaces(self, call: NativeCall, resourceType: Any) -> list[dict[str, Any]]:
        """Return the namespaces of a type of resources."""
        return (
            [{"namespace": f"{_NAMESPACE}{resourceType}"}]
            if self._cloud.metadata_tags(str(resourceType))
            else []
        )

    @native("getObjects")
    def get_objects(self, call: NativeCall, namespace: Any) -> list[dict[str, Any]]:
        """Return the objects of a namespace."""
        tags = self._cloud.metadata_tags(str(namespace).removeprefix(_NAMESPACE))
        return [{"properties": {tag: {} for tag in tags}}]


@simulates("io.murano.system.MistralClient")
class MistralClient:
    """Mistral workflows, recorded, and answered from the cloud file."""

    def __init__(self, call: NativeCall, regionName: Any = None) -> None:
        owner_of(call.this, _ENVIRONMENT)
        self._cloud: SimulatedCloud = call.session.cloud

    @native("upload")
    def upload(self, call: NativeCall, definition: Any) -> None:
        """Record workflows."""
        self._cloud.record.add(WorkflowUploaded(definition=str(definition)))

    @native("run")
    def run(
        self,
        call: NativeCall,
        name: Any,
        timeout: int | None = 600,
        inputs: Any = None,
        params: Any = None,
    ) -> Any:
        """Run a workflow, and return its output."""
        return self._cloud.run_workflow(str(name), copied(inputs), copied(params), timeout)


def _described(call: NativeCall, class_name: str, values: dict[str, Any]) -> MuranoObject:
    known = call.session.type(class_name).complete.properties
    given = {name: value for name, value in values.items() if name in known}
    given["extra"] = {
        name: value for name, value in values.items() if name not in known
    } | values.get("extra", {})
    return call.session.new(class_name, None, None, given)


@simulates("io.murano.Project")
class Project:
    """The project of the run."""

    def __init__(self, call: NativeCall) -> None:
        """Do nothing: the properties hold all data."""

    @staticmethod
    @native("getCurrent", "getEnvironmentOwner")
    def project(call: NativeCall) -> MuranoObject:
        """Return the project."""
        cloud: SimulatedCloud = call.session.cloud
        return _described(call, "io.murano.Project", cloud.project)


@simulates("io.murano.User")
class User:
    """The user of the run."""

    def __init__(self, call: NativeCall) -> None:
        """Do nothing: the properties hold all data."""

    @staticmethod
    @native("getCurrent", "getEnvironmentOwner")
    def user(call: NativeCall) -> MuranoObject:
        """Return the user."""
        cloud: SimulatedCloud = call.session.cloud
        return _described(call, "io.murano.User", cloud.user)
