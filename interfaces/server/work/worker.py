"""A worker process as the service sees it.

No pool of a library: those share one pipe and its lock among all workers, so that one that the
system kills in the wrong moment stops all of them, and know nothing of how far a task is. No fork,
and no module `__main__` imported again: the service may run in any program.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from muranopl.interfaces.server.work.messages import (
    Beginning,
    Loaded,
    Message,
    Outdated,
    Task,
    TaskProgress,
    Unloadable,
    encoded,
    next_message,
)
from muranopl.interfaces.server.work.settings import CatalogSettings

Tell = Callable[[int], None]

_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from muranopl.interfaces.server.work.process import main; main()"
"""Modules are found where the service finds them, and never in the current folder: there may be packages of others."""


class LostError(Exception):
    """The process has ended, or what it sends cannot be read."""


class Worker:
    """A process that holds the `state` of the catalog that it took so many `seconds` to load."""

    def __init__(
        self,
        child: asyncio.subprocess.Process,
        orders: asyncio.StreamWriter,
        replies: asyncio.StreamReader,
    ):
        self.state = ""
        self.seconds = 0.0
        self._child = child
        self._orders, self._replies = orders, replies

    @classmethod
    async def start(cls, settings: CatalogSettings, expected: str | None, memory: int) -> Worker:
        """Start a process that loads the catalog; `expected` is the signature its files must have. Raises OSError."""
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-c",
            _PROGRAM,
            *sys.path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        if child.stdin is None or child.stdout is None:  # they are pipes
            raise OSError
        child.stdin.write(encoded(Beginning(settings, expected, memory)))
        return cls(child, child.stdin, child.stdout)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._child.pid

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
        order = encoded((task, arguments))
        try:
            self._orders.write(order)
            await self._orders.drain()
        except OSError as error:
            raise LostError from error
        while isinstance(message := await self._next(), TaskProgress):
            if tell is not None:
                tell(message.done)
        return message

    async def _next(self) -> Message:
        try:
            return await next_message(self._replies)
        except (asyncio.IncompleteReadError, OSError, ValueError) as error:
            raise LostError from error

    def kill(self) -> None:
        """End the process at once, whatever it does."""
        with contextlib.suppress(ProcessLookupError):
            self._child.kill()

    async def ended(self) -> None:
        """Wait until the process is gone."""
        await self._child.wait()
