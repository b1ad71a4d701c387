"""The networks of the simulated cloud: those of the cloud file and of pushed stacks."""

from __future__ import annotations

import functools
import ipaddress
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from muranopl.execution.simulation.cloud.definition import NetworkAnswers
from muranopl.execution.simulation.heat.outputs import NETWORK, SUBNET, StackValues
from muranopl.execution.simulation.placeholders import Placeholders
from muranopl.semantics.evaluation.bounds import Budget

_SUBNETS = 256
_EXTERNAL = "router:external"


class Networks(msgspec.Struct, eq=False, dict=True):
    """Answers queries to Neutron; by default there is one internal and one external network."""

    answers: NetworkAnswers
    _project: str
    _placeholders: Placeholders
    _budget: Budget

    @property
    def router(self) -> str:
        """The id of the router of the project."""
        return self.answers.router or self._placeholders.id_of("router", "murano-default-router")

    @property
    def external_network(self) -> str:
        """The id of the external network of routers."""
        configured = self.answers.external_network
        result = (
            _id_of(network) for network in self.answers.networks or () if network.get(_EXTERNAL)
        )
        return configured or next(result, None) or self._placeholders.id_of("network", "ext-net")

    def external_network_of(self, network: str) -> str | None:
        """Return the external network of a network: itself if it is external."""
        external = {_id_of(item) for item in self.networks(()) if item.get(_EXTERNAL)}
        return network if network in external else self.external_network

    def name_servers(self, version: int) -> list[str]:
        """Return the name servers of an IP version."""
        return [item for item in self.answers.dns if (":" in item) == (version == 6)]

    def networks(self, stacks: Iterable[StackValues]) -> list[dict[str, Any]]:
        """Return all networks."""
        answers = self.answers.networks
        if answers is not None:
            configured = [dict(item) for item in answers]
        else:
            configured = list(self._usual())
        self._budget.spend(len(configured))
        return configured + [item for stack in stacks for item in self._networks_of(stack)]

    def subnets(self, stacks: Iterable[StackValues]) -> list[dict[str, Any]]:
        """Return all subnets."""
        configured = [dict(subnet) for subnet in self.answers.subnets]
        if self.answers.networks is None and not configured:
            configured = [self._usual_subnet()]
        self._budget.spend(len(configured))
        return configured + [
            _subnet_of(stack, *resource) for stack in stacks for resource in stack.resources(SUBNET)
        ]

    def known_cidr(self, network: str) -> str | None:
        """Return the subnet of a network of the cloud file, by id or name."""
        return self._known_cidrs.get(network)

    @functools.cached_property
    def _known_cidrs(self) -> dict[str, str]:
        names: dict[Any, list[Any]] = {}
        for network in self.networks(()):
            names.setdefault(_id_of(network), []).append(network.get("name"))
        cidrs: dict[str, str] = {}
        for subnet in self.subnets(()):
            id_, cidr = subnet.get("network_id"), subnet.get("cidr")
            for name in (id_, *names.get(id_, ())) if cidr else ():
                cidrs.setdefault(name, str(cidr))
        return cidrs

    def free_cidr(self, network: str, version: int, stacks: Iterable[StackValues]) -> str | None:
        """Return the first free subnet from a start chosen by the network's name, or None."""
        taken = [
            cidr
            for subnet in self.subnets(stacks)
            if (cidr := _parsed(subnet.get("cidr"))) is not None
        ]
        # A hash of the name, so that a network has the same subnet in every run
        first = zlib.crc32(network.encode())
        for step in range(_SUBNETS):
            # Each candidate is compared with all taken subnets.
            self._budget.spend(1 + len(taken))
            number = (first + step) % _SUBNETS
            if version == 6:
                text = f"::ffff:10.0.{number}.0/120"
            else:
                text = f"10.0.{number}.0/24"
            candidate = ipaddress.ip_network(text)
            if not any(
                candidate.version == item.version and candidate.overlaps(item) for item in taken
            ):
                return text
        return None

    def _usual(self) -> Iterator[dict[str, Any]]:
        subnet = self._usual_subnet()
        yield self._network(subnet["network_id"], "internal", [subnet["id"]], external=False)
        yield self._network(self.external_network, "ext-net", [], external=True)

    def _usual_subnet(self) -> dict[str, Any]:
        return {
            "id": self._placeholders.id_of("subnet", "internal"),
            "name": "internal",
            "network_id": self._placeholders.id_of("network", "internal"),
            "tenant_id": self._project,
            "cidr": "192.168.0.0/24",
            "ip_version": 4,
            "gateway_ip": "192.168.0.1",
            "dns_nameservers": self.name_servers(4),
        }

    def _network(
        self, id_: str, name: str, subnets: list[str], *, external: bool
    ) -> dict[str, Any]:
        return {
            "id": id_,
            "name": name,
            "tenant_id": self._project,
            "status": "ACTIVE",
            "subnets": subnets,
            _EXTERNAL: external,
        }

    def _networks_of(self, stack: StackValues) -> Iterator[dict[str, Any]]:
        subnets: dict[str, list[str]] = {}
        for subnet in self.subnets([stack]):
            subnets.setdefault(str(subnet.get("network_id")), []).append(subnet["id"])
        for name, properties in stack.resources(NETWORK):
            id_ = stack.id_of(name)
            shown = str(stack.evaluated(properties.get("name")) or name)
            yield self._network(id_, shown, subnets.get(id_, []), external=False)


def _subnet_of(stack: StackValues, name: str, properties: dict[str, Any]) -> dict[str, Any]:
    held = properties.get("network") or properties.get("network_id")
    return {
        "id": stack.id_of(name),
        "name": stack.evaluated(properties.get("name")) or name,
        "network_id": stack.evaluated(held),
        "cidr": stack.evaluated(properties.get("cidr")),
        "ip_version": stack.evaluated(properties.get("ip_version")) or 4,
        "gateway_ip": stack.evaluated(properties.get("gateway_ip")),
        "dns_nameservers": stack.evaluated(properties.get("dns_nameservers")) or [],
    }


def _id_of(network: dict[str, Any]) -> str | None:
    id_ = network.get("id")
    return None if id_ is None else str(id_)


def _parsed(cidr: Any) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(str(cidr), strict=False)
    except ValueError:
        return None
