"""Checks shared by the processes of a Dask cluster, whose machines need only this program.

The files of a shard's packages are one future of the cluster, with the hash of its bytes as key.
The second task of a shard is submitted to the process that ran the first, if it still exists.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from distributed import wait

from muranopl.diagnostics.bounds import WORKER_SILENCE
from muranopl.diagnostics.usage import UsageError
from muranopl.incremental.program import program_key
from muranopl.incremental.sent import content_of, drop, run_sent, without_content
from muranopl.incremental.shard import Plan
from muranopl.incremental.tasks import TaskFunction, forget, read_shard
from muranopl.incremental.workforce import TRIES, Reach
from muranopl.phases.progress import TOTAL


class _Order(msgspec.Struct, array_like=True):
    """The common prefix of both tasks' orders: the packages of the shard."""

    packages: list[int]


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
    others = sorted(address for address, program in programs.items() if program != program_key())
    if others:
        raise UsageError(f"another version of muranopl is installed at {others[0]}", "executor")


class Cluster:
    """The workers of a Dask cluster for a plan; see `Workforce`."""

    def __init__(self, client: Any, plan: Plan) -> None:
        check_workers(client)
        self._client, self._plan = client, plan
        self._held_plan: Any = None
        self._held: list[tuple[frozenset[int], Any]] = []
        self._readers: dict[int, str] = {}

    def run(
        self, function: TaskFunction, orders: Mapping[int, bytes], common: bytes, reach: Reach
    ) -> dict[int, bytes]:
        """Return the results of the tasks that succeed, if need be at a second attempt."""
        results: dict[int, bytes] = {}
        for _ in range(TRIES):
            left = {shard: orders[shard] for shard in orders if shard not in results}
            if not left:
                break
            with contextlib.suppress(
                Exception
            ):  # if the cluster fails, the caller runs the other tasks
                self._try(function, left, common, results, reach)
        return results

    def _try(
        self,
        function: TaskFunction,
        orders: Mapping[int, bytes],
        common: bytes,
        results: dict[int, bytes],
        reach: Reach,
    ) -> None:
        plan, contents = self._hold_plan(), self._contents(function, orders)
        (for_all,) = self._client.scatter([common], broadcast=True, hash=False)
        tasks = {
            self._client.submit(
                *(run_sent, function, plan, shard, order, for_all, *contents[shard]),
                workers=self._readers.get(shard),
                allow_other_workers=shard in self._readers,
                pure=False,
            ): shard
            for shard, order in orders.items()
        }
        pending = set(tasks)
        try:
            while pending:
                with self._client.as_current():
                    ended = wait(
                        list(pending), timeout=WORKER_SILENCE.most, return_when="FIRST_COMPLETED"
                    ).done
                pending -= ended
                for task in ended:
                    with contextlib.suppress(Exception):  # it is submitted again
                        results[tasks[task]] = task.result()
                        reach(tasks[task], TOTAL)
            for key, addresses in self._client.who_has(list(tasks)).items():
                shards = [shard for task, shard in tasks.items() if task.key == key]
                self._readers.update((shard, addresses[0]) for shard in shards if addresses)
        finally:
            self._client.cancel(list(pending))

    def _hold_plan(self) -> Any:
        if self._held_plan is None or self._held_plan.status != "finished":
            (self._held_plan,) = self._client.scatter(
                [without_content(self._plan)], broadcast=True, hash=False
            )
        return self._held_plan

    def _contents(
        self, function: TaskFunction, orders: Mapping[int, bytes]
    ) -> dict[int, list[Any]]:
        """Return the futures that the task of each shard needs.

        In the first round these are its own packages, in the second all: the packages that it
        requires are not looked up here.
        """
        if function is read_shard:
            return {
                shard: [self._hold(_ORDER.decode(order).packages)]
                for shard, order in orders.items()
            }
        index = {*self._plan.index.targets, *self._plan.index.libraries}
        wanted = {number for order in orders.values() for number in _ORDER.decode(order).packages}
        wanted.update(number for number, entry in enumerate(self._plan.entries) if entry in index)
        missing = wanted.difference(*(numbers for numbers, _ in self._held))
        everything = [self._hold(numbers) for numbers, _ in list(self._held)] + [
            self._hold(missing)
        ]
        return dict.fromkeys(orders, everything)

    def _hold(self, numbers: Collection[int]) -> Any:
        """Return a future with the content of some packages; send it if the cluster lacks it."""
        part = frozenset(numbers)
        known = [held for held in self._held if held[0] == part]
        if known and known[0][1].status == "finished":
            return known[0][1]
        (future,) = self._client.scatter([content_of(self._plan, sorted(part))], hash=True)
        self._held = [held for held in self._held if held[0] != part] + [
            (part, future)
        ]  # lost with its process
        return future

    def close(self) -> None:
        """Remove from the cluster the data that was sent to it."""
        with contextlib.suppress(Exception):  # it may have shut down
            self._client.run(_forget, self._plan.run)
        self._held_plan = None
        self._held.clear()


def _forget(run: str) -> None:
    drop(run)
    forget(run)


_ORDER = msgspec.msgpack.Decoder(_Order)
