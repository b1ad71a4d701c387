"""The two rounds of a check: read packages, then run the phases over them, here or in shards."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.phases.progress import TOTAL, Advance, Progress, Stage
from muranopl.phases.reuse.exports import read_export
from muranopl.phases.reuse.file_index import FileIndex
from muranopl.phases.reuse.package_results import Export
from muranopl.phases.reuse.partition import partition
from muranopl.phases.reuse.shard import Plan, Shard, ShardResult, decoded_facts, facts_record
from muranopl.phases.reuse.traced_source import TracedSource
from muranopl.phases.workers.tasks import (
    CommonOrder,
    Order,
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

Exports = Mapping[PackageEntry, Export]
"""The exports of the packages that were read, and not given up."""


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
        self._holding = True
        """Whether processes hold their shards from the first round to the second."""
        self._given_up: dict[int, list[Diagnostic]] = {}

    def close(self) -> None:
        """End all workers, and discard the shards that were read for them in this process."""
        if self._workforce is not None:
            self._workforce.close()
        self._plan.shards.clear()

    @property
    def given_up(self) -> set[str]:
        """The names of the packages given up so far."""
        return {self._plan.entries[number].name for number in self._given_up}

    def read(self, new: Collection[PackageEntry]) -> dict[PackageEntry, Export]:
        """Read packages (the first round); return the exports of those not given up."""
        self._divide(self._plan.index, {entry.name for entry in new})
        if not self._is_divided:
            advance = self._progress.begin(Stage.READ, count_files(new))
            return self._read_here(new, advance)
        new_numbers = {self._plan.numbers[entry] for entry in new}

        def order(part: Collection[str]) -> bytes:
            numbers = self._of(self._plan.index, part)
            own = [number for number in numbers if number in new_numbers]
            return msgspec.msgpack.encode(Order(own, self._holding))

        orders = {shard: functools.partial(order, part) for shard, part in enumerate(self._parts)}
        records = self._run(read_shard, orders, b"", Stage.READ)
        return {
            self._plan.entries[number]: export.alone()
            for answer in self._taken(records, self._plan.index.at_hand)
            for number, export in answer.exports.items()
        }

    def read_one(self, entry: PackageEntry) -> dict[PackageEntry, Export]:
        """Read a package that turns out to be required, as `read` does."""
        return self._read_here([entry], None)

    def _read_here(
        self, new: Collection[PackageEntry], advance: Advance | None
    ) -> dict[PackageEntry, Export]:
        result: dict[PackageEntry, Export] = {}
        for entry in new:
            export = read_export(self._here.reader, entry)
            if export is None:
                self._given_up[self._plan.numbers[entry]] = self._here.reader.reported(entry)
            else:
                result[entry] = export
            if advance is not None:
                advance(len(entry.source.paths()))
        return result

    def diagnose(
        self, index: PackageIndex, names: Collection[str], exports: Exports
    ) -> ShardResult:
        """Run the phases over packages of some names (the second round).

        `index` is that of the plan with required packages located; `exports` are of all read ones.
        """
        self._divide(index, names)
        if not self._is_divided:
            return self._diagnose_here(index, names, exports)
        result = ShardResult({}, frozenset(), {})
        # Again for those that may have relied on packages that other shards gave up
        while names:
            before = self.given_up
            self._divide(index, names)
            again = self._diagnose_in_shards(index, exports)
            result.packages.update(again.packages)
            result.depend_on_all = (result.depend_on_all - set(names)) | again.depend_on_all
            lost = self.given_up - before
            checked = {entry.name for entry in result.packages}
            names = checked & (index.needing(lost) | result.depend_on_all) if lost else set()
        return result

    def _diagnose_here(
        self, index: PackageIndex, names: Collection[str], exports: Exports
    ) -> ShardResult:
        def facts() -> AllFacts:
            return decoded_facts(
                self._plan.manifests, index, facts_record(index, exports, self.given_up)
            )

        result = self._here.diagnose(index, names, facts, self._progress)
        for entry, internal in result.given_up.items():
            self._given_up[self._plan.numbers[entry]] = internal
        return result

    def _diagnose_in_shards(self, index: PackageIndex, exports: Exports) -> ShardResult:
        orders = {
            shard: functools.partial(self._diagnose_order, index, part)
            for shard, part in enumerate(self._parts)
            if part
        }
        result = ShardResult({}, frozenset(), {})
        common = self._common_order(index, exports)
        records = self._run(diagnose_shard, orders, common, Stage.RENDER)
        for answer in self._taken(records, index):
            result.depend_on_all |= set(answer.depend_on_all)
            for number, package in answer.results.items():
                result.packages[self._plan.entries[number]] = package
        return result

    def _diagnose_order(self, index: PackageIndex, part: Collection[str]) -> bytes:
        """Return the encoded order of a shard."""
        return msgspec.msgpack.encode(Order(sorted(self._of(index, part))))

    def _common_order(self, index: PackageIndex, exports: Exports) -> bytes:
        """Return the encoded order that all shards have in common."""
        order = CommonOrder(
            libraries=[self._plan.numbers[entry] for entry in index.libraries],
            further=[self._plan.numbers[entry] for entry in index.further],
            located={name: tuple(others) for name, others in index.located.items()},
            facts=facts_record(index, exports, self.given_up),
            given_up=self._given_up,
        )
        return FileIndex(self._plan.index.at_hand).encode(order)

    def _of(self, index: PackageIndex, names: Collection[str]) -> Iterator[int]:
        """Yield the numbers of the packages of some names."""
        return (self._plan.numbers[entry] for name in names for entry in index.by_name[name])

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
            self._parts = partition(needs, weight, len(self._parts), self._parts)
            return
        files = sum(map(weight, needs))
        workers = self._workers.count(files)
        self._holding = files <= workers * KEPT_FILES
        count = workers if self._holding else -(-files // FILES_READ_TWICE)
        self._parts = partition(needs, weight, max(workers, count))
        if self._is_divided and workers > 1:
            from muranopl.phases.workers.processes import held_signals  # for workers

            with held_signals():
                count = min(workers, len(self._parts))
                self._workforce = self._workers.start(self._plan, count)

    def _run(
        self, task: TaskFunction, orders: Orders, common: bytes, stage: Stage
    ) -> Iterator[bytes]:
        """Yield the answers of a task by shard, as records; run here what no worker returned."""
        advance = self._progress.begin(stage, TOTAL * len(orders))
        reached = dict.fromkeys(orders, 0)

        def reach(shard: int, done: int) -> None:
            more = done - reached[shard]
            if advance is not None and more > 0:
                reached[shard] = done
                advance(more)

        workforce = self._workforce
        if workforce is None:
            results = {}
        else:
            results = workforce.run(task, orders, common, reach)
        for shard, order in orders.items():
            if shard in results:
                yield results.pop(shard)
            else:
                report = functools.partial(reach, shard)
                yield task(self._plan, shard, order(), common, report)

    def _taken(self, records: Iterable[bytes], index: PackageIndex) -> Iterator[ShardAnswer]:
        """Yield the answers in records, after what they say for all packages was taken."""
        decoder = FileIndex(index).decoder(ShardAnswer)
        for record in records:
            answer = decoder.decode(record)
            self._take(answer)
            yield answer

    def _take(self, shard: ShardAnswer) -> None:
        """Merge the packages given up, hashes and cache records of a shard."""
        if shard.limited:
            machine_limits.meet()
        self._given_up = {**shard.given_up, **self._given_up}
        for number, hashes in shard.seen.items():
            source = self._plan.entries[number].source
            if isinstance(source, TracedSource):
                source.seen.update(hashes)
        if self._plan.cache is not None:
            for key, record in shard.records.items():
                self._plan.cache.store.put(key, record)
