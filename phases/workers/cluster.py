"""Checks shared by the processes of a Dask cluster, whose machines need only this program.

The plan, with the files of all packages, is sent to every machine once. Both tasks of a shard are for
the same process, if it still exists.
"""

from __future__ import annotations

import contextlib
from concurrent.futures import Future
from typing import Any

from muranopl.diagnostics.bounds import WORKER_SILENCE
from muranopl.diagnostics.usage import UsageError
from muranopl.phases.job import TellThousandths
from muranopl.phases.reuse.hashing import program_key
from muranopl.phases.reuse.shard import Plan, forget
from muranopl.phases.workers.sent import with_contents
from muranopl.phases.workers.tasks import TaskFunction
from muranopl.phases.workers.workforce import Orders, Reach, ShardTask, Workforce


def check_workers(client: Any) -> None:
    """Raise UsageError if there are no processes, or one lacks this version of muranopl."""
    try:
        programs = client.run(program_key)
    except ImportError as error:
        raise UsageError(
            f"a process of the cluster has no muranopl: {error}", "executor"
        ) from error
    if not programs:
        raise UsageError("the cluster has no workers", "executor")
    differing = sorted(address for address, program in programs.items() if program != program_key())
    if differing:
        raise UsageError(f"another version of muranopl is installed at {differing[0]}", "executor")


class Cluster(Workforce):
    """The workers of a Dask cluster for a plan, with the executor of its client; see `Workforce`."""

    silence = WORKER_SILENCE.most

    def __init__(self, executor: Any, client: Any, plan: Plan) -> None:
        check_workers(client)
        self._executor, self._client, self._plan = executor, client, plan
        self._addresses = sorted(client.nthreads())
        # The futures of what the machines have
        self._sent_plan: Any = None
        self._sent_common: Any = None

    def run(
        self, task: TaskFunction, orders: Orders, common: bytes, reach: Reach
    ) -> dict[int, bytes]:
        """Return the results of the tasks that succeed, none if the cluster fails."""
        with contextlib.suppress(Exception):
            self._sent_plan = self._sent_plan or self._send(with_contents(self._plan))
            self._sent_common = self._send(common)
            return super().run(task, orders, common, reach)
        return {}

    def _send(self, data: object) -> Any:
        return self._client.scatter([data], broadcast=True, hash=False)[0]

    def _submit(self, task: ShardTask, _report: TellThousandths) -> Future[bytes]:
        result: Future[bytes] = self._executor.submit(
            *(task.function, self._sent_plan, task.shard, task.numbers, self._sent_common),
            workers=self._addresses[task.shard % len(self._addresses)],
            allow_other_workers=True,
            pure=False,
        )
        return result

    def close(self) -> None:
        """Remove from the cluster the data that was sent to it."""
        with contextlib.suppress(Exception):  # it may have shut down
            self._client.run(forget, self._plan.run)
        self._sent_plan = self._sent_common = None
