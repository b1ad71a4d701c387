"""The two rounds as tasks for other processes: functions of plain arguments that return bytes.

`read_shard` runs first, then `diagnose_shard`, for each shard. A process keeps a shard that it has
read until it diagnoses it; another process would read the packages again. Packages are
identified by their numbers in the plan. The planning process forwards facts to other processes without
decoding them.
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable, Iterable

import msgspec

from muranopl.ard.sources.source import digest_of
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.phases.progress import PHASES, TOTAL, Progress, TellThousandths
from muranopl.phases.reuse.cache import NewRecords
from muranopl.phases.reuse.file_index import FileIndex
from muranopl.phases.reuse.recording import RecordingSource, bare
from muranopl.phases.reuse.results import Export, PackageResult
from muranopl.phases.reuse.shard import Plan, Shard, decoded_facts
from muranopl.read.index import PackageIndex

TaskFunction = Callable[..., bytes]
"""A task: `(plan, shard, order, common, report=ignore)`, which calls `report` with its progress."""


def ignore(_done: int) -> None:
    """Ignore the progress of a task."""


class ReadOrder(msgspec.Struct, array_like=True):
    """The packages to be read; `kept` is whether the process keeps them for the second round."""

    packages: list[int]
    kept: bool


class ShardExports(msgspec.Struct, array_like=True):
    """The result of reading: exports by package, and what others have to know of the shard.

    `given_up` are the internal errors of packages whose check failed, `seen` the hashes of the
    contents of packages by path (see `RecordingSource`), `records` those for the cache. `limited`
    is whether a machine limit was met.
    """

    packages: dict[int, Export]
    given_up: dict[int, list[Diagnostic]]
    seen: dict[int, dict[str, bytes]]
    records: dict[bytes, bytes]
    limited: bool


class DiagnoseOrder(msgspec.Struct, array_like=True):
    """The packages to be diagnosed."""

    packages: list[int]


class CommonOrder(msgspec.Struct, array_like=True):
    """The inputs that all shards have in common.

    `libraries`, `further` and `located` are those of the index after packages were located.
    `facts` is the record of a list of `PackageFacts`; `given_up` is as in `ShardExports`.
    """

    libraries: list[int]
    further: list[int]
    located: dict[str, tuple[str, ...]]
    facts: msgspec.Raw
    given_up: dict[int, list[Diagnostic]]


class ShardDiagnostics(msgspec.Struct, array_like=True):
    """The results of a shard; see `ShardResult` and `ShardExports`."""

    packages: dict[int, PackageResult]
    depend_on_all: list[str]
    given_up: dict[int, list[Diagnostic]]
    seen: dict[int, dict[str, bytes]]
    records: dict[bytes, bytes]
    limited: bool


def read_shard(
    plan: Plan, shard: int, order: bytes, _common: bytes = b"", report: TellThousandths = ignore, /
) -> bytes:
    """Read packages of a plan (see `ReadOrder`); return `ShardExports`."""
    _begin(plan.run)
    watch = LimitWatch()
    read_order = msgspec.msgpack.decode(order, type=ReadOrder)
    state = Shard(plan)
    if read_order.kept:
        _shards[plan.run, shard] = state
    else:
        _dropped.add(plan.run)
    packages: dict[int, Export] = {}
    given_up: dict[int, list[Diagnostic]] = {}
    _fetch(plan, read_order.packages)
    for done, number in enumerate(read_order.packages, 1):
        entry = plan.entries[number]
        export = state.read(entry)
        if export is None:
            given_up[number] = state.reader.reported(entry)
        else:
            packages[number] = export
        report(TOTAL * done // len(read_order.packages))
    exports_seen, records = _seen(plan, read_order.packages), _new_records(plan, watch)
    files = FileIndex(plan.index.at_hand)
    return files.encode(ShardExports(packages, given_up, exports_seen, records, watch.met))


def diagnose_shard(
    plan: Plan, shard: int, order: bytes, common: bytes, report: TellThousandths = ignore, /
) -> bytes:
    """Run the phases (see `DiagnoseOrder`, `CommonOrder`); return `ShardDiagnostics`."""
    _begin(plan.run)
    watch = LimitWatch()
    diagnose_order = msgspec.msgpack.decode(order, type=DiagnoseOrder)
    state = _shards.pop((plan.run, shard), None)
    if state is None:
        _fetch(plan, diagnose_order.packages)
        state = Shard(plan)
    _dropped.add(plan.run)
    # Entries are compared by identity: the shard has read those of its own copy of the plan
    plan = state.plan
    decoded = FileIndex(plan.index.at_hand).decoder(CommonOrder).decode(common)
    index = _located(plan, decoded)
    names = {plan.entries[number].name for number in diagnose_order.packages}
    state.give_up(
        {plan.entries[number]: errors for number, errors in decoded.given_up.items()}, names
    )
    facts = functools.cache(lambda: decoded_facts(plan.manifests, index, decoded.facts))
    progress = Progress(lambda done, _total: report(done), PHASES)
    outcome = state.diagnose(index, names, facts, progress)
    progress.finish()
    own = {entry: outcome.packages[entry] for entry in outcome.packages if entry.name in names}
    result = ShardDiagnostics(
        packages={plan.numbers[entry]: package for entry, package in own.items()},
        depend_on_all=sorted(outcome.depend_on_all & names),
        given_up={plan.numbers[entry]: errors for entry, errors in outcome.given_up.items()},
        seen=_seen(plan, [plan.numbers[entry] for entry in own]),
        records=_new_records(plan, watch),
        limited=watch.met,
    )
    return FileIndex(index).encode(result)


def _fetch(plan: Plan, numbers: Iterable[int]) -> None:
    """Fetch packages at addresses, several at a time. Raise SourceError, so that the task fails."""
    sources = [bare(plan.entries[number].source) for number in numbers]
    if any(digest_of(source) is not None for source in sources):
        from muranopl.ard.remote.addressed import open_together  # few checks have any

        open_together(sources)


_shards: dict[tuple[str, int], Shard] = {}
"""The shards read in this process and not yet diagnosed, by plan and number."""

_dropped: set[str] = set()
"""The plans of shards that this process has dropped since it last collected garbage."""

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
    if run in _dropped:  # the results of phases have reference cycles
        _dropped.discard(run)
        gc.collect()
    _begun.pop(run, None)
    _begun[run] = None
    for earlier in list(_begun)[:-_KEPT_CHECKS]:
        forget(earlier)


def forget(run: str) -> None:
    """Discard what was read for a plan in this process."""
    # Other threads may add to it
    for key in [key for key in list(_shards) if key[0] == run]:
        _shards.pop(key, None)
    _dropped.discard(run)
    _begun.pop(run, None)


def _located(plan: Plan, order: CommonOrder) -> PackageIndex:
    """Return the index of a plan with required packages located."""
    return msgspec.structs.replace(
        plan.index,
        libraries=tuple(plan.entries[number] for number in order.libraries),
        further=tuple(plan.entries[number] for number in order.further),
        located=order.located,
    )


def _seen(plan: Plan, numbers: Iterable[int]) -> dict[int, dict[str, bytes]]:
    sources = {number: plan.entries[number].source for number in numbers}
    return {
        number: source.seen
        for number, source in sources.items()
        if isinstance(source, RecordingSource)
    }


def _new_records(plan: Plan, watch: LimitWatch) -> dict[bytes, bytes]:
    store = None if plan.cache is None else plan.cache.store
    records = store.take() if isinstance(store, NewRecords) else {}
    return {} if watch.met else records
