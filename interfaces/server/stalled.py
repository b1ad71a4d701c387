"""Connections that wait for their clients: what uvicorn has no options for.

A proxy in front does all of this as well; a service without one ends such connections itself.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_TIME = 20
"""Maximum time for a request to begin and its headers to arrive, in seconds."""
READING_TIME = 60
"""Maximum time in which a client reads nothing of a response, in seconds."""


class _Wait(NamedTuple):
    """A wait for the rest of a response to be read, or for the request after the `last` one."""

    unread: int
    last: object


class StalledConnections:
    """Ends connections that wait too long, and beyond `most` those that are idle longest."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waits: dict[H11Protocol, tuple[_Wait, float]] = {}

    def end(self, connections: Collection[H11Protocol], now: float) -> None:
        """End some of the open connections. Call this regularly; `now` is a time in seconds."""
        waits: dict[H11Protocol, tuple[_Wait, float]] = {}
        for connection in connections:
            wait = _wait(connection)
            if wait is not None:
                before, since = self._waits.get(connection, (wait, now))
                # A client that read a byte or sent a request has begun another wait.
                waits[connection] = wait, since if wait == before else now
        self._waits = waits
        surplus = len(connections) - self._most
        for connection in sorted(waits, key=lambda item: waits[item][1]):
            wait, since = waits[connection]
            is_late = now - since >= (READING_TIME if wait.unread else HEADER_TIME)
            if is_late or (surplus > 0 and not wait.unread):
                # `close` would wait until the client has read the rest
                connection.transport.abort()
                surplus -= 1


def _wait(connection: H11Protocol) -> _Wait | None:
    """Return what a connection waits for, or None if it waits for the service."""
    unread = connection.transport.get_write_buffer_size()
    if unread or connection.conn.their_state is h11.IDLE:
        return _Wait(unread, connection.cycle)
    return None
