"""A worker process from the point of view of the service.

Pools of libraries are unsuitable: their workers share one pipe and its lock, so that killing one at
the wrong moment blocks all, and they do not report progress. Processes are neither forked nor do
they import `__main__` again, as the service may run in any program.
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
"""Modules are imported from the paths of the service, never from the current folder."""


class LostError(Exception):
    """The process has ended or sent an invalid message."""


class Worker:
    """A process that holds `state` of the catalog; `seconds` is how long loading took."""

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
        """Start a process that loads the catalog. Raise OSError.

        `expected` is the required signature of the files, None for any; `memory` is the number of
        bytes that tasks may use.
        """
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-c",
            _PROGRAM,
            *sys.path,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        if child.stdin is None or child.stdout is None:  # never: both are pipes
            raise OSError
        child.stdin.write(encoded(Beginning(settings, expected, memory)))
        return cls(child, child.stdin, child.stdout)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._child.pid

    async def load(self) -> Loaded | Unloadable | Outdated:
        """Wait until loading the catalog succeeds or fails; return the message. Raise LostError."""
        message = await self._next()
        if isinstance(message, Loaded):
            self.state, self.seconds = message.signature, message.seconds
        if isinstance(message, (Loaded, Unloadable, Outdated)):
            return message
        raise LostError

    async def do(self, task: Task, arguments: tuple[Any, ...], tell: Tell | None) -> Message:
        """Run a task and return its final message; call `tell` with its progress.

        Raise LostError.
        """
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
        """Kill the process."""
        with contextlib.suppress(ProcessLookupError):
            self._child.kill()

    async def ended(self) -> None:
        """Wait until the process has ended."""
        await self._child.wait()
