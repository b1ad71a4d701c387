"""Holds the packages of the latest job, and remembers answers about them while their files stay."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from muranopl.ard.sources.source import path_inside
from muranopl.diagnostics.places import File
from muranopl.phases.job import Job
from muranopl.phases.reuse.answers import (
    Answers,
    Asked,
    Same,
    World,
    pointed_at,
    remembered_entries,
)
from muranopl.phases.reuse.cache import Store
from muranopl.phases.reuse.contents import Contents
from muranopl.phases.reuse.exports import read_export
from muranopl.phases.reuse.package_results import FileIndex, PackageResult
from muranopl.phases.reuse.packages import Packages
from muranopl.phases.reuse.parts import RememberedParts
from muranopl.phases.reuse.shard import decoded_facts, facts_record
from muranopl.read.index import PackageEntry
from muranopl.read.reader import PackageReader
from muranopl.semantics.bodies.surroundings import AllFacts


class CurrentPackages:
    """The packages of one job after another, and the answers about them."""

    def __init__(self, max_per_code: int | None) -> None:
        self._max_per_code = max_per_code
        self.answers = Answers()
        self._parts = RememberedParts(self.answers)
        self.reader = self._new_reader()
        self._facts: tuple[bytes, AllFacts] | None = None
        self._packages: Packages | None = None

    def _new_reader(self) -> PackageReader:
        return PackageReader(
            self._parts.load, self._max_per_code, parts=self._parts.readers, gives_up=False
        )

    def packages(self, job: Job) -> Packages:
        """Return the packages of a job; forget all others."""
        if self._packages is None or self._packages.job is not job:
            self._packages = self._begin(job, None)
        return self._packages

    def _begin(self, job: Job, store: Store | None) -> Packages:
        self.answers.retain((*job.targets, *job.libraries))
        self.reader = self._new_reader()
        contents = Contents(store, self.reader.entry)
        index = job.packages(remembered_entries(self.answers, contents.entry))
        read = functools.partial(read_export, self.reader)
        return Packages(job, index, contents, self.answers, read)

    def forget(self) -> None:
        """Discard everything that was read, as a limit of the machine was reached."""
        self.answers.forget()
        self._packages = None

    def recall(self, job: Job, store: Store, *, reads: bool) -> bool:
        """Take what a cache has about the packages of a job; return whether it has all.

        With `reads` packages that it does not have are read, as an editor may have changed them;
        without, it has to have the exports of all of them for the results of any.
        """
        packages = self._begin(job, store)
        # Keys of results depend on the exports of other packages, so all of them are needed
        if not all(map(packages.cached_export, packages.index)) and not reads:
            return False
        files = FileIndex(packages.located)
        results = packages.recorded_results()
        for entry, result in results.items():
            # A package that asked about packages it does not require depends on all of them
            exports = packages.all_exports if entry in packages.depend_on_all else None
            asked = Asked(_owned(pointed_at(result.diagnostics), files), exports=exports)
            self.remember(entry, packages.keys[entry], result, asked)
        self._packages = None
        return len(results) == sum(
            packages.cached_export(item) is not None for item in packages.located
        )

    def facts(self, job: Job) -> AllFacts:
        """Return the facts of all packages of a job."""
        packages = self.packages(job)
        everything, index = packages.all_exports, packages.located
        if self._facts is None or self._facts[0] != everything:
            record = facts_record(index, packages.exports)
            self._facts = everything, decoded_facts(self.reader, index, record)
        return self._facts[1]

    def remember(
        self, entry: PackageEntry, seen: bytes, result: PackageResult, asked: Asked
    ) -> None:
        """Remember the result of a package; `seen` is the hash of the exports that it sees."""
        question = ("package", entry.source.location)
        self.answers.remember(question, (Same(entry), seen), result, asked)

    def result(self, entry: PackageEntry, seen: bytes, world: World) -> PackageResult | None:
        """Return the result of a package, None if it may be out of date.

        `seen` is the hash of the exports that it sees now.
        """
        # The core library of this program has no diagnostics
        if entry.embedded:
            return PackageResult((), ())
        question = ("package", entry.source.location)
        result: PackageResult | None = self.answers.find(question, (Same(entry), seen), world)
        return result


def _owned(files: Iterable[File], index: FileIndex) -> frozenset[File]:
    """Return the files of packages that equal some files."""
    entries = ((index.owner(file), file) for file in files)
    return frozenset(
        entry.source.file(path_inside(entry.source, file))
        for entry, file in entries
        if not entry.embedded
    )
