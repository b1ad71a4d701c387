"""The entry point: two versions of a package → their comparison."""

from __future__ import annotations

from muranopl.changes.comparison import PackageComparison, worst_first
from muranopl.changes.packages import package_changes
from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.usage import UsageError
from muranopl.incremental.check import run_all
from muranopl.phases.job import Job
from muranopl.phases.results import PhaseResults


def compare_packages(old: Job, new: Job) -> PackageComparison:
    """Return what changed from the one package of a job to that of another, for its users.

    Raise UsageError for a package that the engine does not take, and for two different packages.
    """
    results = [_results(job) for job in (old, new)]
    before, after = (item.read.targets[0].id for item in results)
    if before.name != after.name:
        raise UsageError(
            f'"{before.name}" and "{after.name}" are two packages: give two versions of one'
        )
    changes = worst_first(package_changes(*results))
    return PackageComparison(after.name, before.version, after.version, changes)


def _results(job: Job) -> PhaseResults:
    results = run_all(job, None, Phase.INHERIT)
    [package] = results.read.targets
    if not package.header.usable:
        raise UsageError(
            f'the package "{package.header.source.root}" cannot be used: muranopl check says why'
        )
    return results
