"""Packages that are read and checked together in one process, and all that has to be known for it.

A check is two rounds over shards: in the first each shard is read, and it is told what others see
of its packages; in the second it is put through the other phases, beside what it sees of others. A
check in one process has one shard.
"""

from __future__ import annotations

import functools
import uuid
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, TypeVar

import msgspec

from muranopl.ard.nodes import Node
from muranopl.ard.sources.source import Source
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.first_of_each import bounded
from muranopl.diagnostics.places import File
from muranopl.incremental.exported import Export
from muranopl.incremental.exported_package import ExportedPackage, exported_package, read_exported
from muranopl.incremental.exports import export_of
from muranopl.incremental.file_index import FileIndex
from muranopl.incremental.parsed_files import CachingLoader
from muranopl.incremental.results import PackageResult
from muranopl.namespace.located import foreign_names
from muranopl.phases.driver import run
from muranopl.phases.job import Job
from muranopl.phases.progress import Progress
from muranopl.phases.results import PhaseResults
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.package import Package
from muranopl.read.reader import PackageReader
from muranopl.semantics.inference.class_facts import PackageFacts
from muranopl.semantics.inference.package_facts import package_facts
from muranopl.semantics.inference.surroundings import AllFacts, FactAnswer

if TYPE_CHECKING:
    from muranopl.incremental.cache import Cache  # a check without one needs none of it

T = TypeVar("T")


class Plan:
    """What all shards of a check have in common: the packages at hand, and how they are read.

    Packages are numbered in it. It can be sent to another process; the reader that has read the
    manifests stays behind, and a `cache` comes with nothing in it.
    """

    def __init__(
        self,
        job: Job,
        index: PackageIndex,
        cache: Cache | None,
        manifests: PackageReader | None = None,
        run: str | None = None,
    ) -> None:
        self.job = msgspec.structs.replace(
            job, targets=(), libraries=(), embedded=(), progress=Progress()
        )
        self.index, self.cache = index, cache
        self.manifests = manifests or reader(job, cache)
        self.run = run or uuid.uuid4().hex
        shadowed = () if index.shadowed is None else (index.shadowed,)
        self.entries = (*index.targets, *index.libraries, *index.further, *shadowed)

    def __reduce__(self) -> tuple[Callable[..., Plan], tuple[object, ...]]:
        return _received, (self.job, self.index, self.cache, self.run)

    @property
    def at_hand(self) -> PackageIndex:
        """The index of all packages, those that nothing requires included."""
        return msgspec.structs.replace(
            self.index, libraries=(*self.index.libraries, *self.index.further), further=()
        )


def _received(job: Job, index: PackageIndex, cache: Cache | None, run: str) -> Plan:
    """Return a plan that was sent; embedded packages are those that are read already."""

    def known(entries: Iterable[PackageEntry]) -> tuple[PackageEntry, ...]:
        return tuple(map(_embedded, entries))

    shadowed = None if index.shadowed is None else _embedded(index.shadowed)
    index = msgspec.structs.replace(
        index, libraries=known(index.libraries), further=known(index.further), shadowed=shadowed
    )
    return Plan(job, index, cache, run=run)


_EMBEDDED: dict[str, Source] = {}


def _embedded(entry: PackageEntry) -> PackageEntry:
    """Return the entry of a package with the source that any earlier one had, if the package is embedded."""
    if not entry.embedded:
        return entry
    return PackageEntry(
        _EMBEDDED.setdefault(entry.source.location, entry.source), entry.summary, embedded=True
    )


class Others(msgspec.Struct, frozen=True):
    """What is known of packages that are not in a shard.

    `facts` returns those of all packages, of the shard too; `exported` are the records of an
    `ExportedPackage` of those that it requires, and `given_up` the packages that other shards gave
    up, with what they reported.
    """

    facts: Callable[[], AllFacts] | None = None
    exported: Mapping[PackageEntry, msgspec.Raw] = {}
    given_up: Mapping[PackageEntry, list[Diagnostic]] = {}


class ShardResult(msgspec.Struct, frozen=True):
    """What the check of packages found: the result of each, and of which (by name) other packages were asked about.

    `answers` are what these were told of facts of others. `given_up` are packages on which it
    failed, in the shard or not, with the internal errors. `results` are those of the phases, where
    they were run here and over all packages.
    """

    packages: dict[PackageEntry, PackageResult]
    asked: frozenset[str]
    answers: tuple[FactAnswer, ...]
    given_up: dict[PackageEntry, list[Diagnostic]]
    results: PhaseResults | None


