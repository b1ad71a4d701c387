"""Placeholders for values of a cloud: deterministic, and recognizable wherever they are used.

An id is a UUID that begins with eight zeros, an address of the outer network is in 203.0.113.0/24
(reserved for documentation, RFC 5737), any other text is `<simulated ...>`. Addresses in internal
networks look like any other; only `Placeholders` recognizes them, from its record of all
placeholders. `Addresses` assigns them to the ports of the subnets.
"""

from __future__ import annotations

import ipaddress
import re
import uuid
import zlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from muranopl.diagnostics.bounds import SIMULATED_PLACEHOLDERS
from muranopl.execution.simulation.exceptions import TooMuchError

_SPACE = uuid.uuid5(uuid.NAMESPACE_OID, "muranopl.execution.simulation")
_OUTER = "203.0.113.{}"
_OUTER_HOSTS = 254
_FOUND = re.compile(  # ids may be part of longer words
    r"<simulated [^<>]*>"
    r"|(?=(?P<id>0{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|0{8}[0-9a-f]{24}))"
    r"|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?!\d)"
)
_FIRST_HOST = 3
"""The first two hosts are the router and DHCP."""


class Placeholder(NamedTuple):
    """A text that represents a value, and the description of the value."""

    text: str
    origin: str


class StackValue(NamedTuple):
    """A value that Heat knows: the expression for it in the template of a stack."""

    stack: str
    function: str
    argument: Any


class Placeholders:
    """All placeholders of one run, created once per value.

    `values` has those that Heat knows.
    """

    def __init__(self) -> None:
        self._origins: dict[str, str] = {}
        self._outer: dict[str, str] = {}
        self.values: dict[str, StackValue] = {}

    def id_of(self, kind: str, *names: str, value: StackValue | None = None) -> str:
        """Return a UUID for a kind and names, which together identify it."""
        digits = uuid.uuid5(_SPACE, "\0".join((kind, *names))).hex
        return self.given(str(uuid.UUID("0" * 8 + digits[8:])), " ".join((kind, *names)), value)

    def digits_of(self, kind: str, *names: str) -> str:
        """Return an id of 32 digits without dashes."""
        return self.given(self.id_of(kind, *names).replace("-", ""), " ".join((kind, *names)))

    def text_of(self, origin: str, value: StackValue | None = None) -> str:
        """Return a text that contains its description."""
        # Angle brackets would end the placeholder early.
        origin = origin.replace("<", "(").replace(">", ")")
        return self.given(f"<simulated {origin}>", origin, value)

    def outer_address_of(self, origin: str, value: StackValue | None = None) -> str:
        """Return an address of the outer network."""
        if origin not in self._outer:
            self._outer[origin] = _OUTER.format(len(self._outer) % _OUTER_HOSTS + 1)
        return self.given(self._outer[origin], origin, value)

    def given(self, text: str, origin: str, value: StackValue | None = None) -> str:
        """Register a text as a placeholder, and return it."""
        if len(self._origins) >= SIMULATED_PLACEHOLDERS.most and text not in self._origins:
            raise TooMuchError(
                f"it asks the cloud for more than {SIMULATED_PLACEHOLDERS.most:,} values"
            )
        self._origins.setdefault(text, origin)
        if value is not None:
            self.values.setdefault(text, value)
        return text

    def inside(self, text: str) -> Iterator[Placeholder]:
        """Yield the placeholders in a text, in order."""
        for match in _FOUND.finditer(text):
            result = match["id"] or match[0]
            if result in self._origins:
                yield Placeholder(result, self._origins[result])


def usual_cidr(network: str) -> str:
    """Return the subnet of a network without a known one.

    It is a part of 10.0.0.0/16 chosen by the name.
    """
    return f"10.0.{zlib.crc32(network.encode()) % 256}.0/24"


class Addresses(msgspec.Struct, eq=False):
    """Assigns the addresses of subnets in order; a port keeps its address."""

    _placeholders: Placeholders
    _left: dict[str, Iterator[str]] = {}
    _given: dict[tuple[str, str], str] = {}

    def of(self, port: str, cidr: str, value: StackValue) -> str:
        """Return the address of a port in a subnet."""
        if (port, cidr) not in self._given:
            address = next(self._left.setdefault(cidr, _hosts(cidr)), None)
            if address is None:
                raise TooMuchError(f"the subnet {cidr} has no more IP addresses")
            self._given[port, cidr] = address
        return self._placeholders.given(self._given[port, cidr], f"address of {port}", value)


def _hosts(cidr: str) -> Iterator[str]:
    """Yield the addresses of a subnet; those of a default subnet if the text is invalid."""
    try:
        network = ipaddress.ip_network(cidr, strict=False)
    except ValueError:
        network = ipaddress.ip_network(usual_cidr(cidr))
    # The last address is the one for broadcasts
    for number in range(_FIRST_HOST, network.num_addresses - 1):
        yield str(network[number])
