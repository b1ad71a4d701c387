"""The connections of the server: standard input and output, or web sockets."""

from __future__ import annotations

import asyncio
import contextlib
import re
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, BinaryIO

from lsprotocol import types
from pygls.io_ import StdoutWriter, WebSocketWriter

from muranopl.diagnostics.extras import needing
from muranopl.interfaces.lsp.framing import LARGEST_MESSAGE, FramingError, read_body
from muranopl.interfaces.lsp.server import MuranoServer, load_features

if TYPE_CHECKING:
    from websockets.asyncio.server import Server, ServerConnection

_LOCAL_ORIGIN = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?")
_LOST = 1
"""The exit status if the client goes away without ending the session."""


def serve_stdio() -> int:
    """Serve the client at standard input and output; return the exit status."""
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    # What anything else prints must not be among the messages
    sys.stdout = sys.stderr
    return asyncio.run(_stdio(stdin, stdout))


async def _stdio(stdin: BinaryIO, stdout: BinaryIO) -> int:
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def end(status: int) -> None:
        if not ended.done():
            ended.set_result(status)

    server = MuranoServer(end)
    server.protocol.set_writer(StdoutWriter(stdout))
    reading = asyncio.ensure_future(_read(stdin, server))
    either: list[asyncio.Future[Any]] = [reading, ended]
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
    if not ended.done():
        server.end(_LOST)
    return await ended


async def _read(stdin: BinaryIO, server: MuranoServer) -> None:
    """Handle messages until the input ends, or until the next one cannot be found."""
    executor = ThreadPoolExecutor(1, "muranopl-input")
    loop = asyncio.get_running_loop()
    try:
        while True:
            body = await loop.run_in_executor(executor, read_body, stdin)
            if body is None:
                return
            server.protocol.receive(body)
    except FramingError as error:
        server.protocol.refuse(types.ErrorCodes.ParseError, str(error))


def serve_websocket(host: str, port: int, origins: Sequence[str]) -> None:
    """Serve clients at web sockets, each with a session of its own, until a signal ends it.

    Browsers name the origin of the page that connects: those of this machine may, and `origins`.
    """
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_websocket(host, port, origins))


async def _websocket(host: str, port: int, origins: Sequence[str]) -> None:
    async with listening(host, port, origins) as sockets:
        for socket in sockets.sockets:
            address, number = socket.getsockname()[:2]
            shown = f"[{address}]" if ":" in address else address
            print(f"listening at ws://{shown}:{number}", file=sys.stderr, flush=True)  # noqa: T201
        await sockets.serve_forever()


def listening(
    host: str, port: int, origins: Sequence[str] = ()
) -> contextlib.AbstractAsyncContextManager[Server]:
    """Return the context manager of a server at web sockets, see `serve_websocket`."""
    # pygls can do without web sockets, so that they are not part of what it needs
    with needing("lsp"):
        from websockets.asyncio.server import ServerConnection, serve
        from websockets.typing import Origin

    class TextConnection(ServerConnection):
        """A connection whose messages are texts: clients in browsers read no binary ones."""

        async def send(self, message: Any, *arguments: Any, **options: Any) -> None:
            if isinstance(message, bytes):
                message = message.decode("utf-8")
            await super().send(message, *arguments, **options)

    load_features()  # no client has to wait for it
    allowed = [None, _LOCAL_ORIGIN, *map(Origin, origins)]
    return serve(
        _connected,
        host,
        port,
        origins=allowed,
        max_size=LARGEST_MESSAGE,
        create_connection=TextConnection,
    )


async def _connected(connection: ServerConnection) -> None:
    # pygls can do without web sockets, so that they are not part of what it needs
    from websockets.exceptions import ConnectionClosedError

    closing: list[asyncio.Task[None]] = []

    def end(_: int) -> None:
        if not closing:
            closing.append(asyncio.ensure_future(connection.close()))

    server = MuranoServer(end)
    server.protocol.set_writer(WebSocketWriter(connection), include_headers=False)
    try:
        with contextlib.suppress(ConnectionClosedError):
            async for body in connection:
                server.protocol.receive(body)
    finally:
        server.end(_LOST)
        await asyncio.gather(*closing)
