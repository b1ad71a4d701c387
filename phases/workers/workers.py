"""The workers of a check: how many, and which; the executor of a Dask cluster by its address."""

from __future__ import annotations

import contextlib
import functools
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.bounds import CLUSTER_SILENCE
from muranopl.diagnostics.usage import UsageError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from muranopl.phases.reuse.shard import Plan
    from muranopl.phases.workers.workforce import Workforce


WORTHWHILE = 400
"""Number of files to be parsed from which on two workers are reliably faster than one.

Measured as processor time on the critical path (the parent's, and that of the slowest worker of
each round), for catalogs of 8 classes a package: with 106 files two workers take 0.87 of one, with
240 files 0.77, with 480 files 0.70.
"""

FILES_EACH = 120
"""Number of files for each worker."""

KEPT_FILES = 20_000
"""Number of parsed files of a shard that a process keeps, and of a check in one run.

Each takes 40 KB with what its check needs. Of a larger catalog shards are read twice, one after
another, so that their packages are never in memory together.
"""

FILES_READ_TWICE = 7_500
"""Number of parsed files of a shard that is read twice.

Fewer take less memory, but more packages are looked at again for those that require them.
"""

_RESOURCES = "Resources/"
_PARSED = (".yaml", ".yml")
_SCHEME = "dask://"


class Workers(msgspec.Struct, frozen=True, eq=False, dict=True):
    """The number and kind of workers: a caller's `executor`, else processes.

    If `jobs` is None, the number depends on the cores and the files. `fork` is whether processes
    are copies of this one, None for `can_fork()`.
    """

    jobs: int | None = 1
    executor: Executor | None = None
    fork: bool | None = None

    def count(self, files: int) -> int:
        """Return the number of workers for `files` files to be parsed; see `count_parsed`."""
        if self.executor is not None:
            if self.jobs and self.jobs > 1:
                return self.jobs
            return max(self._size, 2)  # an executor that was given is meant to be used
        if self.jobs is not None:
            return min(self.jobs, max(files, 1))
        return max(min(cores(), files // FILES_EACH), 1) if files >= WORTHWHILE else 1

    def start(self, plan: Plan, count: int) -> Workforce:
        """Start `count` workers for a plan."""
        # Checks by one process need none of these modules.
        from muranopl.phases.workers.workforce import Borrowed, Processes

        if self.executor is None:
            return Processes(plan, count, fork=self.fork)
        if self._cluster is not None:
            from muranopl.phases.workers.cluster import Cluster  # few callers have one

            return Cluster(self.executor, self._cluster, plan)
        return Borrowed(self.executor, plan)

    @property
    def _size(self) -> int:
        """The number of tasks that the executor runs at a time, as far as that is known."""
        return cores() if self._cluster is None else len(self._cluster.nthreads())

    @functools.cached_property
    def _cluster(self) -> Any:
        """The client of the Dask cluster that the executor belongs to; None for others."""
        if not type(self.executor).__module__.startswith("distributed."):
            return None
        return self.executor._client  # type: ignore[union-attr]  # there is no public name


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


@contextlib.contextmanager
def executor_at(address: str) -> Iterator[Executor]:
    """Yield the executor of an address; close it at the end. Raise UsageError without reply."""
    from muranopl.diagnostics.extras import needing  # few have a cluster

    if not address.startswith(_SCHEME):
        raise UsageError(
            f'"{address}" is not an address of an executor: write {_SCHEME}HOST:PORT', "executor"
        )
    with needing("dask"):
        from distributed import Client  # an optional dependency
    from muranopl.phases.workers.cluster import check_workers

    host = address.removeprefix(_SCHEME)
    try:
        client = Client(f"tcp://{host}", timeout=CLUSTER_SILENCE.most, set_as_default=False)
    except (OSError, ValueError) as error:
        raise UsageError(f"no Dask scheduler answers at {host}", "executor") from error
    with client:
        check_workers(client)
        yield client.get_executor(pure=False)
