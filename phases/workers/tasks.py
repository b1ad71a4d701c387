"""The two rounds as tasks for other processes: functions of plain arguments that return bytes.

`read_shard` runs first, then `diagnose_shard`, for each shard. A process holds a shard that it has
read until it diagnoses it; another process would read the packages again. Packages are identified by
their numbers in the plan. The planning process forwards facts to other processes without decoding them.
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from muranopl.ard.sources.source import digest_of
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.phases.progress import PHASES, TOTAL, Progress, TellThousandths
from muranopl.phases.reuse.cache import NewRecords
from muranopl.phases.reuse.exports import read_export
from muranopl.phases.reuse.file_index import FileIndex
from muranopl.phases.reuse.package_results import Export, PackageResult
from muranopl.phases.reuse.shard import Plan, Shard, decoded_facts
from muranopl.phases.reuse.traced_source import TracedSource, bare
from muranopl.read.index import PackageIndex

TaskFunction = Callable[..., bytes]
"""A task: `(plan, shard, order, common, report=ignore)`, which calls `report` with its progress."""


def ignore(_done: int) -> None:
    """Ignore the progress of a task."""


class Order(msgspec.Struct, array_like=True):
    """The packages of a task; `held` is whether the process holds what it reads for the second round."""

    packages: list[int]
    held: bool = False


class CommonOrder(msgspec.Struct, array_like=True):
    """The inputs that all shards have in common.

    `libraries`, `further` and `located` are those of the index after packages were located.
    `facts` is the record of a list of `PackageFacts`; `given_up` is as in `ShardAnswer`.
    """

    libraries: list[int]
    further: list[int]
    located: dict[str, tuple[str, ...]]
    facts: msgspec.Raw
    given_up: dict[int, list[Diagnostic]]


class ShardAnswer(msgspec.Struct, array_like=True, kw_only=True):
    """The exports of the packages of a shard, or their results, and what others have to know of it.

    `depend_on_all` are names as in `ShardResult`. `given_up` are the internal errors of packages whose
    check failed, `seen` the hashes of the contents of packages by path (see `TracedSource`),
    `records` those for the cache. `limited` is whether a machine limit was met.
    """

    exports: dict[int, Export] = {}
    results: dict[int, PackageResult] = {}
    depend_on_all: list[str] = []
    given_up: dict[int, list[Diagnostic]]
    seen: dict[int, dict[str, bytes]]
    records: dict[bytes, bytes]
    limited: bool


def read_shard(
    plan: Plan, shard: int, order: bytes, _common: bytes = b"", report: TellThousandths = ignore, /
) -> bytes:
    """Read packages of a plan (see `Order`); return a `ShardAnswer` with exports."""
    watch, read_order = LimitWatch(), msgspec.msgpack.decode(order, type=Order)
    state, numbers = Shard(plan), read_order.packages
    _fetch(plan, numbers)
    exports: dict[int, Export] = {}
    given_up: dict[int, list[Diagnostic]] = {}
    for done, number in enumerate(numbers, 1):
        entry = plan.entries[number]
        export = read_export(state.reader, entry)
        if export is None:
            given_up[number] = state.reader.reported(entry)
        else:
            exports[number] = export
        report(TOTAL * done // len(numbers))
    if read_order.held:
        plan.shards[shard] = state
    answer = _answer(plan, numbers, watch, given_up, exports=exports)
    return FileIndex(plan.index.at_hand).encode(answer)


def diagnose_shard(
    plan: Plan, shard: int, order: bytes, common: bytes, report: TellThousandths = ignore, /
) -> bytes:
    """Run the phases (see `Order`, `CommonOrder`); return a `ShardAnswer` with results."""
    watch, numbers = LimitWatch(), msgspec.msgpack.decode(order, type=Order).packages
    state = plan.shards.pop(shard, None)
    if state is None:
        # The results of the phases for the shard before have reference cycles
        gc.collect()
        _fetch(plan, numbers)
        state = Shard(plan)
    decoded = FileIndex(plan.index.at_hand).decoder(CommonOrder).decode(common)
    index = _located(plan, decoded)
    names = {plan.entries[number].name for number in numbers}
    state.give_up(
        {plan.entries[number]: errors for number, errors in decoded.given_up.items()}, names
    )
    facts = functools.cache(lambda: decoded_facts(plan.manifests, index, decoded.facts))
    progress = Progress(lambda done, _total: report(done), PHASES)
    outcome = state.diagnose(index, names, facts, progress)
    progress.finish()
    given_up = {plan.numbers[entry]: errors for entry, errors in outcome.given_up.items()}
    own = {
        plan.numbers[entry]: result
        for entry, result in outcome.packages.items()
        if entry.name in names
    }
    depend_on_all = sorted(outcome.depend_on_all & names)
    answer = _answer(plan, own, watch, given_up, results=own, depend_on_all=depend_on_all)
    return FileIndex(index).encode(answer)


def _answer(
    plan: Plan,
    numbers: Iterable[int],
    watch: LimitWatch,
    given_up: dict[int, list[Diagnostic]],
    **answers: Any,
) -> ShardAnswer:
    """Return the answer about packages of a plan, with what was read, and new records."""
    sources = {number: plan.entries[number].source for number in numbers}
    seen = {
        number: source.seen
        for number, source in sources.items()
        if isinstance(source, TracedSource)
    }
    store = None if plan.cache is None else plan.cache.store
    records = store.take() if isinstance(store, NewRecords) else {}
    return ShardAnswer(
        given_up=given_up,
        seen=seen,
        records={} if watch.met else records,
        limited=watch.met,
        **answers,
    )


def _fetch(plan: Plan, numbers: Iterable[int]) -> None:
    """Fetch packages at addresses, several at a time. Raise SourceError, so that the task fails."""
    sources = [bare(plan.entries[number].source) for number in numbers]
    if any(digest_of(source) is not None for source in sources):
        from muranopl.ard.remote.addressed import open_together  # few checks have any

        open_together(sources)


def _located(plan: Plan, order: CommonOrder) -> PackageIndex:
    """Return the index of a plan with required packages located."""
    return msgspec.structs.replace(
        plan.index,
        libraries=tuple(plan.entries[number] for number in order.libraries),
        further=tuple(plan.entries[number] for number in order.further),
        located=order.located,
    )
