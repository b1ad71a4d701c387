"""Outputs of a pushed stack that no cloud file defines (native-classes.md, `output()`).

Functions of templates are evaluated as far as possible without a cloud; attributes of resources are
placeholders in the shape that the core library expects.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from muranopl.diagnostics.bounds import EVALUATION_MEMORY
from muranopl.execution.exceptions import MuranoError
from muranopl.semantics.evaluation.bounds import Budget
from muranopl.semantics.evaluation.conversion import charge
from muranopl.simulation.exceptions import TooMuchError
from muranopl.simulation.heat.addresses import Addresses, usual_cidr
from muranopl.simulation.heat.merge import Template
from muranopl.simulation.placeholders import Placeholders

_CHARACTERS_OF_STEP = 8
"""The binary logarithm of the number of characters per step, as in expressions."""

NETWORK, SUBNET = "OS::Neutron::Net", "OS::Neutron::Subnet"


class StackValues:
    """The values of a pushed stack; `known_cidr` returns the subnet of a network outside of it.

    Every part of a template that is evaluated, and every resource that is examined, is a step of
    the `budget`; values are charged to it by their size, as in expressions. Tables of resources are
    computed once. An attribute that depends on itself, as resources refer to each other in a cycle,
    is a placeholder.
    """

    def __init__(  # noqa: PLR0917 - all of them are always given
        self,
        name: str,
        template: Template,
        parameters: dict[Any, Any],
        placeholders: Placeholders,
        addresses: Addresses,
        known_cidr: Callable[[str], str | None],
        budget: Budget,
    ) -> None:
        self.name = name
        self.template = template
        self.parameters = parameters
        self.placeholders = placeholders
        self.addresses = addresses
        self.known_cidr = known_cidr
        self.budget = budget
        self._asked: set[tuple[str, str]] = set()
        self._networks: dict[str, str] = {}
        self._server_ports: dict[str, dict[str, list[str]]] = {}
        self._tables: dict[str, dict[str, list[Any]]] = {}

    def outputs(self) -> Iterator[tuple[str, Any]]:
        """Yield the name and the expression of each output."""
        section = _mapping(self.template.get("outputs") or self.template.get("Outputs"))
        for name, value in section.items():
            yield str(name), _either(_mapping(value), "value", "Value")

    def evaluated(self, expression: Any) -> Any:
        """Return the value of an expression of the template."""
        return self._evaluated(expression)

    def id_of(self, resource: str) -> str:
        """Return the id of a resource."""
        return self.placeholders.id_of(resource, "of stack", self.name)

    def resources(self, type_: str) -> Iterator[tuple[str, dict[Any, Any]]]:
        """Yield the resources of a type, by name, with their properties."""
        for result in self._by_type.get(type_, ()):
            self.budget.spend(1)
            yield result

    @functools.cached_property
    def _by_type(self) -> dict[str, list[tuple[str, dict[Any, Any]]]]:
        resources: dict[str, list[tuple[str, dict[Any, Any]]]] = {}
        for name, resource in _resources(self.template).items():
            self.budget.spend(1)
            type_ = _either(_mapping(resource), "type", "Type")
            if isinstance(type_, str):
                resources.setdefault(type_, []).append((str(name), _properties(resource)))
        return resources

    def _evaluated(self, value: Any) -> Any:
        self.budget.spend(1)
        if isinstance(value, list):
            return list(map(self._evaluated, value))
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            ((name, arguments),) = value.items()
            function = _FUNCTIONS.get(name) if isinstance(name, str) else None
            if function is not None:
                return self._called(function, arguments)
        return self._mapping(value)

    def _mapping(self, value: dict[Any, Any]) -> dict[Any, Any]:
        result = {}
        for key, item in value.items():
            result[key] = self._evaluated(item)
        return result

    def _called(self, function: Callable[[StackValues, Any], Any], arguments: Any) -> Any:
        given = self._evaluated(arguments)
        return charge(function(self, given), self.budget)

    def attribute(self, resource: str, path: list[Any]) -> Any:
        """Return an attribute of a resource, in the shape that the core library expects."""
        asked = (resource, str(path[0]) if path else "")
        # Resources refer to each other in a cycle.
        if asked in self._asked:
            return self._unknown(resource, path)
        self._asked.add(asked)
        try:
            return self._attribute(resource, path)
        finally:
            self._asked.remove(asked)

    def _unknown(self, resource: str, path: list[Any]) -> str:
        return self.placeholders.text_of(".".join(map(str, (resource, *path))))

    def _attribute(self, resource: str, path: list[Any]) -> Any:
        match path:
            case ["addresses", network]:
                return self._listed_addresses(resource, network)
            case ["addresses"]:
                networks = self.networks_of(resource)
                return {network: self._listed_addresses(resource, network) for network in networks}
            case ["networks", *rest]:
                result: Any = {
                    network: self.addresses_of(resource, network)
                    for network in self.networks_of(resource)
                }
                return _inside(result, rest)
            case ["first_address"]:
                networks = self.networks_of(resource)
                return self.addresses_of(resource, networks[0])[0]
            case ["floating_ip_address" | "ip"]:
                return self.placeholders.outer_address_of(f"{resource} of stack {self.name}")
            case ["fixed_ips", *rest]:
                subnet_id, address = self._port_address(resource)
                return _inside([{"subnet_id": subnet_id, "ip_address": address}], rest)
            case ["cidr"]:
                return str(self._property(resource, "cidr") or usual_cidr(self.id_of(resource)))
            case ["attachments_list" | "attachments"]:
                return list(self._table(self._attachments).get(self.id_of(resource), ()))
            case ["deploy_stdout" | "deploy_stderr"]:
                return ""
        given = self._property(resource, path[0]) if len(path) == 1 else None
        if given is not None and not isinstance(given, (dict, list)):
            return given
        return self._unknown(resource, path)

    def networks_of(self, server: str) -> list[str]:
        """Return the networks of a server, as its ports name them."""
        result = [network for _, network in self._ports(server)]
        return list(dict.fromkeys(result)) or ["private"]

    def addresses_of(self, server: str, network: str) -> list[str]:
        """Return the addresses of a server in a network."""
        ports = self._ports_in(server).get(network, [])
        if not ports and network != "private":
            # An unknown network: the first port is the best guess.
            ports = [port for port, _ in self._ports(server)][:1]
        if ports:
            return [self._port_address(port)[1] for port in ports]
        return [self.addresses.of(f"{server} of stack {self.name}", self._cidr_of(network))]

    def _listed_addresses(self, server: str, network: Any) -> list[dict[str, Any]]:
        return [
            {"addr": address, "version": 4} for address in self.addresses_of(server, str(network))
        ]

    def _ports(self, server: str) -> Iterator[tuple[str, str]]:
        """Yield the ports of a server, by the name of their resource, with the network of each."""
        networks = self._property(server, "networks")
        for network in networks if isinstance(networks, list) else ():
            self.budget.spend(1)
            port = _mapping(_mapping(network).get("port")).get("get_resource")
            if isinstance(port, str):
                yield port, self._network_of(port)

    def _network_of(self, port: str) -> str:
        if port not in self._networks:
            network = self._property(port, "network") or self._property(port, "network_id")
            self._networks[port] = str(self.evaluated(network))
        return self._networks[port]

    def _ports_in(self, server: str) -> dict[str, list[str]]:
        """Return the ports of a server by their networks.

        By the id, and by each name in the stack.
        """
        result = self._server_ports.get(server)
        if result is None:
            result = self._server_ports[server] = {}
            for port, network in self._ports(server):
                for name in {
                    network: None,
                    **dict.fromkeys(self._table(self._network_names).get(network, ())),
                }:
                    result.setdefault(name, []).append(port)
        return result

    def _table(self, rows: Callable[[], Iterator[tuple[str, Any]]]) -> dict[str, list[Any]]:
        """Return the values of rows by their keys, cached.

        Rows that depend on their own table see its current state.
        """
        table = self._tables.get(rows.__name__)
        if table is None:
            table = self._tables[rows.__name__] = {}
            for key, value in rows():
                table.setdefault(key, []).append(value)
        return table

    def _network_names(self) -> Iterator[tuple[str, str]]:
        """Yield the ids and names of the networks of the stack."""
        for name, properties in self.resources(NETWORK):
            yield self.id_of(name), name
            yield self.id_of(name), str(self.evaluated(properties.get("name")))

    def _port_address(self, port: str) -> tuple[str, str]:
        """Return the subnet and the address of a port."""
        fixed = self._property(port, "fixed_ips")
        wanted = _mapping(fixed[0]) if isinstance(fixed, list) and fixed else {}
        subnet = self.evaluated(wanted.get("subnet") or wanted.get("subnet_id"))
        network = self._network_of(port)
        own = self._table(self._subnet_cidrs).get(str(subnet))
        cidr = own[0] if own else self._cidr_of(network)
        address = self.evaluated(wanted.get("ip_address")) or self.addresses.of(
            f"{port} of stack {self.name}", cidr
        )
        return str(subnet or self.placeholders.id_of("subnet", network)), str(address)

    def _cidr_of(self, network: str) -> str:
        own = self._table(self._network_cidrs).get(network)
        return (own and own[0]) or self.known_cidr(network) or usual_cidr(network)

    def _subnet_cidrs(self) -> Iterator[tuple[str, str]]:
        """Yield the ids and address ranges of the subnets of the stack."""
        for name, properties in self.resources(SUBNET):
            if properties.get("cidr"):
                yield self.id_of(name), str(self.evaluated(properties["cidr"]))

    def _network_cidrs(self) -> Iterator[tuple[str, str]]:
        """Yield the ids of networks with the address ranges of their subnets in the stack."""
        for _, properties in self.resources(SUBNET):
            held = properties.get("network") or properties.get("network_id")
            if properties.get("cidr"):
                yield str(self.evaluated(held)), str(self.evaluated(properties["cidr"]))

    def _attachments(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the ids of volumes with their attachments."""
        for _, properties in self.resources("OS::Cinder::VolumeAttachment"):
            server = self.evaluated(properties.get("instance_uuid"))
            device = self.evaluated(properties.get("mountpoint")) or "/dev/vdb"
            yield (
                str(self.evaluated(properties.get("volume_id"))),
                {"server_id": server, "device": device},
            )

    def _property(self, resource: str, name: Any) -> Any:
        return _properties(_resources(self.template).get(resource)).get(name)


