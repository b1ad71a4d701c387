"""Checks: straight through the driver, or with cached results and workers.

A check is one run of the phases if it stops early, or if it has no cache, one process and few files.
Otherwise packages without a cached result go through two rounds, see `Rounds`.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.diagnostic import Phase
from muranopl.phases.job import Job
from muranopl.phases.progress import Progress, Stage, Tell, shares
from muranopl.phases.reuse.answers import Answers, remembered_entries
from muranopl.phases.reuse.cache import Cache, for_a_check
from muranopl.phases.reuse.one_run import reader_of, run_all
from muranopl.phases.reuse.results import Export, PackageResult, by_package
from muranopl.phases.workers.workers import KEPT_FILES, Workers, cores, count_parsed
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.located import locate

if TYPE_CHECKING:
    from muranopl.phases.results import PhaseResults
    from muranopl.phases.reuse.known import KnownPackages
    from muranopl.phases.workers.rounds import Rounds
    from muranopl.read.reader import PackageReader


Results = Mapping[PackageEntry, PackageResult]


class CheckResult(msgspec.Struct, frozen=True, eq=False):
    """The results of all packages of an index, and the results of the phases.

    `results` is None if some packages had cached results, or the phases ran in several parts.
    """

    index: PackageIndex
    packages: Results
    results: PhaseResults | None


def check(
    job: Job,
    workers: Workers,
    cache: Cache | None,
    stop_after: Phase = Phase.RENDER,
    tell: Tell | None = None,
    *,
    answers: Answers | None = None,
) -> CheckResult:
    """Check packages; return the result of each.

    Results in `cache` are reused; if `stop_after` is an earlier phase, only parsed files are.
    `tell` is called with the progress. `answers` are those that checks share about libraries.
    """
    answers = Answers() if answers is None else answers
    is_whole = stop_after is Phase.RENDER
    if is_whole:
        # More workers than cores do not shorten the stages, whose shares depend on this number
        processes = min(workers.count(count_parsed(job.targets)), cores())
    else:
        processes = 1
    stages = shares(stop_after, processes, kept=is_whole and cache is not None)
    job = msgspec.structs.replace(job, progress=Progress(tell, stages))
    if not is_whole:
        result = of_one_run(job, run_all(job, cache, stop_after))
    elif cache is None:
        result = _check_anew(job, workers, answers)
    else:
        result = _check_cached(job, workers, for_a_check(cache), answers)
    job.progress.finish()
    return result


def _check_anew(job: Job, workers: Workers, answers: Answers) -> CheckResult:
    """Check packages without a cache."""
    from muranopl.phases.driver import run  # not in checks whose results are cached
    from muranopl.phases.reuse.types import RememberedTypes

    reader = reader_of(job, None, answers)
    index = job.packages(remembered_entries(answers, reader.entry))
    files = count_parsed(entry.source for entry in index if not entry.embedded)
    if workers.count(files) == 1 and files <= KEPT_FILES:
        return of_one_run(job, run(job, index, reader, types=RememberedTypes(answers)))
    return _DividedCheck(
        job, index, lambda: _rounds(job, index, None, reader, workers, answers=answers)
    ).run()


def _check_cached(job: Job, workers: Workers, cache: Cache, answers: Answers) -> CheckResult:
    """Check packages that may have cached results.

    If all have, the files are only read and hashed: no parser is imported.
    """
    # A check without a cache needs none of it
    from muranopl.phases.reuse.known import KnownPackages

    reader = functools.cache(lambda: reader_of(job, cache, answers))

    def read_entry(source: Source, embedded: bool) -> PackageEntry:
        return reader().entry(source, embedded)

    # Also if all results are known: a process that is forked while it is open has no cache
    with contextlib.closing(cache.store):
        known_packages = KnownPackages(job, cache, read_entry, answers)
        index = known_packages.index
        return _DividedCheck(
            job,
            index,
            lambda: _rounds(job, index, cache, reader(), workers, answers=answers),
            known_packages,
        ).run()


def _rounds(
    job: Job,
    index: PackageIndex,
    cache: Cache | None,
    reader: PackageReader,
    workers: Workers,
    *,
    answers: Answers,
) -> Rounds:
    from muranopl.phases.reuse.shard import Plan
    from muranopl.phases.workers.rounds import Rounds  # only if something changed

    return Rounds(Plan(job, index, cache, reader, answers=answers), workers, job.progress)


class _DividedCheck:
    """A check that uses cached results of some packages, or that workers share.

    `begin_rounds` is called if there are packages to read or to diagnose.
    """

    def __init__(
        self,
        job: Job,
        index: PackageIndex,
        begin_rounds: Callable[[], Rounds],
        known: KnownPackages | None = None,
    ) -> None:
        self._job, self._index, self._known = job, index, known
        self._begin_rounds = begin_rounds
        self._closing = contextlib.ExitStack()
        exports = {entry: self._known_export(entry) for entry in index}
        self._exports = {entry: export for entry, export in exports.items() if export is not None}
        self._new = [entry for entry in index if not (entry.embedded or entry in self._exports)]

    @functools.cached_property
    def _rounds(self) -> Rounds:
        return self._closing.enter_context(contextlib.closing(self._begin_rounds()))

    def run(self) -> CheckResult:
        """Return the results of all packages; compute and record those not in the cache."""
        with self._closing:
            if self._new:
                self._add(self._rounds.read(self._new))
            # Before the keys are computed, for which located packages count as required
            index = locate(self._index, self._foreign_names)
            cached: Results = {} if self._known is None else self._known.results(index)
            unknown = {entry.name for entry in index if entry not in cached}
            if not unknown:
                return CheckResult(index, cached, None)
            shard = self._rounds.diagnose(index, unknown, self._exports)
            self._job.progress.begin(Stage.KEEP, 1)
            if self._known is not None:
                self._known.keep(shard.packages, shard.depend_on_all, self._rounds.given_up)
        results = {**cached, **shard.packages}
        return CheckResult(index, results, None if cached else shard.results)

    def _known_export(self, entry: PackageEntry) -> Export | None:
        return None if self._known is None else self._known.export(entry)

    def _foreign_names(self, entry: PackageEntry) -> Collection[str]:
        """Return the `foreign_names` of a package; read it if it was not required so far."""
        if entry not in self._exports and entry not in self._new:
            export = self._known_export(entry)
            if export is not None:
                self._exports[entry] = export
            elif not entry.embedded:
                self._add(self._rounds.read_one(entry))
        export = self._exports.get(entry)
        return () if export is None else export.names

    def _add(self, exports: Mapping[PackageEntry, Export]) -> None:
        self._exports.update(exports)
        if self._known is not None:
            for entry, export in exports.items():
                self._known.add(entry, export)


def of_one_run(job: Job, results: PhaseResults) -> CheckResult:
    """Return the result of a check that is one run of the phases."""
    index = results.read.index
    packages = by_package(results, index, index.by_name.keys(), job.max_per_code)
    return CheckResult(index, packages, results)
