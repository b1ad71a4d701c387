"""Addresses in networks: which one a port has, in the subnet of its network."""

from __future__ import annotations

import ipaddress
import zlib
from collections.abc import Iterator

from muranopl.simulation.exceptions import TooMuchError
from muranopl.simulation.placeholders import Placeholders

_FIRST_HOST = 3
"""The first two are those of the router and of DHCP."""


def usual_cidr(network: str) -> str:
    """Return the subnet of a network of which none is known: one of 10.0.0.0/16 by its name."""
    return f"10.0.{zlib.crc32(network.encode()) % 256}.0/24"


class Addresses:
    """Hands out the addresses of subnets, one after the other; a port keeps the one it has."""

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
    """Yield the addresses of a subnet; of the usual one where its text is none."""
    try:
        network = ipaddress.ip_network(cidr, strict=False)
    except ValueError:
        network = ipaddress.ip_network(usual_cidr(cidr))
    for number in range(_FIRST_HOST, network.num_addresses - 1):
        yield str(network[number])
