"""Hosts of addresses: their names in the letters of the network, and the ports that are asked."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}


class WebOrigin(NamedTuple):
    """Where requests go: a scheme, a host, and a port if it is not the one of the scheme."""

    scheme: str
    host: str
    port: int | None = None


def origin_of(address: str) -> WebOrigin:
    """Return the origin of an address. Raise ValueError for a host or a port that is none."""
    parts = urlsplit(address)
    port = None if parts.port == _PORTS.get(parts.scheme) else parts.port
    return WebOrigin(parts.scheme, resolved_name(parts.hostname or ""), port)


def resolved_name(host: str) -> str:
    """Return the name of a host in the letters of the network. Raise ValueError if it has others."""
    return host.lower() if host.isascii() else host.encode("idna").decode()
