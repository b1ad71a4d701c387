"""Checks: straight through the driver, or with cached results and workers.

A check is one run of the phases if it stops early, or if it has no cache, one process and few files.
Otherwise packages without a cached result go through two rounds, see `Rounds`. If a part of the program
fails on a package, the check is one run after all, which gives up that package.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.internal_errors import UncontainedError
from muranopl.diagnostics.logs import log_info
from muranopl.phases.job import Job, Progress, Stage, Tell, shares
from muranopl.phases.reuse.answers import Answers, remembered_entries
from muranopl.phases.reuse.one_run import guarded, reader_of, run_all
from muranopl.phases.reuse.package_results import PackageResult, by_package
from muranopl.phases.workers.workers import KEPT_FILES, Workers, cores, count_parsed
from muranopl.read.index import PackageEntry, PackageIndex

if TYPE_CHECKING:
    from muranopl.phases.results import PhaseResults
    from muranopl.phases.reuse.cache import Cache, Store
    from muranopl.phases.workers.rounds import Rounds


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
    result = None
    if is_whole:
        try:
            result = _check_whole(job, workers, guarded(cache), answers)
        except UncontainedError as error:
            log_info("muranopl.phases", "the check begins anew: %r", error.__cause__)
    if result is None:
        result = of_one_run(job, run_all(job, cache, stop_after))
    job.progress.finish()
    return result


def _check_whole(job: Job, workers: Workers, store: Store | None, answers: Answers) -> CheckResult:
    """Check packages by all phases. Raise UncontainedError.

    If all have cached results, the files are only read and hashed: no parser is imported.
    """
    reader = functools.cache(lambda: reader_of(job, store, answers, gives_up=False))

    def read_entry(source: Source, embedded: bool) -> PackageEntry:
        return reader().entry(source, embedded)

    if store is None:
        index = job.packages(remembered_entries(answers, read_entry))
        files = count_parsed(entry.source for entry in index if not entry.embedded)
        if workers.count(files) == 1 and files <= KEPT_FILES:
            from muranopl.phases.driver import run  # not in checks whose results are cached
            from muranopl.phases.reuse.types import RememberedTypes

            return of_one_run(job, run(job, index, reader(), types=RememberedTypes(answers)))
    from muranopl.phases.reuse.contents import Contents  # not in checks by one process
    from muranopl.phases.reuse.packages import Packages

    with contextlib.ExitStack() as closing:
        contents = Contents(store, read_entry)
        if store is not None:
            # Also if all results are cached: a process that is forked while it is open has no cache
            closing.callback(store.close)
            index = job.packages(remembered_entries(answers, contents.entry))

        @functools.cache
        def rounds() -> Rounds:
            from muranopl.phases.reuse.shard import Plan
            from muranopl.phases.workers.rounds import Rounds  # only if something changed

            plan = Plan(job, index, reader(), answers=answers)
            return closing.enter_context(contextlib.closing(Rounds(plan, workers, job.progress)))

        packages = Packages(job, index, contents, answers, lambda entry: rounds().read_one(entry))
        new = [item for item in index if packages.cached_export(item) is None]
        if new:
            for entry, export in rounds().read(new).items():
                packages.add(entry, export)
        # Before the keys are computed, for which located packages count as required
        located = packages.located
        cached: Results = {} if store is None else packages.recorded_results()
        unknown = {entry.name for entry in located if entry not in cached}
        if not unknown:
            return CheckResult(located, cached, None)
        shard = rounds().diagnose(located, unknown, packages.exports)
        job.progress.begin(Stage.KEEP, 1)
        if store is not None:
            packages.record(shard.packages, shard.depend_on_all)
    return CheckResult(located, {**cached, **shard.packages}, None if cached else shard.results)


def of_one_run(job: Job, results: PhaseResults) -> CheckResult:
    """Return the result of a check that is one run of the phases."""
    index = results.read.index
    packages = by_package(results, index, index.by_name.keys(), job.max_per_code)
    return CheckResult(index, packages, results)
