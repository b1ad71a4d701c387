"""Workers of a check: processes, or an executor of the caller."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from muranopl.phases.progress import TOTAL

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from muranopl.ard.sources.source import Source
    from muranopl.incremental.shard import Plan
    from muranopl.incremental.tasks import Done, TaskFunction

WORTHWHILE = 400
"""Number of files to be parsed from which on two workers are reliably faster than one.

Measured as processor time on the critical path (the parent's, and that of the slowest worker of
each round), for catalogs of 8 classes a package: with 106 files two workers take 0.87 of one, with
240 files 0.77, with 480 files 0.70.
"""

FILES_EACH = 120
"""Number of files for each worker."""

_RESOURCES = "Resources/"
_PARSED = (".yaml", ".yml")


class Workers(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The number and kind of workers: a caller's `executor`, else processes.

    If `jobs` is None, the number depends on the cores and the files. `method` is the start method
    of processes, None for `start_method()`.
    """

    jobs: int | None = 1
    executor: Executor | None = None
    method: str | None = None

    def count(self, files: int) -> int:
        """Return the number of workers for `files` files to be parsed; see `count_parsed`."""
        if self.executor is not None:
            if self.jobs and self.jobs > 1:
                return self.jobs
            own = cores() if self._cluster is None else len(self._cluster.nthreads())
            return max(own, 2)  # an executor that was given is meant to be used
        if self.jobs is not None:
            return min(self.jobs, max(files, 1))
        return max(min(cores(), files // FILES_EACH), 1) if files >= WORTHWHILE else 1

    def start(self, plan: Plan, count: int) -> Workforce:
        """Start `count` workers for a plan."""
        if self.executor is not None:
            if self._cluster is None:
                return Borrowed(self.executor, plan)
            from muranopl.incremental.cluster import Cluster  # few callers have one

            return Cluster(self._cluster, plan)
        from muranopl.incremental.processes import Processes  # small runs need no processes

        return Processes(plan, count, self.method)

    @functools.cached_property
    def _cluster(self) -> Any:
        """The client of the Dask cluster that the executor belongs to; None for others."""
        if not type(self.executor).__module__.startswith("distributed."):
            return None
        return self.executor._client  # type: ignore[union-attr]  # there is no public name


class Workforce(Protocol):
    """The interface of started workers, which run tasks on the shards of a plan."""

    def run(
        self, function: TaskFunction, orders: Mapping[int, bytes], common: bytes, done: Done
    ) -> dict[int, bytes]:
        """Return the results of a task by number of the shard; the caller runs missing ones.

        `orders` are by shard, `common` is for all of them; `done` is called with thousandths of a
        task.
        """

    def close(self) -> None:
        """End the workers."""


class Borrowed:
    """An executor of the caller, in this process or elsewhere, which runs both tasks.

    Tasks are submitted as `submit(task, plan, shard, order, common)`: `read_shard` and
    `diagnose_shard` are module-level functions of arguments that can be pickled, and return bytes.
    All `read_shard` are submitted at once; when all are done, all `diagnose_shard`. The packages
    must have the same paths wherever a task runs. The process that has read a shard diagnoses it
    fastest, but any other can. A task that fails is submitted once more, and then run by the
    waiting process.
    """

    def __init__(self, executor: Executor, plan: Plan) -> None:
        self._executor, self._plan = executor, plan

    def run(
        self, function: TaskFunction, orders: Mapping[int, bytes], common: bytes, done: Done
    ) -> dict[int, bytes]:
        """Return the results of the tasks that succeed, if need be at a second attempt."""
        from concurrent.futures import as_completed  # most callers have no executor

        results: dict[int, bytes] = {}
        for _ in range(2):
            left = {shard: orders[shard] for shard in orders if shard not in results}
            futures = self._submitted(function, left, common)
            try:
                for future in as_completed(futures):
                    with contextlib.suppress(Exception):  # the process that runs it last reports it
                        results[futures[future]] = future.result()
                        done(TOTAL)
            finally:
                for future in futures:
                    future.cancel()
        return results

    def _submitted(
        self, function: TaskFunction, orders: Mapping[int, bytes], common: bytes
    ) -> dict[Future[bytes], int]:
        futures: dict[Future[bytes], int] = {}
        with contextlib.suppress(Exception):  # it may be broken, or shut down
            for shard, order in orders.items():
                futures[self._executor.submit(function, self._plan, shard, order, common)] = shard
        return futures

    def close(self) -> None:
        """Do nothing: the caller shuts the executor down."""


def count_parsed(sources: Iterable[Source]) -> int:
    """Return the number of files of some packages that are parsed, judged by their names."""
    return sum(
        path.endswith(_PARSED) and not path.startswith(_RESOURCES)
        for source in sources
        for path in source.paths()
    )


def cores() -> int:
    """Return the number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
