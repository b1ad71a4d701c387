"""Represents a worker process in the service; queues calls for workers, in which clients take turns."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from muranopl.interfaces.server.work.messages import (
    BusyError,
    Loaded,
    LoadOutcome,
    Task,
    TaskOutcome,
)
from muranopl.interfaces.server.work.process import Loading, ProcessState, load, run_task
from muranopl.phases.job import TellThousandths
from muranopl.phases.reuse.memory import RecentlyUsed
from muranopl.phases.workers.processes import WorkerProcess

_REMEMBERED = 1_000
"""Maximum number of clients whose last turn is remembered."""


class Worker:
    """A process that holds `state` of the catalog; `seconds` is how long loading took.

    It is not a copy of the service, which may run in any program, with any number of threads. Raise
    OSError if it cannot be started.
    """

    def __init__(self) -> None:
        self.state = ""
        self.seconds = 0.0
        self._process = WorkerProcess(ProcessState(), fork=False)
        self.pid, self.kill = self._process.pid, self._process.kill

    async def load(self, loading: Loading) -> LoadOutcome:
        """Load the catalog; return the outcome. Raise ProcessEndedError, CallFailedError."""
        outcome: LoadOutcome = await asyncio.wrap_future(self._process.submit(load, loading))
        if isinstance(outcome, Loaded):
            self.state, self.seconds = outcome.signature, outcome.seconds
        return outcome

    async def do(
        self, task: Task, arguments: tuple[Any, ...], tell: TellThousandths | None
    ) -> TaskOutcome:
        """Run a task and return its outcome; call `tell` with its progress.

        Raise ProcessEndedError, CallFailedError.
        """
        loop = asyncio.get_running_loop()

        def report(done: int) -> None:  # called by a thread
            if tell is not None:
                loop.call_soon_threadsafe(tell, done)

        future = self._process.submit(run_task, task, arguments, report=report)
        outcome: TaskOutcome = await asyncio.wrap_future(future)
        return outcome

    async def ended(self) -> None:
        """Wait until the process has ended."""
        await asyncio.wrap_future(self._process.ended)


Turn = asyncio.Future[Worker]


class Turns:
    """Calls that wait for a worker.

    The next one is of the client whose last turn is the longest ago, so that no client waits for all
    calls of another one.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Turn]] = {}
        self._served = RecentlyUsed[str, str](_REMEMBERED)
        """Clients in the order of their last turns."""

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def add(self, client: str) -> Turn:
        """Return a new turn of a client, the last of its own."""
        turn: Turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        return turn

    def served(self, client: str) -> None:
        """Remember that a client had a turn just now."""
        self._served.add(client, client)

    def next(self) -> Turn | None:
        """Remove and return the next turn, None if no call waits."""
        # Those that had none come first, in the order in which they came
        new = [client for client in self._waiting if client not in self._served]
        for client in new or self._served:
            if client in self._waiting:
                turn = self._waiting[client][0]
                self.remove(turn)
                self.served(client)
                return turn
        return None

    def remove(self, turn: Turn) -> bool:
        """Remove a turn; return whether it was waiting."""
        for client, turns in self._waiting.items():
            if turn in turns:
                turns.remove(turn)
                if not turns:
                    del self._waiting[client]
                return True
        return False

    def displace(self, client: str) -> bool:
        """Refuse the last call of the client that has most, if it has two more than `client`.

        Return whether there is room for another call now.
        """
        most = max(self._waiting.values(), key=len, default=deque[Turn]())
        if len(most) < len(self._waiting.get(client, ())) + 2:
            return False
        most.pop().set_exception(BusyError())
        return True
