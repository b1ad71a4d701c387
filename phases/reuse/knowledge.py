"""The results about packages that checks share, as long as the files of the packages stay the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from muranopl.ard.sources.source import Source, path_inside
from muranopl.diagnostics.places import File
from muranopl.phases.job import Job
from muranopl.phases.reuse.answers import (
    Answers,
    Asked,
    Question,
    Same,
    World,
    pointed_at,
    remembered_entries,
)
from muranopl.phases.reuse.cache import Cache
from muranopl.phases.reuse.exports import export_of
from muranopl.phases.reuse.file_index import FileIndex
from muranopl.phases.reuse.hashing import hashed
from muranopl.phases.reuse.known import KnownPackages
from muranopl.phases.reuse.located_packages import LocatedPackages
from muranopl.phases.reuse.parts import RememberedParts
from muranopl.phases.reuse.recording import RecordingSource
from muranopl.phases.reuse.results import Export, PackageResult
from muranopl.phases.reuse.shard import decoded_facts, facts_record
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.located import locate
from muranopl.read.reader import PackageReader
from muranopl.semantics.bodies.surroundings import AllFacts


class Knowledge:
    """What is known of the packages of one job after another, as long as their files stay the same.

    `cache` is for zips, which are unpacked once to find what cannot be.
    """

    def __init__(self, cache: Cache, max_per_code: int | None) -> None:
        self._cache, self._max_per_code = cache, max_per_code
        self.answers = Answers()
        self._parts = RememberedParts(self.answers)
        self.reader = self._new_reader()
        self._facts: tuple[bytes, AllFacts] | None = None
        self._packages: LocatedPackages | None = None

    def _new_reader(self) -> PackageReader:
        return PackageReader(self._parts.load, self._max_per_code, parts=self._parts.readers)

    def packages(self, job: Job) -> LocatedPackages:
        """Return the packages of a job; forget all others, and failures."""
        if self._packages is None or self._packages.job is not job:
            self.answers.retain((*job.targets, *job.libraries))
            # Failures are forgotten, too: an edit may have removed their cause
            self.reader = self._new_reader()
            index = job.packages(remembered_entries(self.answers, self._entry))
            self._packages = LocatedPackages(job, index, self.export, self._cache.program)
        return self._packages

    def forget(self) -> None:
        """Discard everything that was read, as a limit of the machine was reached."""
        self.reader = self._new_reader()
        self.answers.forget()
        self._packages = None

    def recall(self, job: Job, cache: Cache, *, reads: bool = False) -> bool:
        """Take what a cache has about the packages of a job; return whether it has all.

        With `reads` packages that it does not have are read, as an editor may have changed them;
        without, it has to have the exports of all of them for the results of any.
        """
        self.answers.retain((*job.targets, *job.libraries))
        known = KnownPackages(job, cache, self.reader.entry, self.answers)

        def export(entry: PackageEntry) -> Export | None:
            recorded = known.export(entry)
            if recorded is not None:
                self.answers.remember(*self._exports_of(entry), recorded)
            elif reads and (own := self.export(entry)) is not None:
                known.take(entry, own)
            result: Export | None = self.answers.find(*self._exports_of(entry))
            return result

        # Keys of results depend on the exports of other packages, so all of them are needed
        if not all(map(export, known.index)) and not reads:
            return False
        reads = True
        located = locate(known.index, lambda entry: _names(export(entry)))
        count = sum(export(entry) is not None for entry in located)
        results = known.results(located)
        packages = self.packages(job)
        everything, files = packages.seen.everything, FileIndex(packages.located)
        for entry, result in results.items():
            # A package that asked about packages it does not require depends on all of them
            depends = everything if entry in known.depend_on_all else None
            pointed = _owned(pointed_at(result.diagnostics), files)
            if entry in packages.keys:
                self.remember(entry, packages.keys[entry], result, Asked(pointed, {}, depends))
        return len(results) == count

    def _entry(self, source: Source, embedded: bool) -> PackageEntry:
        if not embedded:
            source = RecordingSource(source, self._cache)
        return self.reader.entry(source, embedded)

    def _exports_of(self, entry: PackageEntry) -> tuple[Question, Hashable]:
        return ("exports", entry.source.location), Same(entry)

    def export(self, entry: PackageEntry) -> Export | None:
        """Return the exports of a package, reading it if need be; None if it is given up."""
        if entry.source in self.reader.given_up:
            return None
        return self.answers.ask(*self._exports_of(entry), lambda: self._read(entry))

    def _read(self, entry: PackageEntry) -> Export | None:
        if entry.embedded:
            base = entry.source.base.encode()
            return Export(hashed(b"embedded", self._cache.program, base))
        package = self.reader.package(entry)
        if entry.source in self.reader.given_up:
            return None
        try:
            return export_of(package)
        except Exception as error:
            self.reader.give_up(entry, error)
            return None

    def facts(self, index: PackageIndex, everything: bytes | None) -> AllFacts:
        """Return the facts of all packages of an index; `everything` is the hash of their exports."""
        everything = everything or b""
        if self._facts is None or self._facts[0] != everything or not everything:
            own = ((entry.name, self.export(entry)) for entry in index if not entry.embedded)
            record = facts_record((name, export) for name, export in own if export is not None)
            self._facts = everything, decoded_facts(self.reader, index, record)
        return self._facts[1]

    def remember(
        self, entry: PackageEntry, seen: bytes, result: PackageResult, asked: Asked
    ) -> None:
        """Remember the result of a package; `seen` is the hash of the exports that it sees."""
        question = ("package", entry.source.location)
        self.answers.remember(question, (Same(entry), seen), result, asked)

    def result(self, entry: PackageEntry, seen: bytes | None, world: World) -> PackageResult | None:
        """Return the result of a package, None if it may be out of date.

        `seen` is the hash of the exports that it sees now.
        """
        # The core library of this program has no diagnostics
        if entry.embedded:
            return PackageResult((), ())
        question = ("package", entry.source.location)
        result: PackageResult | None = self.answers.find(question, (Same(entry), seen), world)
        return result


def _names(export: Export | None) -> frozenset[str]:
    return frozenset() if export is None else export.names


def _owned(files: Iterable[File], index: FileIndex) -> frozenset[File]:
    """Return the files of packages that equal some files."""
    entries = ((index.owner(file), file) for file in files)
    return frozenset(
        entry.source.file(path_inside(entry.source, file))
        for entry, file in entries
        if not entry.embedded
    )
