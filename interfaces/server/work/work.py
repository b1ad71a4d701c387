"""Runs tasks by workers that hold the current state of the catalog: entry point of this folder."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Iterator
from typing import Any, NamedTuple

from muranopl.interfaces.server.settings import CatalogSettings, WorkLimits
from muranopl.interfaces.server.work.messages import (
    BusyError,
    CatalogUnavailableError,
    ClientBusyError,
    EndingError,
    MemoryLimitError,
    NoMemory,
    Task,
    TaskAnswer,
    TaskFailedError,
    TaskOutcome,
    TimeLimitError,
    WorkerLostError,
)
from muranopl.interfaces.server.work.pool import WorkerPool
from muranopl.interfaces.server.work.states import CatalogState, Key, States
from muranopl.interfaces.server.work.worker import Worker
from muranopl.phases.job import TellThousandths
from muranopl.phases.workers.processes import CallFailedError, ProcessEndedError

_LOGGER = logging.getLogger("muranopl.server")

_WAIT = 2
"""Maximum wait for a worker, in time limits of a task: one may pass before a client has its turn."""

_ATTEMPTS = 3
"""Maximum number of runs of a task whose answer is invalid because files changed."""


class _ServiceCall(NamedTuple):
    """A task with its arguments, for at most `limit` seconds; `tell` is called with its progress."""

    task: Task
    arguments: tuple[Any, ...]
    limit: float
    tell: TellThousandths | None


class WorkStatus(NamedTuple):
    """Counters of the work; `problem` is why the present files cannot be loaded, or None."""

    running: int
    waiting: int
    workers: int
    states: int
    lost: int
    overtime: int
    problem: str | None


class CatalogWork:
    """Worker processes and the states of the catalog that they hold.

    Call `start` before and `stop` after its use, in the same event loop.
    """

    def __init__(self, settings: CatalogSettings, limits: WorkLimits | None = None) -> None:
        self.settings = settings
        self.limits = limits or WorkLimits()
        self._pool = WorkerPool(settings, self.limits, self._refresh_soon)
        self._states = States(self._pool, self.limits.kept)
        self._clients: Counter[str] = Counter()
        self._shared: dict[tuple[str, Key], asyncio.Task[TaskAnswer]] = {}
        self._answering: set[asyncio.Task[TaskAnswer]] = set()
        self._watching: set[asyncio.Task[Any]] = set()
        self._running = self._received = self._overtime = 0

    @property
    def state(self) -> CatalogState:
        """The current state. Raise CatalogUnavailableError before the first one is loaded."""
        return self._states.current

    @property
    def status(self) -> WorkStatus:
        """The status of the work."""
        pool, states = self._pool, self._states
        numbers = (
            self._running,
            pool.waiting,
            len(pool.workers),
            states.loaded,
            pool.ended,
            self._overtime,
        )
        return WorkStatus(*numbers, states.problem)

    async def start(self) -> None:
        """Load the catalog and follow its changes. Raise CatalogUnavailableError."""
        atexit.register(self._pool.kill_all)
        try:
            await self._states.refresh()
        except BaseException:
            await self.stop()
            raise
        self._watch(self._states.follow())

    def drain(self, grace: float) -> None:
        """Reject waiting and new tasks; cancel running ones after `grace` seconds."""
        self._pool.refuse_turns()
        self._watch(self._end_answers(grace))

    async def _end_answers(self, grace: float) -> None:
        if self._answering:
            await asyncio.wait(self._answering, timeout=grace)
        for task in self._answering:
            task.cancel()

    async def stop(self) -> None:
        """Cancel all tasks and end all workers."""
        self._pool.refuse_turns()
        ending = [*self._watching, *self._answering]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)
        await self._pool.close()
        atexit.unregister(self._pool.kill_all)

    async def refresh(self) -> CatalogState:
        """Return the state of the present files, loading it if needed.

        Raise CatalogUnavailableError.
        """
        return await self._states.refresh()

    def _refresh_soon(self) -> None:
        self._watch(self._states.refresh())

    def _watch(self, action: Any) -> None:
        task = asyncio.create_task(action)
        self._watching.add(task)
        task.add_done_callback(self._watched)

    def _watched(self, task: asyncio.Task[Any]) -> None:
        self._watching.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, (CatalogUnavailableError, EndingError)):
            _LOGGER.error("the catalog is no longer watched", exc_info=error)

    async def ask(
        self,
        task: Task,
        *arguments: Any,
        limit: float | None = None,
        kept: bool = False,
        client: str | None = None,
        counted: bool = True,
        tell: TellThousandths | None = None,
    ) -> TaskAnswer:
        """Run `task(catalog, *arguments)` in a worker and return its answer.

        `catalog` is a ServedCatalog. `limit` is the time limit in seconds. With `kept` the answer
        is cached for the lifetime of the state and shared between concurrent calls. `client`
        identifies the client: clients take turns, and their concurrent tasks are limited, unless it
        is not `counted`. `tell` is called with the progress in thousandths. Raise WorkError,
        TaskFailedError.

        Cancelling the call does not cancel the task, as killing its worker would cost more; the
        task counts for the client until it ends.
        """
        key = (self.state.id, (task, arguments)) if kept else None
        if key is not None:
            result = self.state.answer(key[1])
            if result is not None:
                return result
            shared = self._shared.get(key)
            if shared is not None:
                return await _finished(shared)
        counts_for = client if counted else None
        self._enter(counts_for)
        call = _ServiceCall(task, arguments, limit or self.limits.seconds, tell)
        answering = asyncio.create_task(self._answer(call, client or ""))
        self._answering.add(answering)
        if key is not None:
            self._shared[key] = answering
        answering.add_done_callback(lambda done: self._answered(done, key, counts_for))
        return await _finished(answering)

    @contextlib.contextmanager
    def receiving(self, client: str) -> Iterator[None]:
        """Limit concurrent uploads, which are held in memory.

        The limit is the number of workers plus the length of the queue. Raise BusyError,
        ClientBusyError.
        """
        if self._received >= self.limits.workers + self.limits.queue:
            raise BusyError
        self._enter(client)
        self._received += 1
        try:
            yield
        finally:
            self._received -= 1
            self._leave(client)

    def _enter(self, client: str | None) -> None:
        """Count a request of a client. Raise ClientBusyError."""
        if client is not None:
            if self._clients[client] >= self.limits.client:
                raise ClientBusyError(self.limits.client)
            self._clients[client] += 1

    def _leave(self, client: str | None) -> None:
        if client is not None:
            self._clients[client] -= 1
            if not self._clients[client]:
                del self._clients[client]

    def _answered(
        self, done: asyncio.Task[TaskAnswer], key: tuple[str, Key] | None, client: str | None
    ) -> None:
        self._answering.discard(done)
        self._leave(client)
        if key is not None:
            del self._shared[key]
        if not done.cancelled() and done.exception() is None and key is not None:
            answer = done.result()
            # A later run may have another answer, or one for another state
            if answer.state == self.state.id and answer.status < 500 and not answer.limited:
                self.state.remember(key[1], answer)

    async def stream(
        self,
        task: Task,
        *arguments: Any,
        kept: bool = False,
        client: str | None = None,
    ) -> AsyncGenerator[int | TaskAnswer, None]:
        """Yield the increasing progress in thousandths, followed by the answer; see `ask`."""
        progress: asyncio.Queue[int | None] = asyncio.Queue()
        request = asyncio.create_task(
            self.ask(task, *arguments, kept=kept, client=client, tell=progress.put_nowait)
        )
        request.add_done_callback(lambda _: progress.put_nowait(None))
        try:
            most = -1
            while (done := await progress.get()) is not None:
                # A task that is run again reports small numbers again
                if done > most:
                    most = done
                    yield done
            yield await request
        finally:
            request.cancel()

    async def _answer(self, call: _ServiceCall, client: str) -> TaskAnswer:
        for _ in range(_ATTEMPTS):
            worker = await self._pool.idle_worker(call.limit * _WAIT, client)
            outcome = await self._outcome(worker, call)
            if isinstance(outcome, TaskAnswer):
                return outcome
            if isinstance(outcome, NoMemory):
                raise MemoryLimitError
            # The catalog may have been loaded again while the task was running
            if worker.state == self.state.id:
                await self.refresh()
        raise CatalogUnavailableError("the files of the catalog keep changing")

    async def _outcome(self, worker: Worker, call: _ServiceCall) -> TaskOutcome:
        """Run a task in a worker, then release or end the worker.

        Raise TimeLimitError, WorkerLostError, TaskFailedError.
        """
        self._running += 1
        try:
            async with asyncio.timeout(call.limit):
                outcome = await worker.do(call.task, call.arguments, call.tell)
        except TimeoutError:
            self._overtime += 1
            self._pool.end(worker)
            raise TimeLimitError(call.limit) from None
        except ProcessEndedError:
            self._pool.lost(worker)
            raise WorkerLostError from None
        except CallFailedError as error:
            self._pool.release(worker)
            raise TaskFailedError(str(error)) from None
        # A cancelled task can be stopped only with its worker
        except BaseException:
            self._pool.end(worker)
            raise
        finally:
            self._running -= 1
        if isinstance(outcome, NoMemory):
            self._pool.end(worker)
        else:
            self._pool.release(worker)
        return outcome


async def _finished(answering: asyncio.Task[TaskAnswer]) -> TaskAnswer:
    """Wait for an answer without cancelling its task. Raise EndingError if the service ends."""
    try:
        return await asyncio.shield(answering)
    except asyncio.CancelledError:
        if answering.cancelled():
            raise EndingError from None
        raise
