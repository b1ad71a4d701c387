"""Simulates io.murano.system.NetworkExplorer: answers from the cloud file and pushed stacks."""

from __future__ import annotations

from typing import Any

from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.execution.simulation.networks import Networks
from muranopl.execution.simulation.objects import owner_of
from muranopl.execution.simulation.simulated_cloud import SimulatedCloud

_REGION = "io.murano.CloudRegion"


@simulates("io.murano.system.NetworkExplorer", uses_cloud=True)
class NetworkExplorer:
    """Queries to Neutron, answered from the cloud file and from pushed stacks."""

    def __init__(self, call: NativeCall, regionName: Any = None) -> None:
        # Called for its exception: the engine requires this owner
        owner_of(call.this, _REGION)
        self._cloud: SimulatedCloud = call.session.cloud
        self._networks: Networks = self._cloud.networks

    @native("getDefaultRouter", waits=True)
    def get_default_router(self, /, *args: Any, **kwargs: Any) -> str:
        """Return the router of the project."""
        return self._networks.router

    @native("getAvailableCidr", waits=True)
    def get_available_cidr(
        self, routerId: Any, netId: Any, ipVersion: int | None = 4
    ) -> str | None:
        """Return a free subnet."""
        return self._networks.free_cidr(str(netId), ipVersion or 4, self._cloud.stacks())

    # The name servers are an option of the operator, so the engine asks no cloud for them
    @native("getDefaultDns")
    def get_default_dns(self, ipVersion: int | None = 4) -> list[str]:
        """Return the name servers of an IP version."""
        return self._networks.name_servers(ipVersion or 4)

    @native("getExternalNetworkIdForRouter", waits=True)
    def get_external_network_id_for_router(self, routerId: Any) -> str | None:
        """Return the external network of a router."""
        return self._networks.external_network

    @native("getExternalNetworkIdForNetwork", waits=True)
    def get_external_network_id_for_network(self, networkId: Any) -> str | None:
        """Return the external network that a network is connected to."""
        return self._networks.external_network_of(str(networkId))

    @native("listNetworks", waits=True)
    def list_networks(self) -> list[dict[str, Any]]:
        """Return all networks."""
        return self._networks.networks(self._cloud.stacks())

    @native("listSubnetworks", waits=True)
    def list_subnetworks(self) -> list[dict[str, Any]]:
        """Return all subnets."""
        return self._networks.subnets(self._cloud.stacks())

    @native("listPorts", waits=True)
    def list_ports(self) -> list[dict[str, Any]]:
        """Return all ports."""
        return [dict(port) for port in self._networks.answers.ports]

    @native("listNeutronExtensions", waits=True)
    def list_neutron_extensions(self) -> list[dict[str, Any]]:
        """Return the extensions of Neutron."""
        names = self._networks.answers.extensions
        return [{"alias": name, "name": name} for name in names]
