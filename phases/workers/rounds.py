"""The two rounds of a check: read packages, then run the phases over them, here or in shards."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

import msgspec

from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.internal_errors import UncontainedError
from muranopl.phases.job import TOTAL, Progress, Stage
from muranopl.phases.reuse.exports_seen import Exports
from muranopl.phases.reuse.package_results import Export, FileIndex
from muranopl.phases.reuse.partition import partition
from muranopl.phases.reuse.shard import Plan, Shard, ShardResult, decoded_facts, facts_record
from muranopl.phases.reuse.traced_source import TracedSource
from muranopl.phases.workers.tasks import (
    CommonOrder,
    ShardAnswer,
    TaskFunction,
    diagnose_shard,
    read_shard,
)
from muranopl.phases.workers.workers import FILES_READ_TWICE, KEPT_FILES, Workers, count_parsed
from muranopl.read.index import PackageEntry, PackageIndex, count_files
from muranopl.semantics.bodies.surroundings import AllFacts

if TYPE_CHECKING:
    from muranopl.phases.workers.workforce import Orders, Workforce


class Rounds:
    """The two rounds of a check, `read` and `diagnose`; call `close` at the end.

    Work that is enough for several workers, or too much for the memory of a process, is divided into
    shards; otherwise all of it is done in this process.
    """

    def __init__(self, plan: Plan, workers: Workers, progress: Progress) -> None:
        self._plan, self._workers, self._progress = plan, workers, progress
        self._here = Shard(plan)
        self._workforce: Workforce | None = None
        self._parts: list[list[str]] = []
        """The names of the packages of each shard."""

    def close(self) -> None:
        """End all workers, and discard the shards that were read for them in this process."""
        if self._workforce is not None:
            self._workforce.close()
        self._plan.shards.clear()

    def read(self, new: Collection[PackageEntry]) -> dict[PackageEntry, Export]:
        """Read packages (the first round), and return their exports. Raise UncontainedError."""
        self._divide(self._plan.index, {entry.name for entry in new})
        if not self._is_divided:
            return self._here.read(new, self._progress.begin(Stage.READ, count_files(new)))
        orders = self._orders(self._plan.index, set(new))
        return {
            self._plan.entries[number]: export.alone()
            for answer in self._answers(read_shard, orders, b"", Stage.READ, self._plan.index)
            for number, export in answer.exports.items()
        }

    def read_one(self, entry: PackageEntry) -> Export:
        """Read a package that turns out to be required, as `read` does."""
        return self._here.read([entry], None)[entry]

    def diagnose(
        self, index: PackageIndex, names: Collection[str], exports: Exports
    ) -> ShardResult:
        """Run the phases over packages of some names (the second round). Raise UncontainedError.

        `index` is that of the plan with required packages located; `exports` are of all packages.
        """
        self._divide(index, names)
        facts = functools.partial(facts_record, index, exports)
        if not self._is_divided:

            def all_facts() -> AllFacts:
                return decoded_facts(self._plan.manifests, index, facts())

            return self._here.diagnose(index, names, all_facts, self._progress)
        common = CommonOrder(
            libraries=[self._plan.numbers[entry] for entry in index.libraries],
            further=[self._plan.numbers[entry] for entry in index.further],
            located={name: tuple(others) for name, others in index.located.items()},
            facts=facts(),
        )
        orders, encoded = self._orders(index), msgspec.msgpack.encode(common)
        result = ShardResult({}, frozenset())
        for answer in self._answers(diagnose_shard, orders, encoded, Stage.RENDER, index):
            result.depend_on_all |= answer.depend_on_all
            for number, package in answer.results.items():
                result.packages[self._plan.entries[number]] = package
        return result

    def _orders(self, index: PackageIndex, only: Collection[PackageEntry] | None = None) -> Orders:
        """Return the numbers of the packages of each shard, of some packages or of all."""
        orders = {
            shard: [
                self._plan.numbers[entry]
                for name in part
                for entry in index.by_name[name]
                if only is None or entry in only
            ]
            for shard, part in enumerate(self._parts)
        }
        return {shard: numbers for shard, numbers in orders.items() if numbers}

    @property
    def _is_divided(self) -> bool:
        return len(self._parts) > 1

    def _divide(self, index: PackageIndex, names: Collection[str]) -> None:
        """Divide packages of some names into shards, if one process should not do all at once.

        Packages that a shard has read stay there. Workers are started for the first shards.
        """
        needs = {name: set(index.sees(name)) for name in index.by_name if name in names}

        def weight(name: str) -> int:
            return count_parsed(entry.source for entry in index.by_name[name])

        if self._is_divided:
            read = set(chain.from_iterable(self._parts))
            others = {name: needs[name] for name in needs if name not in read}
            further = partition(others, weight, len(self._parts))
            self._parts = [
                [*filter(needs.__contains__, part), *more]
                for part, more in zip_longest(self._parts, further, fillvalue=())
            ]
            return
        files = sum(map(weight, needs))
        workers = self._workers.count(files)
        self._plan.holds = files <= workers * KEPT_FILES
        count = workers if self._plan.holds else -(-files // FILES_READ_TWICE)
        self._parts = partition(needs, weight, max(workers, count))
        if self._is_divided and workers > 1:
            from muranopl.phases.workers.processes import held_signals  # for workers

            with held_signals():
                count = min(workers, len(self._parts))
                self._workforce = self._workers.start(self._plan, count)

    def _answers(
        self, task: TaskFunction, orders: Orders, common: bytes, stage: Stage, index: PackageIndex
    ) -> Iterator[ShardAnswer]:
        """Yield the answers to a task, after what they say for all packages was taken."""
        decoder = FileIndex(index).decoder(ShardAnswer)
        for record in self._run(task, orders, common, stage):
            if not record:
                raise UncontainedError
            answer = decoder.decode(record)
            self._take(answer)
            yield answer

    def _run(
        self, task: TaskFunction, orders: Orders, common: bytes, stage: Stage
    ) -> Iterable[bytes]:
        """Yield the results of a task by shard; run here what no worker returned."""
        advance = self._progress.begin(stage, TOTAL * len(orders))
        reached = dict.fromkeys(orders, 0)

        def reach(shard: int, done: int) -> None:
            more = done - reached[shard]
            if advance is not None and more > 0:
                reached[shard] = done
                advance(more)

        workforce = self._workforce
        results = {} if workforce is None else workforce.run(task, orders, common, reach)
        for shard, numbers in orders.items():
            if shard in results:
                yield results.pop(shard)
            else:
                yield task(self._plan, shard, numbers, common, functools.partial(reach, shard))

    def _take(self, answer: ShardAnswer) -> None:
        """Merge the hashes of a shard."""
        if answer.limited:
            machine_limits.meet()
        for number, hashes in answer.seen.items():
            source = self._plan.entries[number].source
            if isinstance(source, TracedSource):
                source.seen.update(hashes)
