"""The two rounds as tasks for other processes: functions of plain arguments that return bytes.

`read_shard` runs first, then `diagnose_shard`, for each shard. A process holds a shard that it has
read until it diagnoses it; another process would read the packages again. Packages are identified by
their numbers in the plan. The planning process forwards facts to other processes without decoding them.
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Callable, Collection
from typing import Any

import msgspec

from muranopl.ard.sources.source import digest_of
from muranopl.diagnostics.internal_errors import UncontainedError
from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.phases.job import PHASES, TOTAL, Progress, TellThousandths
from muranopl.phases.reuse.package_results import Export, FileIndex, PackageResult
from muranopl.phases.reuse.shard import Plan, Shard, decoded_facts
from muranopl.phases.reuse.traced_source import TracedSource, bare
from muranopl.read.index import PackageIndex, count_files

TaskFunction = Callable[..., bytes]
"""A task: `(plan, shard, numbers, common, report=ignore)`.

`numbers` are those of the packages of the shard, `common` is for all shards. It calls `report` with its
progress. Its result is empty if a part of the program fails on a package.
"""


def ignore(_done: int) -> None:
    """Ignore the progress of a task."""


class CommonOrder(msgspec.Struct, array_like=True):
    """The inputs that all shards have in common.

    `libraries`, `further` and `located` are those of the index after packages were located.
    `facts` is the record of a list of `PackageFacts`.
    """

    libraries: list[int]
    further: list[int]
    located: dict[str, tuple[str, ...]]
    facts: msgspec.Raw


class ShardAnswer(msgspec.Struct, array_like=True, kw_only=True):
    """The exports of the packages of a shard, or their results, and what others have to know of it.

    `depend_on_all` are names as in `ShardResult`, `seen` the hashes of the contents of packages by path
    (see `TracedSource`). `limited` is whether a machine limit was met.
    """

    exports: dict[int, Export] = {}
    results: dict[int, PackageResult] = {}
    depend_on_all: frozenset[str] = frozenset()
    seen: dict[int, dict[str, bytes]]
    limited: bool


def read_shard(
    plan: Plan,
    shard: int,
    numbers: Collection[int],
    _common: bytes = b"",
    report: TellThousandths = ignore,
    /,
) -> bytes:
    """Read packages of a plan; return a `ShardAnswer` with exports."""

    def read() -> dict[str, Any]:
        state = _fetched(plan, numbers)
        entries = [plan.entries[number] for number in numbers]
        done, files = 0, count_files(entries)

        def advance(more: int) -> None:
            nonlocal done
            done += more
            report(TOTAL * done // files)

        exports = state.read(entries, advance)
        if plan.holds:
            plan.shards[shard] = state
        return {"exports": {plan.numbers[entry]: export for entry, export in exports.items()}}

    return _answer(plan, plan.index, numbers, read)


def diagnose_shard(
    plan: Plan,
    shard: int,
    numbers: Collection[int],
    common: bytes,
    report: TellThousandths = ignore,
    /,
) -> bytes:
    """Run the phases (see `CommonOrder`); return a `ShardAnswer` with results."""
    order = msgspec.msgpack.decode(common, type=CommonOrder)
    index = msgspec.structs.replace(
        plan.index,
        libraries=tuple(plan.entries[number] for number in order.libraries),
        further=tuple(plan.entries[number] for number in order.further),
        located=order.located,
    )

    def diagnose() -> dict[str, Any]:
        state = plan.shards.pop(shard, None)
        if state is None:
            # The results of the phases for the shard before have reference cycles
            gc.collect()
            state = _fetched(plan, numbers)
        names = {plan.entries[number].name for number in numbers}
        facts = functools.cache(lambda: decoded_facts(plan.manifests, index, order.facts))
        progress = Progress(lambda done, _total: report(done), PHASES)
        outcome = state.diagnose(index, names, facts, progress)
        progress.finish()
        results = {plan.numbers[entry]: result for entry, result in outcome.packages.items()}
        return {"results": results, "depend_on_all": outcome.depend_on_all}

    return _answer(plan, index, numbers, diagnose)


def _answer(
    plan: Plan, index: PackageIndex, numbers: Collection[int], compute: Callable[[], dict[str, Any]]
) -> bytes:
    """Return the encoded answer about packages of a plan, with what was read."""
    watch = LimitWatch()
    try:
        answers = compute()
    except UncontainedError:
        return b""
    sources = ((number, plan.entries[number].source) for number in numbers)
    answer = ShardAnswer(
        **answers,
        seen={number: item.seen for number, item in sources if isinstance(item, TracedSource)},
        limited=watch.met,
    )
    return FileIndex(index).encode(answer)


def _fetched(plan: Plan, numbers: Collection[int]) -> Shard:
    """Return a shard whose packages at addresses were fetched, several at a time.

    Raise SourceError, so that the task fails.
    """
    sources = [bare(plan.entries[number].source) for number in numbers]
    if any(digest_of(source) is not None for source in sources):
        from muranopl.ard.remote.addressed import open_together  # few checks have any

        open_together(sources)
    return Shard(plan)
