"""The server process: it listens with uvicorn until a signal ends it.

It also ends connections that wait too long for their clients, for which uvicorn has no options. A proxy in front does
all of this as well.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import socket
import sys
from collections.abc import Collection
from types import FrameType
from typing import NamedTuple, cast

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible

MAX_HEADERS = 32 * 1024
HEADER_TIME = 20
"""Maximum time for a request to begin and its headers to arrive, in seconds."""
READING_TIME = 60
"""Maximum time in which a client reads nothing of a response, in seconds."""
_GARBAGE = (10_000, 10, 10)
MOST_CONNECTIONS = 1_000
_BACKLOG = 100
_OTHER_FILES = 256
"""File descriptors reserved for other purposes, such as workers, and connections to be ended."""
_AFTER_GRACE = 2
"""Seconds for the responses to requests that were cancelled after the grace period."""
_LOGGER = logging.getLogger("muranopl.server")


def listen(application: Starlette, host: str, port: int, grace: float) -> None:
    """Serve until SIGTERM or SIGINT.

    Raise UsageError if the address is unavailable or the application cannot start.
    """
    listening = _socket(host, port)
    config = uvicorn.Config(
        application,
        # `StalledConnections` looks into the connections of this implementation
        http="h11",
        ws="none",
        lifespan="on",
        log_config=None,
        # The middleware `Headers` logs requests, with their ids
        access_log=False,
        backlog=_BACKLOG,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=MAX_HEADERS,
        timeout_keep_alive=HEADER_TIME,
        timeout_graceful_shutdown=round(grace) + _AFTER_GRACE,
    )
    for library in ("uvicorn", "python_multipart"):
        _log_with_ours(logging.getLogger(library))
    # Reported below
    logging.getLogger("uvicorn.error").addFilter(
        lambda _: not hasattr(application.state, "problem")
    )
    server = _Server(config, _address(host, listening))
    # What is loaded by now stays: the collector need not look at it again
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)  # the command line raises the threshold to 1,000,000
    # uvicorn exits if the application cannot start.
    with contextlib.closing(listening), contextlib.suppress(SystemExit):
        asyncio.run(server.serve(sockets=[listening]))
    if not server.started and not server.told_to_end:
        problem = getattr(application.state, "problem", None)
        raise UsageError(problem or "the service cannot start")


def _most_connections() -> int:
    """Return the maximum number of connections; files and workers need file descriptors too."""
    try:
        import resource  # only some systems have it
    except ImportError:
        return MOST_CONNECTIONS // 4
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(min(MOST_CONNECTIONS, files - _OTHER_FILES), _OTHER_FILES // 4)


class _Server(uvicorn.Server):
    """A server for which SIGTERM and SIGINT are the normal end: no exception, exit status 0."""

    def __init__(self, config: uvicorn.Config, address: str) -> None:
        super().__init__(config)
        self.told_to_end = False
        self._address = address
        self._stalled = StalledConnections(_most_connections())

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started:
            _LOGGER.info("serving at %s", self._address)

    async def on_tick(self, counter: int) -> bool:
        connections = cast("set[H11Protocol]", self.server_state.connections)
        self._stalled.end(connections, asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets=sockets)
        # uvicorn leaves it to be cancelled after a second signal, which prints a traceback
        if self.force_exit:
            await self.lifespan.shutdown()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as uvicorn calls it
        # Not to be captured: uvicorn would raise the signal again once the service has ended.
        if self.should_exit:
            self.force_exit = True
        self.should_exit = self.told_to_end = True
        drain = getattr(self.config.app.state, "drain", None)  # type: ignore[union-attr]
        if drain is not None:
            # The handler of a signal may not call the event loop in another way
            asyncio.get_running_loop().call_soon_threadsafe(drain)


def _log_with_ours(logger: logging.Logger) -> None:
    """Make a library log errors only, to our handlers; its warnings are about bad requests."""
    logger.setLevel(logging.ERROR)
    logger.propagate = False
    for handler in logging.getLogger("muranopl").handlers:
        logger.addHandler(handler)


def _socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Else asyncio does not set TCP_NODELAY
    result = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        # On Windows the option lets several programs listen on one port
        if sys.platform != "win32":
            result.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        result.bind((host, port))
    except (OSError, UnicodeError) as error:  # UnicodeError: not a valid host name
        result.close()
        why = getattr(error, "strerror", None) or error
        raise UsageError(f"cannot listen on {visible(host)}, port {port}: {why}") from None
    return result


def _address(host: str, listening: socket.socket) -> str:
    """Return the URL to open in a browser."""
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - which is only named
    shown = f"[{name}]" if ":" in name else name
    return f"http://{shown}:{listening.getsockname()[1]}/"


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
