"""The two rounds as tasks for other processes: functions of plain arguments that return bytes.

`read_shard` runs first, then `diagnose_shard`, for each shard. A process keeps a shard that it has
read until it diagnoses it; another process would read the packages again. Packages are
identified by their numbers in the plan. The planning process forwards records that are meant only
for other processes (facts, `ExportedPackage`s) without decoding them.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Protocol

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.incremental.exported import Export
from muranopl.incremental.file_index import FileIndex
from muranopl.incremental.recording import RecordingSource
from muranopl.incremental.results import PackageResult
from muranopl.incremental.shard import Plan, Shard, all_facts
from muranopl.incremental.stages import PHASES
from muranopl.incremental.store import NewRecords
from muranopl.phases.progress import TOTAL, Progress, TellThousandths
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.semantics.inference.class_facts import PackageFacts
from muranopl.semantics.inference.surroundings import AllFacts


class TaskFunction(Protocol):
    """The type of the two tasks: `(plan, shard, order, common, report)`, returning bytes."""

    def __call__(
        self, plan: Plan, shard: int, order: bytes, common: bytes, report: TellThousandths = ..., /
    ) -> bytes:
        """Run the task; call `report` with its progress."""


def ignore(_done: int) -> None:
    """Ignore the progress of a task."""


class GivenUp(msgspec.Struct, array_like=True):
    """A package whose check failed, and the internal errors."""

    number: int
    internal: list[Diagnostic]


class Seen(msgspec.Struct, array_like=True):
    """The hashes of the contents of a package, by path; see `RecordingSource`."""

    number: int
    hashes: dict[str, bytes]


class ReadOrder(msgspec.Struct, array_like=True):
    """The packages to be read, and those among them that other shards may require."""

    packages: list[int]
    exported: list[int]


class ReadPackage(msgspec.Struct, array_like=True):
    """The exports of a package: its `Export`, and the record of an `ExportedPackage` or None."""

    number: int
    export: Export
    exported: msgspec.Raw


class ShardExports(msgspec.Struct, array_like=True):
    """The result of reading: `records` for the cache; `limited` if a machine limit was met."""

    packages: list[ReadPackage]
    given_up: list[GivenUp]
    seen: list[Seen]
    records: dict[bytes, bytes]
    limited: bool


class DiagnoseOrder(msgspec.Struct, array_like=True):
    """The packages to be diagnosed, and the `ExportedPackage` records that they require."""

    packages: list[int]
    exported: dict[int, msgspec.Raw]


class CommonOrder(msgspec.Struct, array_like=True):
    """The inputs that all shards have in common.

    `libraries`, `further` and `located` are those of the index after packages were located.
    `facts` is the record of a list of `PackageFacts`.
    """

    libraries: list[int]
    further: list[int]
    located: dict[str, tuple[str, ...]]
    facts: msgspec.Raw
    given_up: list[GivenUp]


class NumberedResult(msgspec.Struct, array_like=True):
    """The result of a package, by its number."""

    number: int
    result: PackageResult


class ShardDiagnostics(msgspec.Struct, array_like=True):
    """The results of a shard; see `ShardResult` and `ShardExports`."""

    packages: list[NumberedResult]
    asked: list[str]
    given_up: list[GivenUp]
    seen: list[Seen]
    records: dict[bytes, bytes]
    limited: bool


def read_shard(
    plan: Plan, shard: int, order: bytes, _common: bytes = b"", report: TellThousandths = ignore, /
) -> bytes:
    """Read packages of a plan (see `ReadOrder`); return a `ShardExports`."""
    _begin(plan.run)
    watch = LimitWatch()
    wanted = msgspec.msgpack.decode(order, type=ReadOrder)
    state = Shard(plan)
    result = ShardExports([], [], [], {}, limited=False)
    exported, files = set(wanted.exported), FileIndex(plan.at_hand)
    for done, number in enumerate(wanted.packages):
        entry = plan.entries[number]
        export, seen = (
            state.read(entry, files) if number in exported else (state.export(entry), None)
        )
        if export is None:
            result.given_up.append(GivenUp(number, state.reader.reported(entry)))
        else:
            result.packages.append(
                ReadPackage(number, export, msgspec.Raw(msgspec.msgpack.encode(seen)))
            )
        report(TOTAL * (done + 1) // len(wanted.packages))
    result.seen = _seen(plan, wanted.packages)
    result.records, result.limited = _new_records(plan, watch), watch.met
    _shards[plan.run, shard] = state
    return files.encode(result)


def diagnose_shard(
    plan: Plan, shard: int, order: bytes, common: bytes, report: TellThousandths = ignore, /
) -> bytes:
    """Run the phases (see `DiagnoseOrder`, `CommonOrder`); return a `ShardDiagnostics`."""
    _begin(plan.run)
    watch = LimitWatch()
    state = _shards.pop((plan.run, shard), None) or Shard(plan)
    plan = state.plan
    wanted = msgspec.msgpack.decode(order, type=DiagnoseOrder)
    known = FileIndex(plan.at_hand).decoder(CommonOrder).decode(common)
    index = _index(plan, known)
    names = {plan.entries[number].name for number in wanted.packages}
    state.give_up({plan.entries[item.number]: item.internal for item in known.given_up}, names)
    facts = functools.cache(lambda: _all_facts(plan, index, known.facts))
    exported = {plan.entries[number]: record for number, record in wanted.exported.items()}
    progress = Progress(lambda done, _total: report(done), PHASES)
    outcome = state.diagnose(index, names, facts, progress, exported)
    progress.finish()
    numbers = {entry: number for number, entry in enumerate(plan.entries)}
    result = ShardDiagnostics(
        packages=[
            NumberedResult(numbers[entry], package)
            for entry, package in outcome.packages.items()
            if entry.name in names
        ],
        asked=sorted(outcome.asked & names),
        given_up=[GivenUp(numbers[entry], errors) for entry, errors in outcome.given_up.items()],
        seen=_seen(plan, [numbers[entry] for entry in index if entry.name in names]),
        records=_new_records(plan, watch),
        limited=watch.met,
    )
    return FileIndex(index).encode(result)


_shards: dict[tuple[str, int], Shard] = {}
"""The shards read in this process and not yet diagnosed, by plan and number."""

_KEPT_CHECKS = 2
"""The checks whose shards a process keeps.

