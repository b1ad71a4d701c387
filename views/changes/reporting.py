"""Changes of packages as diagnostics of a check, which compares them with older versions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from semantic_version import Version

from muranopl.diagnostics.catalogue import changes as rules
from muranopl.diagnostics.diagnostic import Diagnostic, Related
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.phases.results import PhaseResults
from muranopl.views.changes.change import Level, VersionChange
from muranopl.views.changes.compare import comparison_of, relation_between, usable_versions
from muranopl.views.changes.comparison import PackageComparison
from muranopl.views.changes.packages import PackageVersion

MOST_RELATED = 20
"""Maximum number of changes that a diagnostic about a version lists."""
_RULES = {
    Level.MAJOR: rules.MAJOR_CHANGE,
    Level.MINOR: rules.MINOR_CHANGE,
    Level.PATCH: rules.PATCH_CHANGE,
}


def report_changes(
    old: PhaseResults, new: PhaseResults, path: str, max_per_code: int | None
) -> Iterator[Diagnostic]:
    """Yield what changed in the targets of `new` since those of `old`, which are at a path."""
    before: dict[str, list[PackageVersion]] = {}
    for version in usable_versions(old):
        before.setdefault(version.package.id.name, []).append(version)
    relation = relation_between(old, new)
    for version in usable_versions(new):
        name = version.package.id.name
        findings = Findings(name, max_per_code)
        if name in before:
            predecessor = _predecessor(version, before[name])
            _report(version, comparison_of(predecessor, version, relation), findings)
        else:
            place = version.package.package.header.place
            findings.report(rules.NEW_PACKAGE, place, package=name, path=path)
        yield from findings.diagnostics


def _predecessor(version: PackageVersion, candidates: Sequence[PackageVersion]) -> PackageVersion:
    """Return the latest version up to this one, or else the earliest."""

    def number(item: PackageVersion) -> Version:
        return Version(item.package.id.version)

    # Several versions of a package may be in the older catalog
    in_order = sorted(candidates, key=number)
    earlier = [item for item in in_order if number(item) <= number(version)]
    return earlier[-1] if earlier else in_order[0]


def _report(version: PackageVersion, comparison: PackageComparison, findings: Findings) -> None:
    """Report that the version is too low, with all changes, or else the changes."""
    header = version.package.package.header
    node = header.manifest.version
    # The version is what the author has to change
    at = header.place if node is None else node.place
    level = comparison.level
    facts: dict[str, Any] = {
        "package": comparison.package,
        "new": comparison.new_version,
        "old": comparison.old_version,
        "needed": comparison.needed,
    }
    if comparison.ok:
        for change in comparison.changes:
            _report_change(change, at, comparison, findings)
    # Without changes only the order of the versions can be wrong
    elif level is None:
        findings.report(rules.EARLIER_VERSION, at, **facts)
    else:
        findings.report(
            rules.VERSION_TOO_LOW,
            at,
            related=tuple(_related(comparison.changes[:MOST_RELATED], at)),
            notes=tuple(_left_out(comparison.changes[MOST_RELATED:])),
            level=level.word,
            **facts,
        )


def _report_change(
    change: VersionChange, version: Place, comparison: PackageComparison, findings: Findings
) -> None:
    """Report a change where the new version has it; what is gone, at the version."""
    old = change.old
    related = () if old is None else (Related("in the old version", old),)
    # Diagnostics are in the package that is checked, never in the older one
    findings.report(
        _RULES[change.level],
        change.new or version,
        related=related,
        subject=change.subject,
        text=change.text,
        old=comparison.old_version,
    )


def _related(changes: Iterable[VersionChange], version: Place) -> Iterator[Related]:
    for change in changes:
        text = f"{change.level.word}: {change.subject} {change.text}"
        # Here an old place is better than none: the diagnostic itself is at the version
        yield Related(text, change.new or change.old or version)


def _left_out(changes: Sequence[VersionChange]) -> Iterator[str]:
    if changes:
        yield f"{len(changes)} more changes: muranopl diff shows all"
