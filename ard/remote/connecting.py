"""Network backends of httpcore for `http`: check the address to connect to, and end at a deadline.

Names are resolved here and the result is what is connected to, so that an answer of a name server
cannot differ between the test and the connection.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
from collections.abc import Collection, Iterable
from typing import Any

import httpcore

from muranopl.ard.remote.failures import FetchError
from muranopl.ard.remote.limits import in_time

_NAT64 = ipaddress.ip_network("64:ff9b::/96")


class TimedStream(httpcore.NetworkStream):
    """A connection of which each step ends at the deadline of the exchange.

    That of bytes that arrive one by one, too: of the steps of an answer, which a server may prolong by
    headers, chunks and trailers, none is seen by the caller until it is complete.
    """

    def __init__(self, stream: httpcore.NetworkStream) -> None:
        self._stream = stream

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Return some bytes, b"" at the end. Raise FetchError after the deadline."""
        with in_time(timeout) as left:
            return self._stream.read(max_bytes, left)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send bytes. Raise FetchError after the deadline."""
        with in_time(timeout) as left:
            self._stream.write(buffer, left)

    def close(self) -> None:
        """End the connection."""
        self._stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        """Return the encrypted connection. Raise FetchError after the deadline."""
        with in_time(timeout) as left:
            stream = self._stream.start_tls(ssl_context, server_hostname, left)
        return TimedStream(stream)

    def get_extra_info(self, info: str) -> Any:
        """Return what is known of the connection."""
        return self._stream.get_extra_info(info)


class TimedBackend(httpcore.SyncBackend):
    """Makes connections that end at the deadline of the exchange."""

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        """Return a connection to a host. Raise FetchError after the deadline."""
        with in_time(timeout) as left:
            stream = super().connect_tcp(host, port, left, local_address, socket_options)
        return TimedStream(stream)


class CheckedBackend(TimedBackend):
    """Connects to public addresses, and to all addresses of the `named` hosts.

    `named` are the hosts that the user named; the set may grow.
    """

    def __init__(self, named: Collection[str]) -> None:
        self._named = named

    def connect_tcp(
        self, host: str, port: int, *options: Any, **named: Any
    ) -> httpcore.NetworkStream:
        """Return a connection to a host. Raise FetchError for one that may not be connected to."""
        failure: Exception = httpcore.ConnectError("its name has no IP address")
        for address in self._addresses(host, port):
            try:
                return super().connect_tcp(address, port, *options, **named)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    def _addresses(self, host: str, port: int) -> list[str]:
        try:
            results = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise httpcore.ConnectError("its name cannot be resolved") from error
        addresses = list(dict.fromkeys(str(result[4][0]) for result in results))
        if host.lower() not in self._named:
            for address in addresses:
                require_public(host, address)
        return addresses


def require_public(host: str, address: str) -> None:
    """Raise FetchError unless an address is one of the public network."""
    if not _is_public(ipaddress.ip_address(address)):
        raise FetchError(
            "refused",
            f"it leads to {host}, whose IP address {address} belongs to a private network",
            "to allow this host, pass the URL that it leads to",
        )


def _is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        if inner is not None:
            return _is_public(inner)
    return address.is_global and not address.is_multicast