A process of a caller's executor is not notified of the end of a check.
"""

_begun: dict[str, None] = {}
"""The plans that may have shards in this process, the most recent one last."""


def _begin(run: str) -> None:
    """Free memory for a shard: discard those of the least recent plans.

    Most of these plans have ended in another process.
    """
    _begun.pop(run, None)
    _begun[run] = None
    for earlier in list(_begun)[:-_KEPT_CHECKS]:
        forget(earlier)


def forget(run: str) -> None:
    """Discard what was read for a plan in this process."""
    for key in [key for key in list(_shards) if key[0] == run]:  # other threads may add to it
        _shards.pop(key, None)
    _begun.pop(run, None)


def _all_facts(plan: Plan, index: PackageIndex, record: msgspec.Raw) -> AllFacts:
    return all_facts(plan, index, msgspec.msgpack.decode(record, type=list[PackageFacts]))


def _index(plan: Plan, order: CommonOrder) -> PackageIndex:
    def entries(numbers: Sequence[int]) -> tuple[PackageEntry, ...]:
        return tuple(plan.entries[number] for number in numbers)

    return msgspec.structs.replace(
        plan.index,
        libraries=entries(order.libraries),
        further=entries(order.further),
        located=order.located,
    )


def _seen(plan: Plan, numbers: Sequence[int]) -> list[Seen]:
    sources = ((number, plan.entries[number].source) for number in numbers)
    return [
        Seen(number, source.seen)
        for number, source in sources
        if isinstance(source, RecordingSource)
    ]


def _new_records(plan: Plan, watch: LimitWatch) -> dict[bytes, bytes]:
    store = None if plan.cache is None else plan.cache.store
    records = store.take() if isinstance(store, NewRecords) else {}
    return {} if watch.met else records