def _resources(template: Template) -> dict[Any, Any]:
    return _mapping(template.get("resources") or template.get("Resources"))


def _properties(resource: Any) -> dict[Any, Any]:
    return _mapping(_either(_mapping(resource), "properties", "Properties"))


def _mapping(value: Any) -> dict[Any, Any]:
    return value if isinstance(value, dict) else {}


def _either(value: dict[Any, Any], *names: str) -> Any:
    return next((value[name] for name in names if name in value), None)


def _inside(value: Any, path: list[Any]) -> Any:
    """Return the part of a value at a path, or null."""
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and str(step).isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def _get_resource(values: StackValues, arguments: Any) -> Any:
    return (
        values.parameters.get(arguments)
        if _is_parameter(values, arguments)
        else values.id_of(str(arguments))
    )


def _is_parameter(values: StackValues, name: Any) -> bool:
    return (
        isinstance(name, str)
        and name in values.parameters
        and name not in _resources(values.template)
    )


def _get_attr(values: StackValues, arguments: Any) -> Any:
    if isinstance(arguments, str):
        arguments = arguments.split(".", 1)
    if not isinstance(arguments, list) or not arguments:
        raise MuranoError("ValueError", "get_attr: a resource and an attribute are expected")
    return values.attribute(str(arguments[0]), arguments[1:])


