"""Addresses in networks: the addresses of ports in the subnets of their networks."""

from __future__ import annotations

import ipaddress
import zlib
from collections.abc import Iterator

from muranopl.execution.simulation.exceptions import TooMuchError
from muranopl.execution.simulation.placeholders import Placeholders

_FIRST_HOST = 3
"""The first two hosts are the router and DHCP."""


def usual_cidr(network: str) -> str:
    """Return the subnet of a network without a known one.

    It is a part of 10.0.0.0/16 chosen by the name.
    """
    return f"10.0.{zlib.crc32(network.encode()) % 256}.0/24"


class Addresses:
    """Assigns the addresses of subnets in order; a port keeps its address."""

    def __init__(self, placeholders: Placeholders) -> None:
        self._placeholders = placeholders
        self._left: dict[str, Iterator[str]] = {}
        self._given: dict[tuple[str, str], str] = {}

    def of(self, port: str, cidr: str) -> str:
        """Return the address of a port in a subnet."""
        if (port, cidr) not in self._given:
            left = self._left.setdefault(cidr, _hosts(cidr))
            address = next(left, None)
            if address is None:
                raise TooMuchError(f"there are no more addresses in {cidr}")
            self._given[port, cidr] = address
        return self._placeholders.given(self._given[port, cidr], f"address of {port}")


def _hosts(cidr: str) -> Iterator[str]:
    """Yield the addresses of a subnet; those of a default subnet if the text is invalid."""
    try:
        network = ipaddress.ip_network(cidr, strict=False)
    except ValueError:
        network = ipaddress.ip_network(usual_cidr(cidr))
    # The last address is the one for broadcasts
    for number in range(_FIRST_HOST, network.num_addresses - 1):
        yield str(network[number])
