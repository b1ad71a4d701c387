"""Started workers of a check: processes of this machine, or the executor of a caller."""

from __future__ import annotations

import contextlib
import functools
import math
import operator
import sys
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import NamedTuple

from muranopl.diagnostics.bounds import WORKER_SILENCE
from muranopl.phases.job import TOTAL, TellThousandths
from muranopl.phases.reuse.shard import Plan
from muranopl.phases.workers.processes import ProcessEndedError, WorkerProcess, can_fork
from muranopl.phases.workers.tasks import TaskFunction

TRIES = 2
"""Number of times that workers try to run a task; then the caller runs it."""

_INTERVAL = 0.05
"""Time between reports of progress, in seconds."""

Orders = Mapping[int, Sequence[int]]
"""The numbers of the packages of a task, by shard."""

Reach = Callable[[int, int], None]
"""Takes the number of a shard, and the thousandths of its task that are done."""


class ShardTask(NamedTuple):
    """A task for a shard, see `TaskFunction`."""

    function: TaskFunction
    shard: int
    numbers: Sequence[int]
    common: bytes


class Workforce(ABC):
    """Started workers, to which tasks on the shards of a plan are submitted, and which give futures.

    At most `most_pending` tasks are submitted at a time. If none ends for `silence` seconds, those
    that are pending are given up.
    """

    most_pending = sys.maxsize
    silence = math.inf

    def run(
        self, task: TaskFunction, orders: Orders, common: bytes, reach: Reach
    ) -> dict[int, bytes]:
        """Return the results of a task by number of the shard; the caller runs missing ones.

        `common` is for all shards; `reach` is called with the progress.
        """
        results: dict[int, bytes] = {}
        # Thousandths by shard; threads of the workers write them
        done: dict[int, int] = {}
        for _ in range(TRIES):
            left = deque(sorted(orders.keys() - results.keys()))
            futures: dict[Future[bytes], int] = {}
            pending: set[Future[bytes]] = set()
            ended_last = time.monotonic()
            try:
                while left or pending:
                    while left and len(pending) < self.most_pending:
                        shard = left.popleft()
                        report = functools.partial(done.__setitem__, shard)
                        # An executor may be broken, or shut down
                        with contextlib.suppress(Exception):
                            future = self._submit(
                                ShardTask(task, shard, orders[shard], common), report
                            )
                            futures[future] = shard
                            pending.add(future)
                    ended, pending = wait(pending, _INTERVAL, FIRST_COMPLETED)
                    if ended:
                        ended_last = time.monotonic()
                    elif time.monotonic() - ended_last > self.silence:
                        break
                    for future in ended:
                        # Who runs it last reports it
                        with contextlib.suppress(Exception):
                            results[futures[future]] = future.result()
                            done[futures[future]] = TOTAL
                    for shard in orders.keys() & done.keys():
                        reach(shard, done[shard])
                    self._end_stuck()
            finally:
                for future in pending:
                    future.cancel()
        return results

    @abstractmethod
    def _submit(self, task: ShardTask, report: TellThousandths) -> Future[bytes]:
        """Begin a task; `report` may be called with its progress, by any thread."""

    def _end_stuck(self) -> None:
        """End workers that are stuck, so that their tasks fail."""
        return

    @abstractmethod
    def close(self) -> None:
        """End the workers."""


class Processes(Workforce):
    """At most `count` processes of this machine; fewer, or none, if they cannot be started.

    Both tasks of a shard run in the same process, or in another one if that has ended or is busy.
    """

    def __init__(self, plan: Plan, count: int, *, fork: bool | None = None) -> None:
        self._workers: list[WorkerProcess] = []
        self._of_shard: dict[int, WorkerProcess] = {}
        fork = can_fork() if fork is None else fork
        with contextlib.suppress(OSError):
            for _ in range(count):
                self._workers.append(WorkerProcess(plan, fork=fork))
        self.most_pending = max(len(self._workers), 1)

    def _submit(self, task: ShardTask, report: TellThousandths) -> Future[bytes]:
        worker = self._of_shard.get(task.shard)
        if worker is None or worker.ended.done() or worker.pending:
            living = [worker for worker in self._workers if not worker.ended.done()]
            if not living:
                raise ProcessEndedError
            worker = min(living, key=operator.attrgetter("pending"))
            self._of_shard[task.shard] = worker
        return worker.submit(*task, report=report)

    def _end_stuck(self) -> None:
        for worker in self._workers:
            if worker.pending and time.monotonic() - worker.heard > WORKER_SILENCE.most:
                worker.kill()

    def close(self) -> None:
        """End all processes."""
        for worker in self._workers:
            worker.kill()
        # All are killed before the first one is waited for
        for worker in self._workers:
            worker.close()


class Borrowed(Workforce):
    """An executor of the caller, in this process or elsewhere, which runs both tasks.

    Tasks are submitted as `submit(task, plan, shard, numbers, common)`: `read_shard` and
    `diagnose_shard` are module-level functions of arguments that can be pickled, and return bytes.
    All `read_shard` are submitted at once; when all are done, all `diagnose_shard`. The packages
    must have the same paths wherever a task runs. The process that has read a shard diagnoses it
    fastest, but any other can.
    """

    def __init__(self, executor: Executor, plan: Plan) -> None:
        self._executor, self._plan = executor, plan

    def _submit(self, task: ShardTask, _report: TellThousandths) -> Future[bytes]:
        return self._executor.submit(task.function, self._plan, *task[1:])

    def close(self) -> None:
        """Do nothing: the caller shuts the executor down."""
