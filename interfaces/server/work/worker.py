"""A worker process from the point of view of the service."""

from __future__ import annotations

import asyncio
from typing import Any

from muranopl.interfaces.server.work.messages import Loaded, LoadOutcome, Task, TaskOutcome
from muranopl.interfaces.server.work.process import Loading, ProcessState, load, run_task
from muranopl.phases.progress import TellThousandths
from muranopl.phases.workers.processes import WorkerProcess


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
