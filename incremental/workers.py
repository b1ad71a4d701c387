"""Workers: processes, or an executor of the caller, among which a check is shared."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from muranopl.phases.progress import TOTAL

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from muranopl.incremental.shard import Plan
    from muranopl.incremental.tasks import Done, TaskFunction

WORTHWHILE = 500
"""Files to be read from which on two workers are surely faster than one.

Measured in processor time on the longest way (the parent's, and of each round that of the slowest worker), catalogs of
8 classes a package: with 135 files two workers take 0.87 of one, with 301 files 0.77, with 607 files 0.70.
"""

FILES_EACH = 150
"""Files that are enough for one worker."""


class Workers(NamedTuple):
    """How many workers, and which: those of the caller's `executor`, else processes that are started as `method` says.

    With `jobs` None as many as there are cores, where there is enough to do. Without a method it is chosen.
    """

    jobs: int | None = 1
    executor: Executor | None = None
    method: str | None = None

    def count(self, files: int) -> int:
        """How many take part in work on so many files."""
        if self.executor is not None:
            if self.jobs and self.jobs > 1:
                return self.jobs
            client = _dask_client(self.executor)
            return max(cores(), 2) if client is None else max(len(client.nthreads()), 2)  # who gives one wants it used
        if self.jobs is not None:
            return min(self.jobs, max(files, 1))
        return max(min(cores(), files // FILES_EACH), 1) if files >= WORTHWHILE else 1

    def start(self, plan: Plan, count: int) -> Workforce:
        """Start so many workers for a plan."""
        if self.executor is not None:
            client = _dask_client(self.executor)
            if client is None:
                return Borrowed(self.executor, plan)
            from muranopl.incremental.cluster import Cluster  # few have one

            return Cluster(client, plan)
        from muranopl.incremental.processes import Processes  # most runs have little to do

        return Processes(plan, count, self.method)


class Workforce(Protocol):
    """Whoever does tasks on the shards of a plan."""

    def run(self, function: TaskFunction, orders: Mapping[int, bytes], done: Done) -> dict[int, bytes]:
        """Return the results of a task on each of some shards, by their numbers; of some there may be none.

        Those are done by whoever asks. `done` is told thousandths of tasks.
        """

    def close(self) -> None:
        """End what was started."""


class Borrowed:
    """An executor of the caller, in this process or elsewhere: `read_shard` and `check_shard` are submitted to it.

    Both are module-level functions of arguments that can be pickled, `submit(task, plan, number of the shard, order)`,
    and return bytes. All `read_shard` are submitted at once; when all are done, all `check_shard`. The packages have to
    be found in the same place wherever a task runs. The process that has read a shard checks it fastest, but any other
    can. A task that fails is submitted once more, and then done by the process that waits.
    """

    def __init__(self, executor: Executor, plan: Plan) -> None:
        self._executor, self._plan = executor, plan

    def run(self, function: TaskFunction, orders: Mapping[int, bytes], done: Done) -> dict[int, bytes]:
        """Return the results of those tasks that do not fail, be it at a second try."""
        from concurrent.futures import as_completed  # most callers have no executor

        results: dict[int, bytes] = {}
        for _ in range(2):
            futures = self._submitted(function, {shard: orders[shard] for shard in orders if shard not in results})
            try:
                for future in as_completed(futures):
                    with contextlib.suppress(Exception):  # whoever does it in the end reports it
                        results[futures[future]] = future.result()
                        done(TOTAL)
            finally:
                for future in futures:
                    future.cancel()
        return results

    def _submitted(self, function: TaskFunction, orders: Mapping[int, bytes]) -> dict[Future[bytes], int]:
        futures: dict[Future[bytes], int] = {}
        with contextlib.suppress(Exception):  # it may be broken, or shut down
            for shard, order in orders.items():
                futures[self._executor.submit(function, self._plan, shard, order)] = shard
        return futures

    def close(self) -> None:
        """Leave it to its owner."""


def _dask_client(executor: Executor) -> Any:
    """Return the client of a Dask cluster that an executor belongs to; None for others."""
    if not type(executor).__module__.startswith("distributed."):
        return None
    return executor._client  # type: ignore[attr-defined]  # it has no other name


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
