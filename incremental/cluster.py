"""A Dask cluster among whose processes a check is shared; its machines need nothing but this program.

What is read of the packages of a shard is one piece of data of the cluster, kept under the hash of
its bytes. The second task of a shard is given to the process that did the first, as long as that is
there.
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
from muranopl.incremental.tasks import Done, TaskFunction, forget, read_shard
from muranopl.phases.progress import TOTAL

_TRIES = 2


class _Order(msgspec.Struct, array_like=True):
    """What the orders of both tasks begin with: the packages of the shard."""

    packages: list[int]


def check_workers(client: Any) -> None:
    """Raise UsageError where a process of the cluster has no or another muranopl, or there is none."""
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
    """The workers of a Dask cluster, for a plan; see `Workforce`."""

    def __init__(self, client: Any, plan: Plan) -> None:
        check_workers(client)
        self._client, self._plan = client, plan
        self._held_plan: Any = None
        self._held: list[tuple[frozenset[int], Any]] = []
        self._readers: dict[int, str] = {}

    def run(
        self, function: TaskFunction, orders: Mapping[int, bytes], common: bytes, done: Done
    ) -> dict[int, bytes]:
        """Return the results of those tasks that do not fail, be it at a second try."""
        results: dict[int, bytes] = {}
        for _ in range(_TRIES):
            left = {shard: orders[shard] for shard in orders if shard not in results}
            if not left:
                break
            with contextlib.suppress(
                Exception
            ):  # whatever happens to the cluster, the rest is done here
                self._try(function, left, common, results, done)
        return results

    def _try(
        self,
        function: TaskFunction,
        orders: Mapping[int, bytes],
        common: bytes,
        results: dict[int, bytes],
        done: Done,
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
                    with contextlib.suppress(Exception):  # it is tried again
                        results[tasks[task]] = task.result()
                        done(TOTAL)
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
        """Return the data of the cluster that the task of each shard needs.

        In the first round these are its own packages, in the second all: nobody looks up here which
        others it requires.
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
        """Return the content of some packages as data of the cluster, where it is put unless it is there."""
        part = frozenset(numbers)
        known = [held for held in self._held if held[0] == part]
        if known and known[0][1].status == "finished":
            return known[0][1]
        (future,) = self._client.scatter([content_of(self._plan, sorted(part))], hash=True)
        self._held = [held for held in self._held if held[0] != part] + [
            (part, future)
        ]  # lost with its process
        return future

    def renew(self) -> None:
        """Do nothing: processes that are not ours forget what they checked."""

    def close(self) -> None:
        """Have the cluster forget what it was sent."""
        with contextlib.suppress(Exception):  # it may be gone
            self._client.run(_forget, self._plan.run)
        self._held_plan = None
        self._held.clear()


def _forget(run: str) -> None:
    drop(run)
    forget(run)


_ORDER = msgspec.msgpack.Decoder(_Order)
