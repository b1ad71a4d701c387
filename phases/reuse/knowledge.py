"""The results about packages that checks share, as long as the files of the packages stay the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from muranopl.ard.sources.source import Source, path_inside
from muranopl.diagnostics.places import File
from muranopl.phases.job import Job
from muranopl.phases.results import PhaseResults
from muranopl.phases.reuse.cache import Cache
from muranopl.phases.reuse.exports import export_of
from muranopl.phases.reuse.file_index import FileIndex
from muranopl.phases.reuse.hashing import hashed
from muranopl.phases.reuse.kept_files import is_current
from muranopl.phases.reuse.kept_reading import KeptReading, pointed_at
from muranopl.phases.reuse.known import KnownPackages
from muranopl.phases.reuse.located_packages import LocatedPackages
from muranopl.phases.reuse.recording import RecordingSource
from muranopl.phases.reuse.results import Export, PackageResult
from muranopl.phases.reuse.shard import decoded_facts, facts_record
from muranopl.read.index import LibrariesOnce, PackageEntry, PackageIndex
from muranopl.read.located import locate
from muranopl.read.reader import PackageReader, PartReaders
from muranopl.semantics.bodies.surroundings import AllFacts, Answers, Surroundings

T = TypeVar("T")


class Result(msgspec.Struct, frozen=True):
    """The result of a package, and its dependencies besides the package itself.

    These are the hash of what the package sees, the answers that its check was given about packages
    that it does not see, or the hash of all exports, and the files that its diagnostics point into.
    """

    package: PackageResult
    seen: bytes
    everything: bytes | None
    answers: Answers
    others: frozenset[File]


class Knowledge:
    """The packages that were read, their exports, and the results of their checks.

    `earlier` has the last results of all packages by location. `cache` is for zips, which are
    unpacked once to find what cannot be. `reading` reads files.
    """

    def __init__(self, cache: Cache, reading: KeptReading, max_per_code: int | None) -> None:
        self._cache = cache
        self.reader = PackageReader(
            reading.load, max_per_code, once=LibrariesOnce(keeps_results=True)
        )
        self.reader.parts = PartReaders(reading.header, reading.unit)
        self.once = LibrariesOnce()
        self.exports: dict[PackageEntry, Export | None] = {}
        self.results: dict[PackageEntry, Result] = {}
        self._phases: dict[PackageEntry, tuple[Job, PhaseResults]] = {}
        self.earlier: dict[str, PackageResult] = {}
        self._facts: tuple[bytes, AllFacts] | None = None
        self._packages: LocatedPackages | None = None

    def packages(self, job: Job) -> LocatedPackages:
        """Return the packages of a job; forget all others, and failures."""
        if self._packages is None or self._packages.job is not job:
            index = self._index(job)
            self._packages = LocatedPackages(job, index, self.export, self._cache.program)
        return self._packages

    def _index(self, job: Job) -> PackageIndex:
        self.once = self.once.of((*job.targets, *job.libraries))
        index = job.packages(self.once.maker(self._entry))
        entries = dict.fromkeys(index.at_hand)
        # Failures are forgotten, too: an edit may have mended their cause
        self.reader = self.reader.again([entry.source for entry in entries])
        read = {item: self.exports.get(item) for item in entries}
        self.exports = {item: export for item, export in read.items() if export}
        self.results = _of(entries, self.results)
        self._phases = _of(entries, self._phases)
        return index

    def forget(self) -> None:
        """Discard everything that was read, as a limit of the machine was reached."""
        self.reader = self.reader.again(())
        self.once = LibrariesOnce()
        self.exports.clear()
        self._packages = None

    def recall(self, job: Job, cache: Cache, *, reads: bool = False) -> bool:
        """Take what a cache has about the packages of a job; return whether it has all.

        With `reads` packages that it does not have are read, as an editor may have changed them;
        without, it has to have the exports of all of them for the results of any.
        """
        self.once = self.once.of((*job.targets, *job.libraries))
        known = KnownPackages(job, cache, self.reader.entry, self.once)

        def export(entry: PackageEntry) -> Export | None:
            recorded = known.export(entry)
            if recorded is not None:
                self.exports[entry] = recorded
            elif reads and (own := self.export(entry)) is not None:
                known.take(entry, own)
            return self.exports.get(entry)

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
                self.results[entry] = Result(result, packages.keys[entry], depends, {}, pointed)
        return len(results) == count

    def _entry(self, source: Source, embedded: bool) -> PackageEntry:
        if not embedded:
            source = RecordingSource(source, self._cache)
        return self.reader.entry(source, embedded)

    def export(self, entry: PackageEntry) -> Export | None:
        """Return the exports of a package, reading it if need be; None if it is given up."""
        if entry not in self.exports:
            self.exports[entry] = self._read(entry)
        return self.exports[entry]

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
            record = facts_record(_named_exports(index, self.exports))
            self._facts = everything, decoded_facts(self.reader, index, record)
        return self._facts[1]

    def keep_phases(self, job: Job, entry: PackageEntry, results: PhaseResults) -> None:
        """Keep the results of the phases for a package, as long as the job is the same."""
        # The results of phase 5 are kept by class
        results = msgspec.structs.replace(results, maybe_rendering=None)
        self._phases[entry] = job, results

    def phases(self, job: Job, entry: PackageEntry) -> PhaseResults | None:
        """Return the kept results of phases 1 to 4 for a package, or None."""
        kept = self._phases.get(entry)
        return kept[1] if kept is not None and kept[0] is job else None

    def holding(
        self,
        entry: PackageEntry,
        seen: bytes | None,
        everything: bytes | None,
        around: Surroundings,
    ) -> PackageResult | None:
        """Return the result of a package, None if it may be out of date.

        `seen` and `everything` are the hashes of what it sees, and of all exports, as they are now.
        """
        # The core library of this program has no diagnostics
        if entry.embedded:
            return PackageResult((), ())
        kept = self.results.get(entry)
        holds = (
            kept is not None
            and kept.seen == seen
            and kept.everything in {None, everything}
            and all(map(is_current, kept.others))
            and around.still_answers(kept.answers)
        )
        return kept.package if kept is not None and holds else None


def _names(export: Export | None) -> frozenset[str]:
    return frozenset() if export is None else export.names


def _of(entries: Iterable[PackageEntry], known: dict[PackageEntry, T]) -> dict[PackageEntry, T]:
    return {entry: known[entry] for entry in entries if entry in known}


def _owned(files: Iterable[File], index: FileIndex) -> frozenset[File]:
    """Return the files of packages that equal some files."""
    entries = ((index.owner(file), file) for file in files)
    return frozenset(
        entry.source.file(path_inside(entry.source, file))
        for entry, file in entries
        if not entry.embedded
    )


def _named_exports(
    index: PackageIndex, exports: dict[PackageEntry, Export | None]
) -> Iterable[tuple[str, Export]]:
    for entry in index:
        export = exports.get(entry)
        if export is not None and not entry.embedded:
            yield entry.name, export
