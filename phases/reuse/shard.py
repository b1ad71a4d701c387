"""Shards: packages that are read and checked together in one process, with all inputs of that.

The first of two rounds reads a shard and returns the exports of its packages; the second runs the
other phases over it, with the exports of packages that it requires. A check with a cache in one
process has one shard.
"""

from __future__ import annotations

import functools
import uuid
from collections.abc import Callable, Collection, Mapping

import msgspec

from muranopl.phases.driver import Facts, run
from muranopl.phases.job import Advance, Job, Progress
from muranopl.phases.results import PhaseResults
from muranopl.phases.reuse.answers import Answers
from muranopl.phases.reuse.exports import read_export
from muranopl.phases.reuse.one_run import reader_of
from muranopl.phases.reuse.package_results import Export, PackageResult, by_package
from muranopl.phases.reuse.types import RememberedTypes
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.reader import PackageReader
from muranopl.semantics.bodies.class_facts import PackageFacts, constructing
from muranopl.semantics.bodies.package_facts import package_facts
from muranopl.semantics.bodies.surroundings import AllFacts


class Plan:
    """The common inputs of all shards of a check: the available packages, and how they are read.

    It numbers the packages. It can be pickled for another process, without the reader that has read
    the manifests and the `answers` of this process.
    """

    def __init__(
        self,
        job: Job,
        index: PackageIndex,
        manifests: PackageReader | None = None,
        *,
        run: str | None = None,
        answers: Answers | None = None,
    ) -> None:
        # The index has the packages, and `diagnose` is passed the progress
        self.job = msgspec.structs.replace(
            job, targets=(), libraries=(), embedded=(), progress=Progress()
        )
        self.index = index
        self.manifests = manifests or reader_of(job, None, gives_up=False)
        self.run = run or uuid.uuid4().hex
        self.answers = answers or Answers()
        self.holds = True
        """Whether processes hold the shards that they have read until they diagnose them."""
        self.shards: dict[int, Shard] = {}
        """The shards that were read in this process, and not yet diagnosed, by number."""
        shadowed = () if index.shadowed is None else (index.shadowed,)
        self.entries = (*index.targets, *index.libraries, *index.further, *shadowed)

    def __reduce__(self) -> tuple[Callable[..., Plan], tuple[object, ...]]:
        return _received, (self.job, self.index, self.run, self.holds)

    @functools.cached_property
    def numbers(self) -> dict[PackageEntry, int]:
        """The numbers of the packages, under which other processes know them."""
        return {entry: number for number, entry in enumerate(self.entries)}


_EMBEDDED: dict[str, PackageEntry] = {}
"""The embedded packages of the plans that this process received, by location: they are read once."""

_RECEIVED: dict[str, Plan] = {}
"""The last plans that this process received, by their ids: each task brings its plan along.

A process of a caller's executor is not notified of the end of a check.
"""

_MOST_RECEIVED = 2


def _received(job: Job, index: PackageIndex, run: str, holds: bool) -> Plan:
    """Return a plan that was received, the same one for each task of a check."""

    def remembered(entry: PackageEntry) -> PackageEntry:
        if not entry.embedded:
            return entry
        return _EMBEDDED.setdefault(entry.source.location, entry)

    plan = _RECEIVED.pop(run, None) or Plan(job, index.with_entries(remembered), run=run)
    plan.holds = holds
    _RECEIVED[run] = plan
    for earlier in list(_RECEIVED)[:-_MOST_RECEIVED]:
        forget(earlier)
    return plan


def forget(run: str) -> None:
    """Discard a plan that this process received."""
    _RECEIVED.pop(run, None)


class ShardResult(msgspec.Struct):
    """The results of packages, and the names of those that asked about packages they do not see.

    `results` are those of the phases, if they ran in this process and over all packages.
    """

    packages: dict[PackageEntry, PackageResult]
    depend_on_all: frozenset[str]
    results: PhaseResults | None = None


class Shard:
    """A part of the packages of a plan: reads them once, then checks them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._reader = plan.manifests.reading_again()

    def read(
        self, entries: Collection[PackageEntry], advance: Advance | None
    ) -> dict[PackageEntry, Export]:
        """Read packages, and return their exports. Raise UncontainedError."""
        result: dict[PackageEntry, Export] = {}
        for entry in entries:
            result[entry] = read_export(self._reader, entry)
            if advance is not None:
                advance(len(entry.source.paths()))
        return result

    def diagnose(
        self,
        index: PackageIndex,
        wanted: Collection[str],
        facts: Facts,
        progress: Progress,
    ) -> ShardResult:
        """Run the phases over the packages of the wanted names. Raise UncontainedError.

        `index` is that of the plan with required packages located, `facts` returns the facts of all
        packages.
        """
        job = msgspec.structs.replace(self.plan.job, progress=progress)
        types = RememberedTypes(self.plan.answers)
        results = run(job, index, self._reader, wanted=wanted, facts=facts, types=types)
        packages = by_package(results, index, wanted, self.plan.job.max_per_code)
        return ShardResult(packages, results.depend_on_all.intersection(wanted), results)


def facts_record(index: PackageIndex, exports: Mapping[PackageEntry, Export]) -> msgspec.Raw:
    """Return the record of the facts of all packages but embedded ones, classes as they are."""
    by_name = [(entry.name, exports[entry]) for entry in index if not entry.embedded]
    calls = constructing(export.calls for _, export in by_name)
    # Each is encoded as `PackageFacts` is; all calls are those of one package without classes.
    facts: list[object] = [(name, export.classes, {}) for name, export in by_name]
    facts.append(("", (), calls))
    return msgspec.Raw(msgspec.msgpack.encode(facts))


def decoded_facts(manifests: PackageReader, index: PackageIndex, record: msgspec.Raw) -> AllFacts:
    """Return the facts of all packages: those in a record, and those of embedded packages."""
    embedded = (package_facts(manifests.package(entry)) for entry in index if entry.embedded)
    return AllFacts((*msgspec.msgpack.decode(record, type=list[PackageFacts]), *embedded))
