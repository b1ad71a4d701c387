"""The entry points: two versions of a package, or of many, → their comparisons.

`relation_between` compares the classes that contracts of both versions name.
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.usage import UsageError
from muranopl.language.contracts.compatible.comparison import ClassRelation, Subtyping
from muranopl.language.contracts.type_names import TypeName
from muranopl.phases.job import Job
from muranopl.phases.results import PhaseResults
from muranopl.phases.reuse.one_run import run_all
from muranopl.views.changes.comparison import PackageComparison, worst_first
from muranopl.views.changes.packages import PackageVersion, package_changes


def compare_packages(old: Job, new: Job) -> PackageComparison:
    """Return the changes from the package of one job to that of another, for users of the package.

    Raise UsageError for a package that the engine does not take, and for two different packages.
    """
    before, after = (_only_version(job) for job in (old, new))
    names = [item.package.id.name for item in (before, after)]
    if names[0] != names[1]:
        raise UsageError(
            f'"{names[0]}" and "{names[1]}" are different packages: compare two versions of one package'
        )
    return comparison_of(before, after, relation_between(before.results, after.results))


def comparison_of(
    old: PackageVersion, new: PackageVersion, relation: ClassRelation
) -> PackageComparison:
    """Return the comparison of two versions of a package."""
    changes = worst_first(package_changes(old, new, relation))
    before, after = old.package.id, new.package.id
    return PackageComparison(after.name, before.version, after.version, changes)


def relation_between(first: PhaseResults, second: PhaseResults) -> ClassRelation:
    """Return the function that compares classes of two versions by name.

    Contracts of either version may name the classes. For a class with an unknown ancestor the
    answer is UNKNOWN.
    """
    resolved = {**first.names.resolved, **second.names.resolved}
    types = {**first.inheritance.types, **second.inheritance.types}

    def relation(name: TypeName, other: TypeName) -> Subtyping:
        own, target = resolved.get(name), resolved.get(other)
        if own is None or target is None:
            return Subtyping.UNKNOWN
        if own.name == target.name:
            return Subtyping.SUBTYPE
        type_, below = types.get(own), types.get(target)
        if type_ is None or type_.incomplete:
            return Subtyping.UNKNOWN
        if target.name in {above.name for above in type_.ancestors}:
            return Subtyping.SUBTYPE
        is_above = below is None or own.name in {item.name for item in below.ancestors}
        return Subtyping.NOT_SUBTYPE if is_above else Subtyping.UNRELATED

    return relation


def usable_versions(results: PhaseResults) -> Iterator[PackageVersion]:
    """Yield the targets of the phases that the engine takes."""
    for package in results.read.targets:
        if package.header.usable:
            yield PackageVersion(results.names.packages[package.id], results)


def _only_version(job: Job) -> PackageVersion:
    results = run_all(job, None, Phase.INHERIT)
    versions = list(usable_versions(results))
    if not versions:
        root = job.targets[0].root
        raise UsageError(f'package "{root}" cannot be used: muranopl check reports the reason')
    return versions[0]
