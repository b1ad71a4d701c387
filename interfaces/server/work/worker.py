"""A worker process as the service sees it.

No pool of a library: those share one pipe and its lock among all workers, so that one that the system kills in the
wrong moment stops all of them, and know nothing of how far a task is.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import socket
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from typing import Any

from muranopl.interfaces.server.work import process
from muranopl.interfaces.server.work.messages import (
    Loaded,
    Message,
    Outdated,
    Progress,
    Task,
    Unloadable,
    encoded_order,
    next_message,
)
from muranopl.interfaces.server.work.settings import CatalogSettings

Tell = Callable[[int], None]

_PRELOADED = [
    process.__name__,
    "muranopl.calling",
    "muranopl.incremental.database",
    "muranopl.incremental.known",
    "muranopl.incremental.rounds",
    "muranopl.phases.driver",
    "muranopl.phases.graph",
    "muranopl.rendering",
    "muranopl.schemas",
]
"""What every worker needs, imported once by the server that forks them."""


class LostError(Exception):
    """The process has ended, or what it sends cannot be read."""


class Worker:
    """A process that holds the `state` of the catalog that it took so many `seconds` to load."""

    def __init__(self, child: BaseProcess, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.pid = child.pid
        self.state = ""
        self.seconds = 0.0
        self._child = child
        self._reader, self._writer = reader, writer
        self._is_watched = False

    @classmethod
    async def start(cls, settings: CatalogSettings, expected: str | None, memory: int) -> Worker:
        """Start a process that loads the catalog; `expected` is the signature its files must have."""
        ours, theirs = socket.socketpair()
        try:
            child = await asyncio.to_thread(_started, theirs, settings, expected, memory)
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        return cls(child, *await asyncio.open_connection(sock=ours))

    async def load(self) -> Loaded | Unloadable | Outdated:
        """Wait until the catalog is loaded, or cannot be. Raises LostError."""
        message = await self._next()
        if isinstance(message, Loaded):
            self.state, self.seconds = message.signature, message.seconds
        if isinstance(message, (Loaded, Unloadable, Outdated)):
            return message
        raise LostError

    async def do(self, task: Task, arguments: tuple[Any, ...], tell: Tell | None) -> Message:
        """Do a task; `tell` is told how far it is. Return what the worker says at its end. Raises LostError."""
        order = encoded_order(task, arguments)
        try:
            self._writer.write(order)
            await self._writer.drain()
        except OSError as error:
            raise LostError from error
        while isinstance(message := await self._next(), Progress):
            if tell is not None:
                tell(message.done)
        return message

    async def _next(self) -> Message:
        try:
            return await next_message(self._reader)
        except (asyncio.IncompleteReadError, OSError, ValueError) as error:
            raise LostError from error

    def when_ended(self, tell: Callable[[Worker], None]) -> None:
        """Call `tell` when the process ends, where the event loop can say so."""
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_reader(self._child.sentinel, self._ended, tell)
            self._is_watched = True

    def _ended(self, tell: Callable[[Worker], None]) -> None:
        self._forget()
        tell(self)

    def _forget(self) -> None:
        if self._is_watched:
            self._is_watched = False
            asyncio.get_running_loop().remove_reader(self._child.sentinel)

    def kill(self) -> None:
        """End the process at once, whatever it does."""
        with contextlib.suppress(ValueError, OSError):
            self._child.kill()

    async def gone(self) -> None:
        """Wait until a process that was killed is gone, and give back what it took here."""
        self._forget()
        self._writer.close()
        await asyncio.to_thread(self._child.join)
        self._child.close()


def _started(pipe: socket.socket, settings: CatalogSettings, expected: str | None, memory: int) -> BaseProcess:
    """Start a process, by a server that forks it where there are such: never forked from one with threads."""
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context: Any = multiprocessing.get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload(_PRELOADED)
    target = process.serve
    child: BaseProcess = context.Process(target=target, args=(pipe, settings, expected, memory), daemon=True)
    child.start()
    return child
