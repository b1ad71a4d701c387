"""A check: packages of which no result is known are put through the phases; then all results are put together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, Phase
from muranopl.diagnostics.first_of_each import bounded
from muranopl.incremental.file_index import FileIndex
from muranopl.incremental.results import PackageResult
from muranopl.incremental.stages import shares
from muranopl.incremental.workers import Workers, cores
from muranopl.phases.job import Job
from muranopl.phases.progress import Progress, Stage, Tell
from muranopl.phases.required import report_broken
from muranopl.read.index import PackageEntry, PackageIndex

if TYPE_CHECKING:
    from muranopl.incremental.cache import Cache
    from muranopl.incremental.cached import CachedPackages
    from muranopl.incremental.uncached import UncachedPackages
    from muranopl.phases.results import PhaseResults


class Checked(msgspec.Struct, frozen=True, eq=False):
    """What a check found: the diagnostics of the targets in no order, and the results of all phases if they were run.

    These are None where the results of some packages were known.
    """

    index: PackageIndex
    diagnostics: tuple[Diagnostic, ...]
    results: PhaseResults | None


def check(
    job: Job, workers: Workers, cache: Cache | None, stop_after: Phase = Phase.RENDER, tell: Tell | None = None
) -> Checked:
    """Check packages. What a cache knows is not done again; with `stop_after` that is only the parsing of YAML.

    `tell` is told how far the check is.
    """
    count = workers.count(sum(len(source.paths()) for source in job.targets))
    uses_cache = stop_after is Phase.RENDER and (cache is not None or count > 1)  # workers hand over results by one
    stages = shares(stop_after, min(count, cores()) if uses_cache else 1, kept=uses_cache)
    job = job._replace(progress=Progress(tell, stages))
    packages = _packages(job, workers, cache, stop_after, uses_cache=uses_cache)
    found = _found(job, packages, stop_after)
    job.progress.finish()
    return found


def _found(job: Job, packages: CachedPackages | UncachedPackages, stop_after: Phase) -> Checked:
    index = packages.index
    known = packages.known()
    unknown = {entry.name for entry in index if entry not in known}
    if not unknown:
        return Checked(index, _of_targets(index, known, job.max_per_code), None)
    results = packages.run(unknown, stop_after)
    found = _by_package(results, index, unknown | results.given_up, job.max_per_code)
    job.progress.begin(Stage.KEEP, 1)
    packages.keep(results, found)
    diagnostics = _of_targets(index, {**known, **found}, job.max_per_code)
    return Checked(index, diagnostics, results if unknown == index.by_name.keys() else None)


def run_all(job: Job, cache: Cache | None, stop_after: Phase) -> PhaseResults:
    """Return the results of the phases over all packages, up to and including `stop_after`."""
    from muranopl.incremental.uncached import UncachedPackages  # a check that is known runs no phase

    packages = UncachedPackages(job, cache, stop_after)
    return packages.run(packages.index.by_name.keys(), stop_after)


def _packages(
    job: Job, workers: Workers, cache: Cache | None, stop_after: Phase, *, uses_cache: bool
) -> CachedPackages | UncachedPackages:
    """Return what is known of the packages."""
    if not uses_cache:
        from muranopl.incremental.uncached import UncachedPackages

        return UncachedPackages(job, cache, stop_after)
    from muranopl.incremental.cached import CachedPackages

    return CachedPackages(job, workers, cache)


def _by_package(
    results: PhaseResults, index: PackageIndex, wanted: Collection[str], max_per_code: int | None
) -> dict[PackageEntry, PackageResult]:
    """Return what was found in each of the packages of the wanted names."""
    files = FileIndex(index)
    diagnostics: dict[PackageEntry, list[Diagnostic]] = {}
    for diagnostic in results.diagnostics:
        diagnostics.setdefault(files.owner(diagnostic.place.file), []).append(diagnostic)
    found: dict[PackageEntry, PackageResult] = {}
    for package in results.read.packages:
        entry = files.owner(package.header.file)
        if entry.name in wanted:
            own = sorted(bounded(diagnostics.get(entry, ()), max_per_code), key=Diagnostic.sort_key)
            found[entry] = PackageResult(tuple(own), results.requires(package.id))
    return found


def _of_targets(
    index: PackageIndex, results: Mapping[PackageEntry, PackageResult], max_per_code: int | None
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of the targets; those of required packages are summed up where they are required."""
    targets = frozenset(index.targets)
    hidden = [found for entry in index if entry not in targets for found in results[entry].diagnostics]
    internal = [found for found in hidden if found.is_internal]  # of interest to everybody
    others = (found for found in hidden if not found.is_internal)
    broken = report_broken(((entry.name, results[entry].requires) for entry in index.targets), others, max_per_code)
    return (*(found for entry in index.targets for found in results[entry].diagnostics), *broken, *internal)
