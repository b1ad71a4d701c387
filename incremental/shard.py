"""Shards: packages that are read and checked together in one process, with all inputs of that.

The first of two rounds reads a shard and returns the exports of its packages; the second runs the
other phases over it, with the exports of packages that it requires. A check with a cache in one
process has one shard.
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
from muranopl.phases.driver import Facts, run
from muranopl.phases.job import Job
from muranopl.phases.progress import Progress
from muranopl.phases.results import PhaseResults
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.package import Package
from muranopl.read.reader import PackageReader
from muranopl.semantics.inference.class_facts import PackageFacts
from muranopl.semantics.inference.package_facts import package_facts
from muranopl.semantics.inference.surroundings import AllFacts

if TYPE_CHECKING:
    from muranopl.incremental.cache import Cache  # a check without one needs none of it

T = TypeVar("T")


class Plan:
    """The common inputs of all shards of a check: the available packages, and how they are read.

    It numbers the packages. It can be pickled for another process, without the reader that has read
    the manifests, and with an empty `cache`.
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
    """Return a plan that was received; embedded packages are reused if read already."""

    def known(entries: Iterable[PackageEntry]) -> tuple[PackageEntry, ...]:
        return tuple(map(_embedded, entries))

    shadowed = None if index.shadowed is None else _embedded(index.shadowed)
    index = msgspec.structs.replace(
        index, libraries=known(index.libraries), further=known(index.further), shadowed=shadowed
    )
    return Plan(job, index, cache, run=run)


_EMBEDDED: dict[str, Source] = {}


def _embedded(entry: PackageEntry) -> PackageEntry:
    """Return an entry; for an embedded package, with the source of earlier plans."""
    if not entry.embedded:
        return entry
    return PackageEntry(
        _EMBEDDED.setdefault(entry.source.location, entry.source), entry.summary, embedded=True
    )


class ShardResult(msgspec.Struct):
    """The results of packages, and the names of those that asked about packages they do not see.

    `given_up` are packages whose check failed, in the shard or not, with the internal errors.
    `results` are those of the phases, if they ran in this process and over all packages.
    """

    packages: dict[PackageEntry, PackageResult]
    asked: frozenset[str]
    given_up: dict[PackageEntry, list[Diagnostic]]
    results: PhaseResults | None = None


def reader(job: Job, cache: Cache | None) -> PackageReader:
    """Return a reader of manifests, which uses the cache if there is one."""
    load = CachingLoader(None, b"") if cache is None else CachingLoader(cache.store, cache.program)
    return PackageReader(load, job.max_per_code, as_written=job.as_written)


class _Notes:
    """Collect the documents of the files of a package while `documents` is not None."""

    documents: dict[File, list[Node]] | None = None

    def __call__(self, file: File, documents: list[Node]) -> None:
        if self.documents is not None:
            self.documents[file] = documents


class Shard:
    """A part of the packages of a plan: reads them once, then checks them."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        store, program = (
            (None, b"") if plan.cache is None else (plan.cache.store, plan.cache.program)
        )
        self._notes = _Notes()
        self.reader = plan.manifests.with_loader(CachingLoader(store, program, self._notes))

    def export(self, entry: PackageEntry) -> Export | None:
        """Read a package; return its exports, None if it is given up."""
        return self._told(export_of, entry)

    def read(
        self, entry: PackageEntry, files: FileIndex
    ) -> tuple[Export | None, ExportedPackage | None]:
        """Read a package not read before; return its exports, also as documents."""
        documents = self._notes.documents = {}
        export = self._told(export_of, entry)
        self._notes.documents = None
        return export, self._told(
            lambda package: exported_package(package, documents, files), entry
        )

    def _told(self, tell: Callable[[Package], T], entry: PackageEntry) -> T | None:
        """Return `tell(package)` for the package of an entry; None if it is given up."""
        package = self.reader.package(entry)
        if entry.embedded or entry.source in self.reader.given_up:
            return None
        try:
            return tell(package)
        except Exception as error:
            self.reader.give_up(entry, error)
            return None

    def diagnose(
        self,
        index: PackageIndex,
        wanted: Collection[str],
        facts: Facts,
        progress: Progress,
        exported: Mapping[PackageEntry, msgspec.Raw] | None = None,
    ) -> ShardResult:
        """Run the phases over the packages of the wanted names.

        `index` is that of the plan with required packages located, `facts` returns the facts of all
        packages. `exported` has the records of the `ExportedPackage`s that the shard requires.
        """
        if exported:
            self.reader.exported = functools.partial(
                self._exported, exported, FileIndex(self.plan.at_hand)
            )
        job = msgspec.structs.replace(self.plan.job, progress=progress)
        results = run(job, index, self.reader, wanted=wanted, facts=facts)
        given_up = {
            entry: self.reader.reported(entry)
            for entry in index
            if entry.source in self.reader.given_up
        }
        packages = by_package(
            results, index, {*wanted, *results.given_up}, self.plan.job.max_per_code
        )
        return ShardResult(packages, results.asked, given_up, results)

    def give_up(
        self, given_up: Mapping[PackageEntry, list[Diagnostic]], own: Collection[str]
    ) -> None:
        """Give up packages that other shards gave up, with their internal errors.

        `own` are the names of the packages of this shard, which keep their other diagnostics.
        """
        for entry, internal in given_up.items():
            if entry.name in own:
                self.reader.package(entry)
            if entry.source not in self.reader.given_up:
                self.reader.give_up_for(entry, internal)

    def _exported(
        self, records: Mapping[PackageEntry, msgspec.Raw], files: FileIndex, entry: PackageEntry
    ) -> Package | None:
        """Return the exported package of an entry, None without a record."""
        record = records.get(entry)
        return None if record is None else read_exported(self.reader.header(entry), record, files)


def all_facts(plan: Plan, index: PackageIndex, packages: Iterable[PackageFacts]) -> AllFacts:
    """Return the facts of all packages: `packages` and the embedded ones."""
    embedded = (package_facts(plan.manifests.package(entry)) for entry in index if entry.embedded)
    return AllFacts((*packages, *embedded))


def by_package(
    results: PhaseResults, index: PackageIndex, wanted: Collection[str], max_per_code: int | None
) -> dict[PackageEntry, PackageResult]:
    """Return the results of the packages of the wanted names."""
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
