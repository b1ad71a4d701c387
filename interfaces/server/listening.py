"""The server process: it listens with uvicorn until a signal ends it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from collections.abc import Iterator
from types import FrameType
from typing import cast

import h11
import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from muranopl.diagnostics.formats.visible import visible
from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.server.errors import ApiError

MAX_HEADERS = 32 * 1024
HEADER_TIME = 20
"""Maximum time for the headers of a request to arrive, in seconds."""
KEEP_ALIVE = 30
"""Maximum time that a connection may be idle between requests, in seconds."""
_GARBAGE = (10_000, 10, 10)
READING_TIME = 60
"""Maximum time in which a client reads nothing of a response, in seconds."""
MOST_CONNECTIONS = 1_000
_BACKLOG = 100
_OTHER_FILES = 256
"""File descriptors reserved for other purposes, such as connections being rejected."""
_REFUSED = ApiError(503, "the service has as many connections as it can have").body
_REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 1\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(_REFUSED), _REFUSED)
)
"""The response to a connection beyond the maximum number."""
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
        http=ImpatientProtocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        backlog=_BACKLOG,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=MAX_HEADERS,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=round(grace) + _AFTER_GRACE,
    )
    for library in ("uvicorn", "python_multipart"):
        _log_with_ours(logging.getLogger(library))
    logging.getLogger("uvicorn.error").addFilter(
        lambda _: not hasattr(application.state, "problem")
    )  # reported below
    server = _Server(config, _address(host, listening))
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)  # the command line raises the threshold to 1,000,000
    with contextlib.closing(listening):
        asyncio.run(server.serve(sockets=[listening]))
    if not server.started and not server.told_to_end:
        raise UsageError(
            getattr(application.state, "problem", None) or "the service could not start"
        )


def _most_connections() -> int:
    """Return the maximum number of connections; files and workers need file descriptors too."""
    try:
        import resource  # noqa: PLC0415 - only some systems have it
    except ImportError:
        return MOST_CONNECTIONS // 4
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return (
        MOST_CONNECTIONS
        if soft < 0
        else max(min(MOST_CONNECTIONS, soft - _OTHER_FILES), _OTHER_FILES // 4)
    )


class ImpatientProtocol(H11Protocol):
    """A protocol that closes stalled connections: late requests, or responses that are not read.

    At the maximum number of connections, a new one replaces the one that has been idle longest.
    """

    most = _most_connections()
    _timer: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first request; reject the connection if all others are busy."""
        result = cast(asyncio.Transport, transport)
        if len(self.connections) >= self.most and not self._end_an_idle_one():
            result.set_protocol(asyncio.Protocol())
            result.write(_REFUSAL)
            result.close()
            return
        super().connection_made(result)
        self._idle_since = self.loop.time()
        self._wait()

    def _end_an_idle_one(self) -> bool:
        """Close the connection that has been idle longest; return whether there was one."""
        idle = [
            connection
            for connection in self.connections
            if isinstance(connection, ImpatientProtocol) and connection.is_idle
        ]
        if not idle:
            return False
        ended = min(idle, key=lambda item: item._idle_since)
        self.connections.discard(ended)
        ended.transport.abort()
        return True

    @property
    def is_idle(self) -> bool:
        """Whether no request is in progress and no response is being read."""
        return (self.cycle is None or self.cycle.response_complete) and self._reading is None

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._idle_since = self.loop.time()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """Pause the response until the client has read more of it, within `READING_TIME`."""
        super().pause_writing()
        self._wait_for_reading(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """Continue the response."""
        self._stop_waiting_for_reading()
        super().resume_writing()

    def _wait_for_reading(self, left: int) -> None:
        self._reading = self.loop.call_later(READING_TIME, self._has_read, left)

    def _has_read(self, before: int) -> None:
        left = self.transport.get_write_buffer_size()
        if left >= before:
            self.transport.abort()
        else:
            self._wait_for_reading(left)

    def _stop_waiting_for_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def data_received(self, data: bytes) -> None:
        """Process received data; the rest of incomplete headers must arrive in time."""
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timer."""
        self._stop_waiting()
        self._stop_waiting_for_reading()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_waiting()
        elif self._timer is None:
            self._timer = self.loop.call_later(HEADER_TIME, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class _Server(uvicorn.Server):
    """A server for which SIGTERM and SIGINT are the normal end: no exception, exit status 0."""

    def __init__(self, config: uvicorn.Config, address: str) -> None:
        super().__init__(config)
        self.told_to_end = False
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().startup(sockets=sockets)
        except SystemExit:  # startup failed; `listen` reports the reason
            self.should_exit = True
        if self.started:
            _LOGGER.info("serving at %s", self._address)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals within the context; a second one exits immediately.

        Afterwards signals are ignored, so that they cannot turn the exit into a failure.
        """
        numbers = (signal.SIGTERM, signal.SIGINT)
        before = {number: signal.signal(number, self.handle_exit) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, signal.SIG_IGN if self.should_exit else handler)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - as uvicorn calls it
        if self.should_exit:
            self.force_exit = True
        self.should_exit = self.told_to_end = True
        drain = getattr(self.config.app.state, "drain", None)  # type: ignore[union-attr]
        if drain is not None:
            asyncio.get_running_loop().call_soon_threadsafe(drain)


def _log_with_ours(logger: logging.Logger) -> None:
    """Make a library log errors only, to our handlers; its warnings are about bad requests."""
    logger.setLevel(logging.ERROR)
    logger.propagate = False
    for handler in logging.getLogger("muranopl").handlers:
        logger.addHandler(handler)


def _socket(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    result = socket.socket(
        family, socket.SOCK_STREAM, socket.IPPROTO_TCP
    )  # else asyncio does not set TCP_NODELAY
    try:
        if sys.platform != "win32":
            result.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        result.bind((host, port))
    except (OSError, UnicodeError) as error:  # UnicodeError: not a valid host name
        result.close()
        why = getattr(error, "strerror", None) or error
        raise UsageError(f"{visible(host)}, port {port}, cannot be listened on: {why}") from None
    return result


def _address(host: str, listening: socket.socket) -> str:
    """Return the URL to open in a browser."""
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - which is only named
    shown = f"[{name}]" if ":" in name else name
    return f"http://{shown}:{listening.getsockname()[1]}/"
