"""Checks shared by the processes of a Dask cluster, whose machines need only this program.

The plan, with the files of all packages, is sent to every machine once. The second task of a shard
is submitted to the process that ran the first, if it still exists.
"""

from __future__ import annotations

import contextlib
from typing import Any

from distributed import wait

from muranopl.diagnostics.bounds import WORKER_SILENCE
from muranopl.diagnostics.usage import UsageError
from muranopl.phases.progress import TOTAL
from muranopl.phases.reuse.hashing import program_key
from muranopl.phases.reuse.shard import Plan, forget
from muranopl.phases.workers.sent import with_contents
from muranopl.phases.workers.tasks import TaskFunction
from muranopl.phases.workers.workforce import TRIES, Orders, Reach


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


class Cluster:
    """The workers of a Dask cluster for a plan; see `Workforce`."""

    def __init__(self, client: Any, plan: Plan) -> None:
        check_workers(client)
        self._client, self._plan = client, plan
        self._sent_plan: Any = None
        self._readers: dict[int, str] = {}

    def run(
        self, task: TaskFunction, orders: Orders, common: bytes, reach: Reach
    ) -> dict[int, bytes]:
        """Return the results of the tasks that succeed, if need be at a second attempt."""
        results: dict[int, bytes] = {}
        for _ in range(TRIES):
            left = {shard: orders[shard] for shard in orders if shard not in results}
            if not left:
                break
            # If the cluster fails, the caller runs the other tasks.
            with contextlib.suppress(Exception):
                self._try(task, left, common, results, reach)
        return results

    def _try(
        self,
        task: TaskFunction,
        orders: Orders,
        common: bytes,
        results: dict[int, bytes],
        reach: Reach,
    ) -> None:
        plan = self._send_plan()
        (for_all,) = self._client.scatter([common], broadcast=True, hash=False)
        futures = {
            self._client.submit(
                *(task, plan, shard, numbers, for_all),
                workers=self._readers.get(shard),
                # Dask refuses this argument without `workers`
                allow_other_workers=shard in self._readers,
                pure=False,
            ): shard
            for shard, numbers in orders.items()
        }
        pending = set(futures)
        try:
            while pending:
                # `wait` uses the current client, and this one may not be the default
                with self._client.as_current():
                    ended = wait(
                        list(pending), timeout=WORKER_SILENCE.most, return_when="FIRST_COMPLETED"
                    ).done
                pending -= ended
                for future in ended:
                    with contextlib.suppress(Exception):  # it is submitted again
                        results[futures[future]] = future.result()
                        reach(futures[future], TOTAL)
            addresses = self._client.who_has(list(futures))
            for future, shard in futures.items():
                if addresses.get(future.key):
                    self._readers[shard] = addresses[future.key][0]
        finally:
            self._client.cancel(list(pending))

    def _send_plan(self) -> Any:
        if self._sent_plan is None or self._sent_plan.status != "finished":
            (self._sent_plan,) = self._client.scatter(
                [with_contents(self._plan)], broadcast=True, hash=False
            )
        return self._sent_plan

    def close(self) -> None:
        """Remove from the cluster the data that was sent to it."""
        with contextlib.suppress(Exception):  # it may have shut down
            self._client.run(forget, self._plan.run)
        self._sent_plan = None
