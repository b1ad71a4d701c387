"""The results about packages that checks share, as long as the files of the packages stay the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from muranopl.ard.sources.source import Source, path_inside
from muranopl.diagnostics.places import File
from muranopl.incremental.cache import Cache
from muranopl.incremental.exported import Export
from muranopl.incremental.exports import export_of
from muranopl.incremental.file_index import FileIndex
from muranopl.incremental.hashing import hashed
from muranopl.incremental.known import KnownPackages
from muranopl.incremental.recording import RecordingSource
from muranopl.incremental.results import PackageResult
from muranopl.incremental.seen_exports import SeenExports
from muranopl.incremental.shard import decoded_facts, facts_record
from muranopl.phases.job import Job
from muranopl.phases.results import PhaseResults
from muranopl.read.index import LibrariesOnce, PackageEntry, PackageIndex
from muranopl.read.located import locate
from muranopl.read.reader import PackageReader, PartReaders
from muranopl.semantics.inference.surroundings import AllFacts, Answers, Surroundings
from muranopl.workspace.kept_files import is_current
from muranopl.workspace.kept_reading import KeptReading, pointed_at

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

    def __init__(
        self, cache: Cache, reading: KeptReading, max_per_code: int | None
    ) -> None:
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

    def index(self, job: Job) -> PackageIndex:
        """Return the index of the packages of a job; forget all others, and failures."""
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

    def recall(self, job: Job, cache: Cache) -> bool:
        """Load the results of a cache for the packages of a job; return whether it has all of them."""
        self.once = self.once.of((*job.targets, *job.libraries))
        known = KnownPackages(job, cache, self.reader.entry, self.once)
        exports = {entry: known.export(entry) for entry in known.index}
        # Keys of results depend on the exports of other packages, so all of them are needed
        if not all(exports.values()):
            return False
        self.exports.update(exports)
        index = self.located(known.index)
        results = known.results(index)
        seen = self.seen(index)
        keys, files = seen.keys(job), FileIndex(index)
        for entry, result in results.items():
            # A package that asked about packages it does not require depends on all of them
            everything = seen.everything if entry in known.depend_on_all else None
            pointed = _owned(pointed_at(result.diagnostics), files)
            self.results[entry] = Result(result, keys[entry], everything, {}, pointed)
        return len(results) == len(exports)

    def _entry(self, source: Source, embedded: bool) -> PackageEntry:
        if not embedded:
            source = RecordingSource(source, self._cache)
        return self.reader.entry(source, embedded)

    def located(self, index: PackageIndex) -> PackageIndex:
        """Return an index with packages that others name without requiring them."""

        def names(entry: PackageEntry) -> frozenset[str]:
            export = self.export(entry)
            return frozenset() if export is None else export.names

        return locate(index, names)

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

    def seen(self, index: PackageIndex) -> SeenExports:
        """Return the hashes of the exports of an index."""
        exports = {entry: self.export(entry) for entry in index}
        return SeenExports(index, exports, self._cache.program)

    def facts(self, index: PackageIndex, seen: SeenExports) -> AllFacts:
        """Return the facts of all packages of an index."""
        everything = seen.everything or b""
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


def _of(
    entries: Iterable[PackageEntry], known: dict[PackageEntry, T]
) -> dict[PackageEntry, T]:
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