def _get_param(values: StackValues, arguments: Any) -> Any:
    path = arguments if isinstance(arguments, list) else [arguments]
    if not path:
        return None
    name = path[0]
    if name == "OS::stack_name":
        return values.name
    if name == "OS::stack_id":
        return values.placeholders.id_of("stack", values.name)
    if name in values.parameters:
        return _inside(values.parameters[name], path[1:])
    declared = _mapping(_either(values.template, "parameters", "Parameters"))
    return _inside(_either(_mapping(declared.get(name)), "default", "Default"), path[1:])


def _str_replace(values: StackValues, arguments: Any) -> Any:
    given = _mapping(arguments)
    text = str(given.get("template", ""))
    for name, value in _mapping(given.get("params")).items():
        old, new = str(name), _as_text(value)
        values.budget.spend(1 + (len(text) >> _CHARACTERS_OF_STEP))
        if old:
            _check_length(len(text) + text.count(old) * len(new), "str_replace")
            text = text.replace(old, new)
    return text


def _list_join(values: StackValues, arguments: Any) -> Any:
    if not isinstance(arguments, list) or not arguments:
        return ""
    separator, lists = (
        str(arguments[0]),
        [argument for argument in arguments[1:] if isinstance(argument, list)],
    )
    return separator.join(_bounded(values, separator, (item for list_ in lists for item in list_)))


def _bounded(values: StackValues, separator: str, items: Iterable[Any]) -> Iterator[str]:
    """Yield items as texts, within the bounds of the joined text.

    Raise TooMuchError, ExhaustedError.
    """
    length = 0
    for item in items:
        text = _as_text(item)
        length += len(text) + len(separator)
        values.budget.spend(1 + (len(text) >> _CHARACTERS_OF_STEP))
        _check_length(length, "list_join")
        yield text


def _check_length(length: int, function: str) -> None:
    if length > EVALUATION_MEMORY.most:
        raise TooMuchError(
            f"{function} makes a text of more than {EVALUATION_MEMORY.most:,} characters"
        )


def _as_text(value: Any) -> str:
    return "" if value is None else str(value)


_FUNCTIONS: dict[str, Callable[[StackValues, Any], Any]] = {
    "get_resource": _get_resource,
    "Ref": _get_resource,
    "get_attr": _get_attr,
    "Fn::GetAtt": _get_attr,
    "get_param": _get_param,
    "str_replace": _str_replace,
    "list_join": _list_join,
    "Fn::Join": _list_join,
}
