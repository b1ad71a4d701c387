"""The pool of workers for the current state, and the queue for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from muranopl.interfaces.server.settings import CatalogSettings, WorkLimits
from muranopl.interfaces.server.work.messages import (
    BusyError,
    CatalogUnavailableError,
    EndingError,
    Loaded,
    Outdated,
    Unloadable,
)
from muranopl.interfaces.server.work.process import Loading
from muranopl.interfaces.server.work.worker import Turns, Worker
from muranopl.phases.workers.processes import CallFailedError, ProcessEndedError

_LOGGER = logging.getLogger("muranopl.server")

_PAUSES = (0.0, 1.0, 5.0, 30.0)
"""Seconds before the next worker is started, by the number of consecutive failures."""


class OutdatedError(Exception):
    """The files have another signature than expected."""


class WorkerPool:
    """A pool of workers that run one task at a time.

    `outdated` is called when a worker detects that files changed after the current state was
    loaded.
    """

    def __init__(
        self, settings: CatalogSettings, limits: WorkLimits, outdated: Callable[[], Any]
    ) -> None:
        self.settings = settings
        self.limits = limits
        self.ended = 0
        """Number of workers that ended unexpectedly."""
        self._outdated = outdated
        self._state: str | None = None
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._turns = Turns()
        self._background: set[asyncio.Task[Any]] = set()
        self._filling: asyncio.Task[None] | None = None
        self._closed = False

    @property
    def waiting(self) -> int:
        """Length of the queue for a worker."""
        return len(self._turns)

    @property
    def workers(self) -> list[Worker]:
        """All workers that have loaded a state, including busy ones with older states."""
        return [worker for worker in self._workers if worker.state]

    # Taking turns

    async def idle_worker(self, seconds: float, client: str) -> Worker:
        """Wait for an idle worker and return it. Raise BusyError, EndingError.

        `seconds` is the maximum time to wait; clients take turns.
        """
        if self._closed:
            raise EndingError
        if self._idle:
            self._turns.served(client)
            return self._idle.pop()
        if len(self._turns) >= self.limits.queue and not self._turns.displace(client):
            raise BusyError
        turn = self._turns.add(client)
        try:
            async with asyncio.timeout(seconds):
                # Shielded, as `release` could not set the result of a cancelled future
                return await asyncio.shield(turn)
        except BaseException as error:
            if not self._turns.remove(turn) and turn.exception() is None:
                # A worker that was assigned at the same moment goes back
                self.release(turn.result())
            if isinstance(error, TimeoutError):
                raise BusyError from None
            raise

    def release(self, worker: Worker) -> None:
        """Return a worker to the pool, or end it if its state is outdated."""
        if worker not in self._workers:
            return
        if worker.state != self._state:
            self._end(worker)
        elif turn := self._turns.next():
            turn.set_result(worker)
        else:
            self._idle.append(worker)

    def refuse_turns(self) -> None:
        """Reject all who wait, now and later, and end workers that are loading."""
        self._closed = True
        for worker in [item for item in self._workers if not item.state]:
            worker.kill()
        while turn := self._turns.next():
            turn.set_exception(EndingError())

    # States

    async def loaded_worker(self, expected: str | None) -> Worker:
        """Start a worker and return it once it has loaded the catalog.

        Raise CatalogUnavailableError, OutdatedError, and EndingError if the service ends meanwhile.
        """
        try:
            worker = Worker()
        except OSError as error:
            raise CatalogUnavailableError(
                f"a worker process cannot be started: {error.strerror}"
            ) from None
        # Known before it has loaded anything, so that `refuse_turns` and `close` can end it
        self._workers.add(worker)
        self._in_background(self._watch(worker))
        try:
            outcome = await worker.load(Loading(self.settings, expected, self.limits.memory))
        except (ProcessEndedError, CallFailedError) as error:
            outcome = Unloadable("the worker process ended unexpectedly", str(error))
        except BaseException:
            self._end(worker)
            raise
        if isinstance(outcome, Loaded):
            return worker
        self._end(worker)
        # `refuse_turns` ends workers that are loading: this is no problem of the catalog
        if self._closed:
            raise EndingError
        if isinstance(outcome, Outdated):
            raise OutdatedError
        if outcome.trace:
            _LOGGER.error("loading the catalog failed\n%s", outcome.trace)
        raise CatalogUnavailableError(outcome.problem)

    def turn_to(self, worker: Worker) -> None:
        """Make the state of a worker current; workers with older states end after their tasks."""
        self._state = worker.state
        idle, self._idle = self._idle, []
        for item in idle:
            self._end(item)
        self.release(worker)
        self._fill()

    def _fill(self) -> None:
        """Start missing workers for the current state in the background."""
        if not self._closed and (self._filling is None or self._filling.done()):
            self._filling = self._in_background(self._start_missing())

    async def _start_missing(self) -> None:
        failures = 0
        while (
            not self._closed
            and sum(item.state == self._state for item in self._workers) < self.limits.workers
        ):
            await asyncio.sleep(_PAUSES[min(failures, len(_PAUSES) - 1)])
            state = self._state
            try:
                worker = await self.loaded_worker(state)
            except OutdatedError:
                failures += 1
                self._outdated()
            except EndingError:
                return
            except CatalogUnavailableError as error:
                failures += 1
                _LOGGER.error("a worker cannot load the catalog: %s", error)
            else:
                failures = 0
                self.release(worker)

    # Ends

    async def _watch(self, worker: Worker) -> None:
        await worker.ended()
        # A worker that ends while it loads is reported by `loaded_worker`
        if worker.state:
            self.lost(worker)

    def lost(self, worker: Worker) -> None:
        """Replace a worker that ended unexpectedly."""
        if worker not in self._workers:
            return
        self.ended += 1
        _LOGGER.error("worker process %s ended unexpectedly", worker.pid)
        self.end(worker)

    def end(self, worker: Worker) -> None:
        """Kill a worker and start another one."""
        self._end(worker)
        if worker.state == self._state:
            self._fill()

    def _end(self, worker: Worker) -> None:
        self._workers.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        worker.kill()

    def kill_all(self) -> None:
        """Kill all workers."""
        self._closed = True
        for worker in self._workers:
            worker.kill()

    async def close(self) -> None:
        """Kill all workers and wait until they have ended."""
        self.refuse_turns()
        if self._filling is not None:
            self._filling.cancel()
        for worker in list(self._workers):
            self._end(worker)
        await asyncio.gather(*self._background, return_exceptions=True)

    def _in_background(self, action: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        # The event loop keeps only weak references to tasks
        task = asyncio.create_task(action)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        return task
