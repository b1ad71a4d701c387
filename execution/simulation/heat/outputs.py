"""Outputs of a pushed stack that no cloud file defines (native-classes.md, `output()`).

Functions of templates are evaluated as far as possible without a cloud; attributes of resources are
placeholders in the shape that the core library expects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from muranopl.execution.simulation.heat.template import Template, inside, member, section
from muranopl.execution.simulation.placeholders import (
    Addresses,
    Placeholders,
    StackValue,
    usual_cidr,
)
from muranopl.semantics.evaluation.bounds import Budget
from muranopl.semantics.evaluation.conversion import charge

NETWORK, SUBNET = "OS::Neutron::Net", "OS::Neutron::Subnet"
_ATTACHMENT = "OS::Cinder::VolumeAttachment"
_UNKNOWN_NETWORK = "private"

Rows = Iterator[tuple[str, Any]]
Properties = dict[Any, Any]


class StackValues(msgspec.Struct, eq=False):
    """The values of a pushed stack.

    `functions` are those of templates; `known_cidr` returns the subnet of a network outside of it.

    Every part of a template that is evaluated, and every resource that is examined, is a step of
    the `budget`; values are charged to it by their size, as in expressions. Tables of resources are
    computed once. An attribute that depends on itself, as resources refer to each other in a cycle,
    is a placeholder.
    """

    functions: Mapping[Any, HeatFunction]
    name: str
    template: Template
    parameters: dict[Any, Any]
    placeholders: Placeholders
    addresses: Addresses
    known_cidr: Callable[[str], str | None]
    budget: Budget
    _asked: set[tuple[str, str]] = set()
    _port_networks: dict[str, str] = {}
    _tables: dict[tuple[str, ...], dict[str, list[Any]]] = {}

    @property
    def id(self) -> str:
        """The id of the stack."""
        return self.placeholders.id_of("stack", self.name)

    def id_of(self, resource: str) -> str:
        """Return the id of a resource."""
        value = StackValue(self.name, "get_resource", resource)
        return self.placeholders.id_of(resource, "of stack", self.name, value=value)

    def outputs(self) -> Iterator[tuple[str, Any]]:
        """Yield the name and the expression of each output."""
        for name, value in section(self.template, "outputs").items():
            yield str(name), member(value, "value")

    def evaluated(self, value: Any) -> Any:
        """Return the value of an expression of the template."""
        self.budget.spend(1)
        if isinstance(value, list):
            return list(map(self.evaluated, value))
        if not isinstance(value, dict):
            return value
        # A call of a function is a mapping with the name as its only key.
        name = next(iter(value)) if len(value) == 1 else None
        function = self.functions.get(name)
        if function is None:
            return {key: self.evaluated(item) for key, item in value.items()}
        return charge(function(self, self.evaluated(value[name])), self.budget)

    # Resources

    def resources(self, type_: str) -> Iterator[tuple[str, Properties]]:
        """Yield the resources of a type, by name, with their properties."""
        for resource in self._table(self._types).get(type_, ()):
            self.budget.spend(1)
            yield resource

    def _types(self) -> Rows:
        for name, resource in section(self.template, "resources").items():
            self.budget.spend(1)
            type_ = member(resource, "type")
            if isinstance(type_, str):
                yield type_, (str(name), section(resource, "properties"))

    def _properties(self, resource: str) -> Properties:
        """Return the properties of a resource, not evaluated."""
        return section(section(self.template, "resources").get(resource), "properties")

    def _table(self, rows: Callable[..., Rows], *arguments: str) -> dict[str, list[Any]]:
        """Return the values of rows by their keys, cached.

        Rows that depend on their own table see its current state.
        """
        key = (rows.__name__, *arguments)
        if key not in self._tables:
            table = self._tables[key] = {}
            for name, value in rows(*arguments):
                table.setdefault(name, []).append(value)
        return self._tables[key]

    # Attributes

    def attribute(self, resource: str, path: list[Any]) -> Any:
        """Return an attribute of a resource, in the shape that the core library expects."""
        query = (resource, str(path[0]) if path else "")
        # Resources refer to each other in a cycle.
        if query in self._asked:
            return self._unknown(resource, path)
        self._asked.add(query)
        try:
            return self._attribute(resource, path)
        finally:
            self._asked.remove(query)

    def _unknown(self, resource: str, path: list[Any]) -> str:
        origin = ".".join(map(str, (resource, *path)))
        return self.placeholders.text_of(origin, self._value(resource, *path))

    def _value(self, resource: str, *path: Any) -> StackValue:
        return StackValue(self.name, "get_attr", [resource, *path])

    def _attribute(self, resource: str, path: list[Any]) -> Any:
        # Types are not compared, as the attributes that the core library reads differ by type
        match path:
            case ["addresses", network]:
                return self._described_addresses(resource, str(network))
            case ["addresses"]:
                networks = self._networks_of(resource)
                return {item: self._described_addresses(resource, item) for item in networks}
            case ["networks", *rest]:
                networks = self._networks_of(resource)
                return inside({item: self._addresses_of(resource, item) for item in networks}, rest)
            case ["first_address"]:
                return self._addresses_of(resource, self._networks_of(resource)[0])[0]
            case ["floating_ip_address" | "ip"]:
                origin = f"{resource} of stack {self.name}"
                return self.placeholders.outer_address_of(origin, self._value(resource, *path))
            case ["fixed_ips", *rest]:
                subnet_id, address = self._port_address(resource)
                return inside([{"subnet_id": subnet_id, "ip_address": address}], rest)
            case ["cidr"]:
                return str(
                    self._properties(resource).get("cidr") or usual_cidr(self.id_of(resource))
                )
            case ["attachments_list" | "attachments"]:
                return list(self._table(self._attachments).get(self.id_of(resource), ()))
            # The core library expects the output of a script, and no script is run
            case ["deploy_stdout" | "deploy_stderr"]:
                return ""
            case [name]:
                value = self._properties(resource).get(name)
                if value is not None and not isinstance(value, (dict, list)):
                    return value
        return self._unknown(resource, path)

    def _attachments(self) -> Rows:
        """Yield the ids of volumes with their attachments."""
        for _, properties in self.resources(_ATTACHMENT):
            server = self.evaluated(properties.get("instance_uuid"))
            device = self.evaluated(properties.get("mountpoint")) or "/dev/vdb"
            volume = self.evaluated(properties.get("volume_id"))
            yield str(volume), {"server_id": server, "device": device}

    # Addresses of servers

    def _networks_of(self, server: str) -> list[str]:
        """Return the networks of a server, as its ports name them."""
        networks = [network for _, network in self._ports(server)]
        return list(dict.fromkeys(networks)) or [_UNKNOWN_NETWORK]

    def _addresses_of(self, server: str, network: str) -> list[str]:
        """Return the addresses of a server in a network."""
        ports = self._table(self._ports_by_network, server).get(network, [])
        if not ports and network != _UNKNOWN_NETWORK:
            # An unknown network: the first port is the best guess.
            ports = [port for port, _ in self._ports(server)][:1]
        if ports:
            return [self._port_address(port)[1] for port in ports]
        value = self._value(server, "networks", network, 0)
        return [self._address(server, self._cidr_of(network), value)]

    def _described_addresses(self, server: str, network: str) -> list[dict[str, Any]]:
        return [{"addr": address, "version": 4} for address in self._addresses_of(server, network)]

    def _ports(self, server: str) -> Iterator[tuple[str, str]]:
        """Yield the ports of a server, by the name of their resource, with the network of each."""
        networks = self._properties(server).get("networks")
        for network in networks if isinstance(networks, list) else ():
            self.budget.spend(1)
            port = section(network, "port").get("get_resource")
            if isinstance(port, str):
                yield port, self._network_of(port)

    def _ports_by_network(self, server: str) -> Rows:
        """Yield the ids and names of networks with the ports of a server in them."""
        for port, network in self._ports(server):
            names = self._table(self._network_names).get(network, ())
            for name in dict.fromkeys((network, *names)):
                yield name, port

    def _network_names(self) -> Rows:
        """Yield the ids of the networks of the stack with the names of their resources and own ones."""
        for name, properties in self.resources(NETWORK):
            yield self.id_of(name), name
            yield self.id_of(name), str(self.evaluated(properties.get("name")))

    # Addresses of ports

    def _network_of(self, port: str) -> str:
        if port not in self._port_networks:
            network = first_of(self._properties(port), "network", "network_id")
            self._port_networks[port] = str(self.evaluated(network))
        return self._port_networks[port]

    def _port_address(self, port: str) -> tuple[str, str]:
        """Return the subnet and the address of a port."""
        fixed_ip = inside(self._properties(port).get("fixed_ips"), [0])
        fixed_ip = fixed_ip if isinstance(fixed_ip, dict) else {}
        subnet = self.evaluated(first_of(fixed_ip, "subnet", "subnet_id"))
        network = self._network_of(port)
        own = self._table(self._subnet_cidrs).get(str(subnet))
        cidr = own[0] if own else self._cidr_of(network)
        value = self._value(port, "fixed_ips", 0, "ip_address")
        address = self.evaluated(fixed_ip.get("ip_address")) or self._address(port, cidr, value)
        return str(subnet or self.placeholders.id_of("subnet", network)), str(address)

    def _address(self, resource: str, cidr: str, value: StackValue) -> str:
        return self.addresses.of(f"{resource} of stack {self.name}", cidr, value)

    def _cidr_of(self, network: str) -> str:
        own = self._table(self._network_cidrs).get(network)
        return (own and own[0]) or self.known_cidr(network) or usual_cidr(network)

    def _subnet_cidrs(self) -> Rows:
        """Yield the ids and address ranges of the subnets of the stack."""
        for name, properties in self.resources(SUBNET):
            if properties.get("cidr"):
                yield self.id_of(name), str(self.evaluated(properties["cidr"]))

    def _network_cidrs(self) -> Rows:
        """Yield the ids of networks with the address ranges of their subnets in the stack."""
        for _, properties in self.resources(SUBNET):
            if properties.get("cidr"):
                network = self.evaluated(first_of(properties, "network", "network_id"))
                yield str(network), str(self.evaluated(properties["cidr"]))


HeatFunction = Callable[[StackValues, Any], Any]
"""(the stack whose template calls it, its argument) → its value."""


def first_of(properties: Properties, *names: str) -> Any:
    """Return the first of some properties that has a value."""
    return next((properties[name] for name in names if properties.get(name)), None)
