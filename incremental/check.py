"""Checks: run the phases over packages without a cached result, and merge all results."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.diagnostic import Diagnostic, Phase
from muranopl.incremental.assumed import Assumed
from muranopl.incremental.results import PackageResult
from muranopl.incremental.stages import shares
from muranopl.incremental.workers import Workers, cores, count_parsed
from muranopl.phases.job import Job
from muranopl.phases.progress import Progress, Stage, Tell
from muranopl.phases.required import report_broken
from muranopl.read.index import EntriesOnce, PackageEntry, PackageIndex, count_files, made_once
from muranopl.read.located import locate

if TYPE_CHECKING:
    from muranopl.incremental.cache import Cache
    from muranopl.incremental.exported import Export
    from muranopl.incremental.rounds import Rounds
    from muranopl.phases.results import PhaseResults
    from muranopl.read.reader import PackageReader


class Checked(msgspec.Struct, frozen=True, eq=False):
    """The unordered diagnostics of the targets, and the results of the phases.

    `results` is None if some packages had cached results, or the phases ran in several parts.
    """

    index: PackageIndex
    diagnostics: tuple[Diagnostic, ...]
    results: PhaseResults | None


def check(
    job: Job,
    workers: Workers,
    cache: Cache | None,
    stop_after: Phase = Phase.RENDER,
    tell: Tell | None = None,
    *,
    once: EntriesOnce | None = None,
) -> Checked:
    """Check packages; return their diagnostics.

    Results in `cache` are reused; if `stop_after` is an earlier phase, only parsed files are.
    `tell` is called with the progress. `once` has the entries of libraries, shared by checks.
    """
    if stop_after is not Phase.RENDER:
        job = msgspec.structs.replace(
            job, progress=Progress(tell, shares(stop_after, 1, kept=False))
        )
        result = _of_one_run(job, run_all(job, cache, stop_after))
    else:
        cache = _for_a_check(cache)
        count = workers.count(count_parsed(job.targets))
        job = msgspec.structs.replace(
            job,
            progress=Progress(
                tell, shares(stop_after, min(count, cores()), kept=cache is not None)
            ),
        )
        result = _Check(job, workers, cache, {} if once is None else once).run()
    job.progress.finish()
    return result


def _for_a_check(cache: Cache | None) -> Cache | None:
    if cache is None:
        return None
    from muranopl.incremental.cache import for_a_check  # noqa: PLC0415 - only with a cache

    return for_a_check(cache)


def _of_one_run(job: Job, results: PhaseResults) -> Checked:
    from muranopl.incremental.shard import by_package  # not if all results are cached

    index = results.read.index
    result = by_package(results, index, index.by_name.keys(), job.max_per_code)
    return Checked(index, _of_targets(index, result, job.max_per_code), results)


class _Check:
    """A check in two rounds (see `Rounds`) of packages that may have cached results.

    If all results are cached, the files are only read and hashed: no parser is imported.
    """

    def __init__(self, job: Job, workers: Workers, cache: Cache | None, once: EntriesOnce) -> None:
        self._job, self._workers, self._cache = job, workers, cache
        self._known = None
        if cache is not None:
            from muranopl.incremental.known import (
                KnownPackages,
            )  # a check without a cache needs none of it

            self._known = KnownPackages(job, cache, self._read_entry, once)
        if self._known is not None:
            self.index = self._known.index
        else:
            self.index = job.packages(made_once(self._read_entry, once))
        self._exports = {
            entry: export
            for entry in self.index
            if (export := self._known_export(entry)) is not None
        }
        self._new = {
            entry: None for entry in self.index if entry not in self._exports and not entry.embedded
        }  # in the order of the index
        self._assumed = Assumed()
        self._closing = contextlib.ExitStack()

    def _read_entry(self, source: Source, embedded: bool) -> PackageEntry:
        return self._reader.entry(source, embedded)

    @functools.cached_property
    def _reader(self) -> PackageReader:
        from muranopl.incremental.shard import reader  # only if something changed

        return reader(self._job, self._cache)

    @functools.cached_property
    def _rounds(self) -> Rounds:
        from muranopl.incremental.rounds import Rounds  # only if something changed
        from muranopl.incremental.shard import Plan

        rounds = Rounds(
            Plan(self._job, self.index, self._cache, self._reader),
            self._workers,
            self._job.progress,
        )
        self._closing.callback(rounds.close)
        return rounds

    def _known_export(self, entry: PackageEntry) -> Export | None:
        return None if self._known is None else self._known.export(entry)

    def run(self) -> Checked:
        """Return the results of all packages; compute and record those not in the cache."""
        with self._closing:
            if self._new:
                self._read()
            index = locate(self.index, self._names)
            known = {} if self._known is None else self._known.results(index)
            result = self._assumed.packages
            unknown = {entry.name for entry in index if entry not in known and entry not in result}
            while unknown:
                unknown = self._check(index, unknown)
            result = self._assumed.packages
            self._job.progress.begin(Stage.KEEP, 1)
            if self._known is not None and result:
                self._known.keep(result, self._assumed.asked, self._rounds.given_up)
            only = None if known else self._assumed.only
            return self._checked(index, {**known, **result}, None if only is None else only.results)

    def _read(self) -> None:
        """Read the new packages; in a large catalog, check those that require no unread ones.

        So the results of reading need not fit into memory together.
        """
        batches = self._rounds.batches(self._new)
        unread = {name for batch in batches for name in batch.names}
        for number, batch in enumerate(batches):
            self._job.progress.begin_part(number, len(batches))
            unread -= batch.names
            self._add(self._rounds.read(batch))
            if unread:
                index = locate(self.index, self._names)
                for result in self._rounds.check(
                    index, batch.names - index.needing(unread), self._exports
                ):
                    self._assumed.add(result, is_final=False)

    def _check(self, index: PackageIndex, names: Collection[str]) -> set[str]:
        """Check packages when all are read; return the names of packages to be checked again."""
        for result in self._rounds.check(index, names, self._exports):
            self._assumed.add(result, is_final=True)
        return self._assumed.drop(
            index, self._rounds.surroundings(index, self._exports), self._rounds.given_up
        )

    def _names(self, entry: PackageEntry) -> Collection[str]:
        """Return the `foreign_names` of a package; read it if no earlier or later step does."""
        if entry not in self._exports and entry not in self._new:
            export = self._known_export(entry)
            if export is not None:
                self._exports[entry] = export
            elif not entry.embedded:
                self._add(self._rounds.read_one(entry))
        export = self._exports.get(entry)
        return () if export is None else export.names

    def _add(self, exports: Mapping[PackageEntry, Export]) -> None:
        for entry, export in exports.items():
            self._exports[entry] = export
            if self._known is not None:
                self._known.add(entry, export)

    def _checked(
        self,
        index: PackageIndex,
        found: Mapping[PackageEntry, PackageResult],
        results: PhaseResults | None,
    ) -> Checked:
        return Checked(index, _of_targets(index, found, self._job.max_per_code), results)


def run_all(job: Job, cache: Cache | None, stop_after: Phase) -> PhaseResults:
    """Return the results of the phases over all packages, up to and including `stop_after`."""
    from muranopl.incremental.shard import (
        Plan,
        Shard,
        reader,
    )  # not if all results are cached
    from muranopl.phases.driver import run

    cache = _for_a_check(cache)
    manifests = reader(job, cache)
    index = job.packages(manifests.entry)
    shard = Shard(Plan(job, index, cache, manifests))
    if (
        stop_after is not Phase.READ and not job.as_written
    ):  # otherwise packages are not located as the engine does
        advance = job.progress.begin(Stage.READ, count_files(index))

        def names(entry: PackageEntry) -> Collection[str]:
            result = shard.names(entry)
            if advance is not None:
                advance(len(entry.source.paths()))
            return result

        index = locate(index, names)
    results = run(job, index, shard.reader, index.by_name.keys(), stop_after)
    if cache is not None:
        cache.store.close()
    return results


def _of_targets(
    index: PackageIndex, results: Mapping[PackageEntry, PackageResult], max_per_code: int | None
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of the targets, and summaries of those of required packages."""
    targets = frozenset(index.targets)
    hidden = [
        diagnostic
        for entry in index
        if entry not in targets
        for diagnostic in results[entry].diagnostics
    ]
    internal = [item for item in hidden if item.is_internal]  # reported wherever they occur
    others = (item for item in hidden if not item.is_internal)
    broken = report_broken(
        ((entry.name, results[entry].requires) for entry in index.targets), others, max_per_code
    )
    return (
        *(diagnostic for entry in index.targets for diagnostic in results[entry].diagnostics),
        *broken,
        *internal,
    )
