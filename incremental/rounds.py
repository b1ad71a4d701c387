"""The two rounds of a check: shards of packages are read, then put through the phases, here or by workers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.incremental.contents import Export
from muranopl.incremental.file_index import FileIndex
from muranopl.incremental.held_signals import held_signals
from muranopl.incremental.partition import partition
from muranopl.incremental.recording import RecordingSource
from muranopl.incremental.shard import Others, Plan, Shard, ShardResult, all_facts
from muranopl.incremental.tasks import (
    CheckedShard,
    CheckOrder,
    GivenUp,
    ReadOrder,
    ReadShard,
    Seen,
    TaskFunction,
    check_shard,
    forget,
    read_shard,
)
from muranopl.incremental.workers import Workers, Workforce
from muranopl.phases.progress import TOTAL, Advance, Progress, Stage
from muranopl.read.index import PackageEntry, PackageIndex, count_files
from muranopl.semantics.inference.class_facts import ClassFacts, PackageFacts, constructing
from muranopl.semantics.inference.surroundings import AllFacts

KEPT_FILES = 16_000
"""Of so many files a process keeps what it read, to check it (26 KB each, and 14 KB while it is checked)."""

SHARD_FILES = 4_000
"""The most files of a shard where that is not enough for all: what is not kept is kept parsed only (2 KB each)."""


class _FactsRecord(msgspec.Struct, array_like=True):
    """`PackageFacts`, of which the classes are not looked at."""

    package: str
    classes: msgspec.Raw
    calls: dict[str, frozenset[str]]


_NO_CLASSES = msgspec.Raw(b"\x90")


class _Orders(Mapping[int, bytes]):
    """Orders for so many shards, each made when it is given: all together may be too much."""

    def __init__(self, count: int, make: Callable[[int], bytes]) -> None:
        self._count, self._make = count, make

    def __getitem__(self, shard: int) -> bytes:
        return self._make(shard)

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._count))

    def __len__(self) -> int:
        return self._count


class Rounds:
    """Does the two rounds of a check; what was begun has to be closed."""

    def __init__(self, plan: Plan, workers: Workers, progress: Progress) -> None:
        self._plan, self._workers, self._progress = plan, workers, progress
        self._numbers = {entry: number for number, entry in enumerate(plan.entries)}
        self._own = Shard(plan)
        self._parts: list[list[str]] = []
        self._slots = 1
        self._workforce: Workforce | None = None
        self._files: dict[int, msgspec.Raw] = {}
        self._given_up: dict[int, list[Diagnostic]] = {}

    def close(self) -> None:
        """End all workers, and forget what was read for them here, perhaps in threads."""
        if self._workforce is not None:
            self._workforce.close()
        forget(self._plan.run)

    def read(self, new: Sequence[PackageEntry]) -> dict[PackageEntry, Export]:
        """Read packages, for the first round; return what others see of those that are not given up."""
        index = self._plan.index
        names = {entry.name for entry in new}
        parts = self._divided(index, names, count_files(new))
        if len(parts) < 2:
            advance = self._progress.begin(Stage.READ, count_files(new))
            return self._read_here(new, advance)
        self._parts = parts
        wanted = set(new)
        exported = self._exported(index, [*parts, [name for name in index.by_name if name not in names]])
        orders = {}
        for shard, part in enumerate(parts):
            numbers = [self._numbers[entry] for name in part for entry in index.by_name[name] if entry in wanted]
            order = ReadOrder(numbers, [each for each in numbers if each in exported], self._is_kept(shard, len(parts)))
            orders[shard] = msgspec.msgpack.encode(order)
        decoder = FileIndex(self._plan.at_hand).decoder(ReadShard)
        found: dict[PackageEntry, Export] = {}
        for result in self._run(read_shard, orders, Stage.READ):
            read = decoder.decode(result)
            self._take(read.given_up, read.seen, read.records)
            for package in read.packages:
                found[self._plan.entries[package.number]] = package.export.alone()
                if package.number in exported:
                    self._files[package.number] = package.files.copy()
        return found

    def read_one(self, entry: PackageEntry) -> dict[PackageEntry, Export]:
        """Read a package that is found to be needed when others are read, as `read` does."""
        return self._read_here([entry], None)

    def _read_here(self, new: Iterable[PackageEntry], advance: Advance | None) -> dict[PackageEntry, Export]:
        found: dict[PackageEntry, Export] = {}
        for entry in new:
            if self._plan.cache is None and not self._parts:
                found[entry] = Export(b"", names=frozenset(self._own.names(entry)))  # nobody asks for more
            else:
                export = self._own.export(entry)
                if export is not None:
                    found[entry] = export
                else:
                    self._given_up[self._numbers[entry]] = self._own.reader.reported(entry)
            if advance is not None:
                advance(len(entry.source.paths()))
        return found

    def check(
        self,
        index: PackageIndex,
        unknown: Collection[PackageEntry],
        exports: Callable[[PackageEntry], Export | None],
    ) -> ShardResult:
        """Check packages, in the second round. `exports` tells what others see of any package that is not given up.

        `index` is that of the plan with the packages that were found to be needed.
        """
        names = {entry.name for entry in unknown}
        parts = self._parts
        if parts or self._plan.cache is not None:
            parts = self._divided(index, names, count_files(unknown))
        if len(parts) < 2:
            return self._check_here(index, names, exports)
        orders = self._orders(index, parts, exports)
        decoder = FileIndex(index).decoder(CheckedShard)
        results: dict[int, CheckedShard] = {}
        while True:
            known = set(self._given_up)
            for shard, result in zip(orders, self._run(check_shard, orders, Stage.RENDER), strict=True):
                results[shard] = checked = decoder.decode(result)
                self._take(checked.given_up, checked.seen, checked.records)
            if known == set(self._given_up):
                break
            orders = self._orders(index, parts, exports)  # what one gave up others have seen
        packages = {self._plan.entries[each.number]: each.result for one in results.values() for each in one.packages}
        asked = frozenset(name for one in results.values() for name in one.asked)
        given_up = {self._plan.entries[number]: internal for number, internal in self._given_up.items()}
        return ShardResult(packages, asked, given_up, None)

    def _check_here(
        self, index: PackageIndex, names: Collection[str], exports: Callable[[PackageEntry], Export | None]
    ) -> ShardResult:
        def facts() -> AllFacts:
            records = _others(index, exports)
            decoder = msgspec.msgpack.Decoder(tuple[ClassFacts, ...])
            packages = (PackageFacts(entry.name, decoder.decode(each.classes), each.calls) for entry, each in records)
            return all_facts(self._plan, index, packages)

        others = Others() if self._plan.cache is None else Others(facts)
        return self._own.check(index, names, others, self._progress)

    def _orders(
        self,
        index: PackageIndex,
        parts: Sequence[Collection[str]],
        exports: Callable[[PackageEntry], Export | None],
    ) -> Mapping[int, bytes]:
        """Return what each shard is to check, and what it is told of others."""
        lost = {self._plan.entries[number].name for number in self._given_up}
        seen = [each for each in _others(index, exports) if each[0].name not in lost]
        facts = [_FactsRecord(entry.name, export.classes, {}) for entry, export in seen]
        facts.append(_FactsRecord("", _NO_CLASSES, constructing(export.calls for _, export in seen)))
        encode = FileIndex(self._plan.at_hand).encode
        common = CheckOrder(
            packages=[],
            libraries=[self._numbers[entry] for entry in index.libraries],
            further=[self._numbers[entry] for entry in index.further],
            located={name: tuple(others) for name, others in index.located.items()},
            facts=msgspec.Raw(msgspec.msgpack.encode(facts)),
            files=[],
            given_up=[GivenUp(number, internal) for number, internal in self._given_up.items()],
        )

        def order(shard: int) -> bytes:
            part = parts[shard]
            needed = (self._numbers[entry] for name in index.needed(part) for entry in index.by_name[name])
            own = {self._numbers[entry] for name in part for entry in index.by_name[name]}
            files = [self._files[each] for each in needed if each not in own and each in self._files]
            return encode(msgspec.structs.replace(common, packages=sorted(own), files=files))

        return _Orders(len(parts), order)

    def _divided(self, index: PackageIndex, names: Collection[str], files: int) -> list[list[str]]:
        """Return the shards of packages of some names, and start workers if they are several."""
        if not self._parts:
            self._slots = self._workers.count(files)
        count = self._slots if files <= self._slots * KEPT_FILES else max(self._slots, -(-files // SHARD_FILES))
        needs = {name: set(index.sees(name)) for name in index.by_name if name in names}
        parts = partition(needs, lambda name: _work(index.by_name[name]), count, self._parts)
        if self._workforce is None and self._slots > 1 and len(parts) > 1:
            with held_signals():
                self._workforce = self._workers.start(self._plan, min(self._slots, len(parts)))
        return parts

    def _is_kept(self, shard: int, count: int) -> bool:
        """Return whether what is read of a shard is kept.

        With more shards than workers it is the first one of each: facts, results and parsed files of a large catalog
        take the rest.
        """
        return count <= self._slots or shard < self._slots

    def _exported(self, index: PackageIndex, parts: Iterable[Collection[str]]) -> set[int]:
        """Return the packages that those of another part require, directly or not."""
        found: set[int] = set()
        for part in parts:
            own = set(part)
            names = (name for name in index.needed(part) if name not in own)
            found.update(self._numbers[entry] for name in names for entry in index.by_name[name])
        return found

    def _run(self, task: TaskFunction, orders: Mapping[int, bytes], stage: Stage) -> Iterable[bytes]:
        """Yield the results of a task on each shard, in order; what no worker does is done here."""
        advance = self._progress.begin(stage, TOTAL * len(orders))

        def done(more: int) -> None:
            if advance is not None:
                advance(more)

        results = {} if self._workforce is None else self._workforce.run(task, orders, done)
        for shard in orders:
            yield results.pop(shard) if shard in results else task(self._plan, shard, orders[shard], done)

    def _take(self, given_up: Iterable[GivenUp], seen: Iterable[Seen], records: Mapping[bytes, bytes]) -> None:
        """Take what a shard tells besides its results."""
        for package in given_up:
            self._given_up.setdefault(package.number, package.internal)
        for read in seen:
            source = self._plan.entries[read.number].source
            if isinstance(source, RecordingSource):
                source.seen.update(read.hashes)
        if self._plan.cache is not None:
            for key, record in records.items():
                self._plan.cache.store.put(key, record)


def _work(entries: Iterable[PackageEntry]) -> int:
    """Return how many files of some packages are parsed, as their manifests tell: these take the time, resources none.

    Each has its manifest and a form, or could have one.
    """
    return sum(len(entry.summary.classes) + 2 for entry in entries)


def _others(
    index: PackageIndex, exports: Callable[[PackageEntry], Export | None]
) -> Iterable[tuple[PackageEntry, Export]]:
    """Yield the packages whose facts come from exports: those of embedded ones are at hand everywhere."""
    for entry in index:
        export = None if entry.embedded else exports(entry)
        if export is not None:
            yield entry, export
