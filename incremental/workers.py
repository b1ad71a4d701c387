"""Workers: processes, or an executor of the caller, among which a check is shared."""

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
"""Files to be parsed from which on two workers are surely faster than one.

Measured in processor time on the longest way (the parent's, and of each round that of the slowest
worker), catalogs of 8 classes a package: with 106 files two workers take 0.87 of one, with 240
files 0.77, with 480 files 0.70.
"""

FILES_EACH = 120
"""Files that are enough for one worker."""

_RESOURCES = "Resources/"
_PARSED = (".yaml", ".yml")


class Workers(msgspec.Struct, frozen=True, eq=False, dict=True):
    """How many workers, and which: those of the caller's `executor`, else processes that are started as `method` says.

    With `jobs` None as many as there are cores, where there is enough to do. Without a method it is
    chosen.
    """

    jobs: int | None = 1
    executor: Executor | None = None
    method: str | None = None

    def count(self, files: int) -> int:
        """How many take part in work on so many files, see `count_parsed`."""
        if self.executor is not None:
            if self.jobs and self.jobs > 1:
                return self.jobs
            own = cores() if self._cluster is None else len(self._cluster.nthreads())
            return max(own, 2)  # who gives one wants it used
        if self.jobs is not None:
            return min(self.jobs, max(files, 1))
        return max(min(cores(), files // FILES_EACH), 1) if files >= WORTHWHILE else 1

    def start(self, plan: Plan, count: int) -> Workforce:
        """Start so many workers for a plan."""
        if self.executor is not None:
            if self._cluster is None:
                return Borrowed(self.executor, plan)
            from muranopl.incremental.cluster import Cluster  # few have one

            return Cluster(self._cluster, plan)
        from muranopl.incremental.processes import Processes  # most runs have little to do

        return Processes(plan, count, self.method)

    @functools.cached_property
    def _cluster(self) -> Any:
        """The client of the Dask cluster that the executor belongs to; None for others."""
        if not type(self.executor).__module__.startswith("distributed."):
            return None
        return self.executor._client  # type: ignore[union-attr]  # it has no other name


class Workforce(Protocol):
    """Whoever does tasks on the shards of a plan."""

    def run(
        self, function: TaskFunction, orders: Mapping[int, bytes], common: bytes, done: Done
    ) -> dict[int, bytes]:
        """Return the results of a task on each of some shards, by their numbers; of some there may be none.

        Those are done by whoever asks. `common` is an order for all of them; `done` is told
        thousandths of tasks.
        """

    def renew(self) -> None:
        """Let go of what was read and checked: shards of another batch are next."""

    def close(self) -> None:
        """End what was started."""


class Borrowed:
    """An executor of the caller, in this process or elsewhere: `read_shard` and `check_shard` are submitted to it.

    Both are module-level functions of arguments that can be pickled, `submit(task, plan, number of
    the shard, order for it, order for all)`, and return bytes. All `read_shard` are submitted at
    once; when all are done, all `check_shard`; of a large catalog this happens several times. The
    packages have to be found in the same place wherever a task runs. The process that has read a
    shard checks it fastest, but any other can. A task that fails is submitted once more, and then
    done by the process that waits.
    """

    def __init__(self, executor: Executor, plan: Plan) -> None:
        self._executor, self._plan = executor, plan

    def run(
        self, function: TaskFunction, orders: Mapping[int, bytes], common: bytes, done: Done
    ) -> dict[int, bytes]:
        """Return the results of those tasks that do not fail, be it at a second try."""
        from concurrent.futures import as_completed  # most callers have no executor

        results: dict[int, bytes] = {}
        for _ in range(2):
            left = {shard: orders[shard] for shard in orders if shard not in results}
            futures = self._submitted(function, left, common)
            try:
                for future in as_completed(futures):
                    with contextlib.suppress(Exception):  # whoever does it in the end reports it
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

    def renew(self) -> None:
        """Do nothing: processes that are not ours forget what they checked."""

    def close(self) -> None:
        """Leave it to its owner."""


def count_parsed(sources: Iterable[Source]) -> int:
    """Return how many files of some packages are parsed, as their names tell: these take the time, resources none."""
    return sum(
        path.endswith(_PARSED) and not path.startswith(_RESOURCES)
        for source in sources
        for path in source.paths()
    )


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
