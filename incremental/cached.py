"""The packages of a check of which a cache may know results.

A second run over what has not changed reads the files, and nothing but: no parser is imported for it.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.logs import log_info
from muranopl.incremental.cache import Cache
from muranopl.incremental.contents import Contents
from muranopl.incremental.file_index import FileIndex
from muranopl.incremental.manifests import ManifestRecords
from muranopl.incremental.records import decoded
from muranopl.incremental.results import PackageRecord, PackageResult, ResultRecords
from muranopl.incremental.workers import Workers
from muranopl.phases.job import Job
from muranopl.phases.progress import Stage
from muranopl.read.index import PackageEntry, count_files
from muranopl.read.located import locate
from muranopl.semantics.inference.class_facts import ClassFacts, PackageFacts

if TYPE_CHECKING:
    from muranopl.phases.driver import Render
    from muranopl.phases.results import PhaseResults
    from muranopl.read.reader import PackageReader


class CachedPackages:
    """Packages with the results that a cache knows of them; what is new is read by several workers if it is much."""

    def __init__(self, job: Job, workers: Workers, cache: Cache | None) -> None:
        cache = cache or Cache.in_memory()
        self._job, self._workers, self._cache = job, workers, cache
        manifests = ManifestRecords(cache, self._read_entry)
        index = job.packages(manifests.entry)
        self._contents = Contents(index, manifests, cache)
        self._names: dict[PackageEntry, Collection[str]] = {}
        new = [entry for entry in index if not self._contents.is_recorded(entry)]
        if new:
            self._read(new)
        self.index = self._contents.index = locate(index, self._foreign_names)
        self._files = FileIndex(self.index)
        self._keys = self._contents.keys(job)
        self._records = ResultRecords(cache.store, self._files, self._contents)
        self._facts: dict[PackageEntry, PackageFacts] = {}

    def _read_entry(self, source: Source, embedded: bool) -> PackageEntry:
        return self._reader.entry(source, embedded)

    @functools.cached_property
    def _reader(self) -> PackageReader:
        from muranopl.incremental.parsed_files import CachingLoader  # only if something changed
        from muranopl.read.reader import PackageReader

        return PackageReader(CachingLoader(self._cache.store, self._cache.program), self._job.max_per_code)

    def _read(self, new: Sequence[PackageEntry]) -> None:
        """Read packages, and find out what others see of them."""
        from muranopl.incremental.exports import export_of  # only if something changed

        count, files, begin = self._count(new), count_files(new), self._job.progress.begin
        if count > 1:
            from muranopl.incremental.parallel import parse_files  # only if there is much to do

            headers, advance = map(self._reader.header, new), begin(Stage.PARSE, files)
            parse_files(headers, self._cache, self._workers, count, self._job.max_per_code, advance=advance)
        advance = begin(Stage.READ, files)
        for entry in new:
            package = self._reader.package(entry)
            if entry.source not in self._reader.given_up:
                try:
                    export = export_of(package)
                    self._contents.add(entry, export)
                    self._names[entry] = export.names
                except Exception as error:
                    self._reader.give_up(entry, error)
            if advance is not None:
                advance(len(entry.source.paths()))

    def _foreign_names(self, entry: PackageEntry) -> Collection[str]:
        """Return the `foreign_names` of a package, which is read for it if nothing is recorded of it."""
        exports = self._contents.exports
        is_known = entry in self._names or entry in exports or self._contents.is_recorded(entry)
        if not is_known:
            self._read([entry])
        export = exports.get(entry)
        return self._names.get(entry, ()) if export is None else export.names

    def _count(self, entries: Sequence[PackageEntry]) -> int:
        """Return how many workers share the work on some packages."""
        return self._workers.count(count_files(entries))

    def known(self) -> dict[PackageEntry, PackageResult]:
        """Return the results that are known; if not all are, only of packages whose facts are known as well."""
        records: dict[PackageEntry, PackageRecord] = {}
        known: dict[PackageEntry, PackageResult] = {}
        for entry, key in self._keys.items():
            record = self._records.record(key)
            result = None if record is None else self._records.result(key, record)
            if record is not None and result is not None:
                records[entry], known[entry] = record, result
        everything = len(list(self.index))
        log_info("muranopl.phases", "cache: %d of %d packages are known", len(known), everything)
        if len(known) < everything:
            self._facts = self._facts_of(records)
        return known if len(known) == everything else {entry: known[entry] for entry in self._facts}

    def _facts_of(self, records: Mapping[PackageEntry, PackageRecord]) -> dict[PackageEntry, PackageFacts]:
        decoder = msgspec.msgpack.Decoder(tuple[ClassFacts, ...])
        facts: dict[PackageEntry, PackageFacts] = {}
        for entry, record in records.items():
            classes, export = decoded(record.classes, decoder), self._contents.exports[entry]
            if classes is not None and export is not None:
                facts[entry] = PackageFacts(entry.name, classes, export.calls)
        return facts

    def run(self, wanted: Collection[str], stop_after: Phase) -> PhaseResults:
        """Run the phases over the packages of the wanted names; for others their facts are enough."""
        from muranopl.phases.driver import run  # only if something changed

        others = [facts for entry, facts in self._facts.items() if entry.name not in wanted]
        return run(self._job, self.index, self._reader, wanted, stop_after, others=others, render=self._render(wanted))

    def _render(self, wanted: Collection[str]) -> Render:
        """Return what runs phase 5: workers, if there is much to do."""
        from muranopl.render.phase import render

        count = self._count([entry for entry in self.index if entry.name in wanted])
        if count == 1 or not self._workers.share_memory:
            return render
        from muranopl.incremental.parallel import ParallelRender

        return ParallelRender(self._files, self._workers, count)

    def keep(self, results: PhaseResults, found: Mapping[PackageEntry, PackageResult]) -> None:
        """Record what was found, if all that was read still holds; nothing that an internal error may have touched."""
        try:
            self._record(results, found)
        except Exception:  # whatever it is, what was found is right
            import logging

            logging.getLogger("muranopl.phases").exception("results cannot be recorded")
        self._cache.store.close()

    def _record(self, results: PhaseResults, found: Mapping[PackageEntry, PackageResult]) -> None:
        from muranopl.semantics.inference.package_facts import package_facts

        read = {package.id: self._files.owner(package.header.file) for package in results.read.packages}
        if self._contents.still_hold(read.values()):
            names = {entry.name for entry in found if self._is_sound(entry.name, results)}
            for id_, facts in package_facts(results.names, results.inheritance, names).items():
                entry = read[id_]
                if entry in self._keys:
                    classes = msgspec.msgpack.encode(facts.classes)
                    self._records.keep(self._keys[entry], classes, found[entry], asked=entry.name in results.asked)

    def _is_sound(self, name: str, results: PhaseResults) -> bool:
        """Return whether no package was given up that one sees, or may have asked about."""
        lost = results.given_up
        return not lost or (name not in results.asked and lost.isdisjoint(self.index.needed([name])))
