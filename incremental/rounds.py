"""The two rounds of a check: read shards of packages, then run the phases over them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

import msgspec

from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.incremental.exported import Export
from muranopl.incremental.file_index import FileIndex
from muranopl.incremental.held_signals import held_signals
from muranopl.incremental.partition import partition
from muranopl.incremental.recording import RecordingSource
from muranopl.incremental.shard import Others, Plan, Shard, ShardResult, all_facts
from muranopl.incremental.tasks import (
    CheckedShard,
    CheckOrder,
    CommonOrder,
    GivenUp,
    ReadOrder,
    ReadShard,
    TaskFunction,
    check_shard,
    forget,
    read_shard,
)
from muranopl.incremental.workers import Workers, Workforce, count_parsed
from muranopl.phases.progress import TOTAL, Advance, Progress, Stage
from muranopl.read.index import PackageEntry, PackageIndex, count_files
from muranopl.semantics.inference.class_facts import ClassFacts, PackageFacts, constructing
from muranopl.semantics.inference.surroundings import AllFacts, Surroundings

KEPT_FILES = 10_000
"""Parsed files that a process reads and keeps until they are checked.

Each takes 40 KB, and 25 KB for files of other packages that it needs.
"""

Exports = Mapping[PackageEntry, Export]
"""The exports of the packages that were read, and not given up."""


class _FactsRecord(msgspec.Struct, array_like=True):
    """`PackageFacts` whose classes are not decoded."""

    package: str
    classes: msgspec.Raw
    calls: dict[str, frozenset[str]]


_NO_CLASSES = msgspec.Raw(b"\x90")


class _Orders(Mapping[int, bytes]):
    """Orders by shard, created when they are accessed: all of them may exceed the memory."""

    def __init__(self, shards: range, make: Callable[[int], bytes]) -> None:
        self._shards, self._make = shards, make

    def __getitem__(self, shard: int) -> bytes:
        return self._make(shard)

    def __iter__(self) -> Iterator[int]:
        return iter(self._shards)

    def __len__(self) -> int:
        return len(self._shards)


class Batch(msgspec.Struct, frozen=True):
    """The parts of packages, by name, that are checked together, numbered from `first`."""

    first: int
    parts: list[list[str]]

    @property
    def names(self) -> set[str]:
        """The names of all packages."""
        return {name for part in self.parts for name in part}


class Rounds:
    """The two rounds of a check, or of its batches in turn; call `close` at the end."""

    def __init__(self, plan: Plan, workers: Workers, progress: Progress) -> None:
        self._plan, self._workers, self._progress = plan, workers, progress
        self._numbers = {entry: number for number, entry in enumerate(plan.entries)}
        self._own = Shard(plan)
        self._begun: Batch | None = None
        self._current: int | None = None
        self._new: set[PackageEntry] = set()
        self._exported: set[int] = set()
        self._slots = 1
        self._shards = 0
        self._workforce: Workforce | None = None
        self._documents: dict[int, msgspec.Raw] = {}
        self._given_up: dict[int, list[Diagnostic]] = {}

    def close(self) -> None:
        """End all workers, and discard the shards that were read for them in this process."""
        if self._workforce is not None:
            self._workforce.close()
        forget(self._plan.run)

    @property
    def given_up(self) -> set[str]:
        """The names of the packages given up so far."""
        return {self._plan.entries[number].name for number in self._given_up}

    def batches(self, new: Collection[PackageEntry]) -> list[Batch]:
        """Return the batches in which packages are read: one, unless they exceed the memory.

        A batch follows those that it requires. It has to be checked before the next one is read.
        """
        index = self._plan.index
        self._new = set(new)
        self._slots = self._workers.count(count_parsed(entry.source for entry in new))
        result = self._cut(index, {entry.name for entry in new})
        if len(result) > 1 or len(result[0].parts) > 1:
            parts = [part for batch in result for part in batch.parts]
            among = {name for part in parts for name in part}
            self._exported = self._required(
                index, [*parts, [name for name in index.by_name if name not in among]]
            )
            self._begun = result[0]
        return result

    def read(self, batch: Batch) -> dict[PackageEntry, Export]:
        """Read a batch (the first round); return the exports of packages not given up."""
        numbers = [
            [
                self._numbers[entry]
                for name in part
                for entry in self._plan.index.by_name[name]
                if entry in self._new
            ]
            for part in batch.parts
        ]
        if self._begun is None:
            new = [self._plan.entries[number] for part in numbers for number in part]
            return self._read_here(new, self._progress.begin(Stage.READ, count_files(new)))
        self._begun = batch
        self._take_up(batch)
        orders = {
            batch.first + at: msgspec.msgpack.encode(
                ReadOrder(part, [number for number in part if number in self._exported])
            )
            for at, part in enumerate(numbers)
        }
        decoder = FileIndex(self._plan.at_hand).decoder(ReadShard)
        match: dict[PackageEntry, Export] = {}
        for result in self._run(read_shard, orders, b"", Stage.READ).values():
            read = decoder.decode(result)
            self._take(read)
            for package in read.packages:
                match[self._plan.entries[package.number]] = package.export.alone()
                if package.number in self._exported:
                    self._documents[package.number] = package.exported.copy()
        return match

    def _take_up(self, batch: Batch) -> None:
        """Renew the workers unless they already work on the batch."""
        if self._workforce is not None and self._current not in {None, batch.first}:
            self._workforce.renew()
        self._current = batch.first

    def read_one(self, entry: PackageEntry) -> dict[PackageEntry, Export]:
        """Read a package that turns out to be required, as `read` does."""
        return self._read_here([entry], None)

    def _read_here(
        self, new: Iterable[PackageEntry], advance: Advance | None
    ) -> dict[PackageEntry, Export]:
        result: dict[PackageEntry, Export] = {}
        for entry in new:
            if self._plan.cache is None and self._begun is None:
                result[entry] = Export(
                    b"", names=frozenset(self._own.names(entry))
                )  # the names are all that is needed
            else:
                export = self._own.export(entry)
                if export is not None:
                    result[entry] = export
                else:
                    self._given_up[self._numbers[entry]] = self._own.reader.reported(entry)
            if advance is not None:
                advance(len(entry.source.paths()))
        return result

    def check(
        self, index: PackageIndex, names: Collection[str], exports: Exports
    ) -> Iterable[ShardResult]:
        """Check packages of some names (the second round); yield their results.

        `index` is that of the plan with required packages located; `exports` are of all read ones.
        """
        if self._begun is None:
            self._slots = self._workers.count(
                count_parsed(entry.source for name in names for entry in index.by_name[name])
            )
        batches = self._cut(index, names) if self._begun or self._plan.cache is not None else []
        if self._begun is None and len(batches) < 2 and not (batches and len(batches[0].parts) > 1):
            yield self._check_here(index, names, exports)
            return
        for batch in batches:
            yield self._check_batch(index, batch, exports)

    def _check_here(
        self, index: PackageIndex, names: Collection[str], exports: Exports
    ) -> ShardResult:
        others = (
            Others() if self._plan.cache is None else Others(lambda: self._facts(index, exports))
        )
        result = self._own.check(index, names, others, self._progress)
        self._given_up |= {
            self._numbers[entry]: internal for entry, internal in result.given_up.items()
        }
        return result

    def surroundings(self, index: PackageIndex, exports: Exports) -> Surroundings:
        """Return surroundings that answer from the facts of the packages with `exports`."""
        return Surroundings(index, lambda: self._facts(index, exports), self.given_up)

    def _facts(self, index: PackageIndex, exports: Exports) -> AllFacts:
        decoder = msgspec.msgpack.Decoder(tuple[ClassFacts, ...])
        seen = self._seen(index, exports)
        packages = [
            PackageFacts(entry.name, decoder.decode(export.classes), {}) for entry, export in seen
        ]
        calls = constructing(export.calls for _, export in seen)
        return all_facts(self._plan, index, [*packages, PackageFacts("", (), calls)])

    def _seen(self, index: PackageIndex, exports: Exports) -> list[tuple[PackageEntry, Export]]:
        """Return the packages with exports; every process has the facts of embedded ones."""
        lost = self.given_up | {
            entry.name for entry in index if entry.source in self._own.reader.given_up
        }
        return [
            (entry, exports[entry])
            for entry in index
            if not entry.embedded and entry in exports and entry.name not in lost
        ]

    def _check_batch(self, index: PackageIndex, batch: Batch, exports: Exports) -> ShardResult:
        self._take_up(batch)
        common = self._common_order(index, exports)
        given_up = {
            self._plan.entries[number]: internal for number, internal in self._given_up.items()
        }
        match = ShardResult({}, frozenset(), (), given_up, None)
        decoder = FileIndex(index).decoder(CheckedShard)
        for result in self._run(
            check_shard, self._orders(index, batch), common, Stage.RENDER
        ).values():
            checked = decoder.decode(result)
            self._take(checked)
            match.packages.update(
                (self._plan.entries[package.number], package.result) for package in checked.packages
            )
            match = msgspec.structs.replace(
                match,
                asked=match.asked | {*checked.asked},
                answers=(*match.answers, *checked.answers),
            )
        return match

    def _common_order(self, index: PackageIndex, exports: Exports) -> bytes:
        """Return the encoded order that all shards of a batch have in common."""
        seen = self._seen(index, exports)
        facts = [_FactsRecord(entry.name, export.classes, {}) for entry, export in seen]
        facts.append(
            _FactsRecord("", _NO_CLASSES, constructing(export.calls for _, export in seen))
        )
        order = CommonOrder(
            libraries=[self._numbers[entry] for entry in index.libraries],
            further=[self._numbers[entry] for entry in index.further],
            located={name: tuple(others) for name, others in index.located.items()},
            facts=msgspec.Raw(msgspec.msgpack.encode(facts)),
            given_up=[GivenUp(number, internal) for number, internal in self._given_up.items()],
        )
        return FileIndex(self._plan.at_hand).encode(order)

    def _orders(self, index: PackageIndex, batch: Batch) -> Mapping[int, bytes]:
        """Return the order of each shard: its packages, and the exports that they require."""

        def order(shard: int) -> bytes:
            part = batch.parts[shard - batch.first]
            needed = (
                self._numbers[entry] for name in index.needed(part) for entry in index.by_name[name]
            )
            own = {self._numbers[entry] for name in part for entry in index.by_name[name]}
            others = {
                item: self._documents[item]
                for item in needed
                if item not in own and item in self._documents
            }
            return msgspec.msgpack.encode(CheckOrder(sorted(own), others))

        return _Orders(range(batch.first, batch.first + len(batch.parts)), order)

    def _cut(self, index: PackageIndex, names: Collection[str]) -> list[Batch]:
        """Return batches of packages of some names, and start workers if a batch has several parts.

        Packages that were read last are in the first batch, in the same parts.
        """
        needs = {name: set(index.sees(name)) for name in index.by_name if name in names}

        def weight(name: str) -> int:
            return count_parsed(entry.source for entry in index.by_name[name])

        count = max(-(-sum(map(weight, needs)) // (self._slots * KEPT_FILES)), 1)
        batches: list[Batch] = []
        if self._begun is not None:
            begun = {name: needs[name] for name in self._begun.names if name in needs}
            first = needs if count == 1 else begun
            batches.append(
                Batch(self._begun.first, partition(first, weight, self._slots, self._begun.parts))
            )
            needs = {name: needs[name] for name in needs if name not in first}
        parts = partition(needs, weight, count * self._slots)
        for at in range(0, len(parts), self._slots):
            batches.append(Batch(self._shards, parts[at : at + self._slots]))
            self._shards += self._slots
        if (
            self._workforce is None
            and self._slots > 1
            and any(len(batch.parts) > 1 for batch in batches)
        ):
            with held_signals():
                self._workforce = self._workers.start(
                    self._plan, min(self._slots, len(batches[0].parts))
                )
        return batches

    def _required(self, index: PackageIndex, parts: Iterable[Collection[str]]) -> set[int]:
        """Return the packages that other parts require, directly or indirectly."""
        result: set[int] = set()
        for part in parts:
            own = set(part)
            names = (name for name in index.needed(part) if name not in own)
            result.update(self._numbers[entry] for name in names for entry in index.by_name[name])
        return result

    def _run(
        self, task: TaskFunction, orders: Mapping[int, bytes], common: bytes, stage: Stage
    ) -> dict[int, bytes]:
        """Return the results of a task by shard, in order; run here what no worker returned."""
        advance = self._progress.begin(stage, TOTAL * len(orders))

        def done(more: int) -> None:
            if advance is not None:
                advance(more)

        results = {} if self._workforce is None else self._workforce.run(task, orders, common, done)
        return {
            shard: results.pop(shard)
            if shard in results
            else task(self._plan, shard, orders[shard], common, done)
            for shard in orders
        }

    def _take(self, shard: ReadShard | CheckedShard) -> None:
        """Merge the packages given up, hashes and cache records of a shard."""
        if shard.limited:
            machine_limits.meet()
        for package in shard.given_up:
            self._given_up.setdefault(package.number, package.internal)
        for read in shard.seen:
            source = self._plan.entries[read.number].source
            if isinstance(source, RecordingSource):
                source.seen.update(read.hashes)
        if self._plan.cache is not None:
            for key, record in shard.records.items():
                self._plan.cache.store.put(key, record)