def reader(job: Job, cache: Cache | None) -> PackageReader:
    """Return what reads manifests, by way of a cache if there is one."""
    load = CachingLoader(None, b"") if cache is None else CachingLoader(cache.store, cache.program)
    return PackageReader(load, job.max_per_code, as_written=job.as_written)


class _Notes:
    """Notes the documents of the files of a package, where that is wanted."""

    documents: dict[File, list[Node]] | None = None

    def __call__(self, file: File, documents: list[Node]) -> None:
        if self.documents is not None:
            self.documents[file] = documents


class Shard:
    """Reads packages of a plan, and checks them. It remembers what it read."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        store, program = (
            (None, b"") if plan.cache is None else (plan.cache.store, plan.cache.program)
        )
        self._notes = _Notes()
        self.reader = plan.manifests.with_loader(CachingLoader(store, program, self._notes))

    def names(self, entry: PackageEntry) -> Collection[str]:
        """Return the `foreign_names` of a package, which is read for it; none where it is given up."""
        return self._told(foreign_names, entry) or ()

    def export(self, entry: PackageEntry) -> Export | None:
        """Return what others see of a package, which is read for it; None where it is given up."""
        return self._told(export_of, entry)

    def read(
        self, entry: PackageEntry, files: FileIndex
    ) -> tuple[Export | None, ExportedPackage | None]:
        """Return what others see of a package, which was not read before, and that as documents."""
        documents = self._notes.documents = {}
        export = self._told(export_of, entry)
        self._notes.documents = None
        return export, self._told(
            lambda package: exported_package(package, documents, files), entry
        )

    def _told(self, tell: Callable[[Package], T], entry: PackageEntry) -> T | None:
        """Return what is told of a package that was read; None where it is given up."""
        package = self.reader.package(entry)
        if entry.embedded or entry.source in self.reader.given_up:
            return None
        try:
            return tell(package)
        except Exception as error:
            self.reader.give_up(entry, error)
            return None

    def check(
        self, index: PackageIndex, wanted: Collection[str], others: Others, progress: Progress
    ) -> ShardResult:
        """Run the phases over the packages of the wanted names; `index` has what was found since the plan was made."""
        for entry, internal in others.given_up.items():
            if entry.name in wanted:
                self.reader.package(entry)
            if entry.source not in self.reader.given_up:
                self.reader.give_up_for(entry, internal)
        if others.exported:
            self.reader.exported = functools.partial(
                self._exported, others.exported, FileIndex(self.plan.at_hand)
            )
        job = msgspec.structs.replace(self.plan.job, progress=progress)
        results = run(job, index, self.reader, wanted, facts=others.facts)
        given_up = {
            entry: self.reader.reported(entry)
            for entry in index
            if entry.source in self.reader.given_up
        }
        result = by_package(
            results, index, {*wanted, *results.given_up}, self.plan.job.max_per_code
        )
        return ShardResult(result, results.asked, results.answers, given_up, results)

    def _exported(
        self, records: Mapping[PackageEntry, msgspec.Raw], files: FileIndex, entry: PackageEntry
    ) -> Package | None:
        """Return a package as others see it, where there is a record of that."""
        record = records.get(entry)
        return None if record is None else read_exported(self.reader.header(entry), record, files)


def all_facts(plan: Plan, index: PackageIndex, packages: Iterable[PackageFacts]) -> AllFacts:
    """Return the facts of all packages: to those given come those of embedded ones, which are the same everywhere."""
    embedded = (package_facts(plan.manifests.package(entry)) for entry in index if entry.embedded)
    return AllFacts((*packages, *embedded))


def by_package(
    results: PhaseResults, index: PackageIndex, wanted: Collection[str], max_per_code: int | None
) -> dict[PackageEntry, PackageResult]:
    """Return what was found in each of the packages of the wanted names."""
    files = FileIndex(index)
    diagnostics: dict[PackageEntry, list[Diagnostic]] = {}
    for diagnostic in results.diagnostics:
        diagnostics.setdefault(files.owner(diagnostic.place.file), []).append(diagnostic)
    result: dict[PackageEntry, PackageResult] = {}
    for package in results.read.packages:
        entry = files.owner(package.header.file)
        if entry.name in wanted:
            own = sorted(bounded(diagnostics.get(entry, ()), max_per_code), key=Diagnostic.sort_key)
            result[entry] = PackageResult(tuple(own), results.requires(package.id))
    return result
