"""Rules of one's own, applied to the packages of a check; a rule that fails is a diagnostic.

They run after the check, in the main process, on the results of phase 4.
"""

from __future__ import annotations

import traceback
from collections.abc import Collection, Iterator, Sequence

import msgspec

from muranopl.diagnostics.catalogue.sources import RULE_FAILED
from muranopl.diagnostics.diagnostic import Diagnostic, Related
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.own_rules import Finding, OwnRule, printing_aside
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.quirks import Quirk
from muranopl.diagnostics.reasons import ResolutionError
from muranopl.diagnostics.rules import Rule
from muranopl.diagnostics.visible import visible
from muranopl.phases.results import PhaseResults
from muranopl.views.graph.package_view import PackageView
from muranopl.views.graph.resolver import Resolver

_LONGEST = 300


def apply_rules(
    rules: Sequence[OwnRule],
    results: PhaseResults,
    locations: Collection[str],
    quirks: frozenset[Quirk],
    max_per_code: int | None,
) -> list[Diagnostic]:
    """Return what rules report about the packages at some locations, in the order of packages."""
    result: list[Diagnostic] = []
    resolver = Resolver(results, quirks)
    packages = results.names.packages
    for id_ in sorted(packages):
        declared = packages[id_]
        if declared.package.header.source.location not in locations:
            continue
        try:
            checked = PackageView(declared, resolver)
        except ResolutionError:
            continue  # the engine does not install it, which is reported
        findings = Findings(checked.name, max_per_code)
        with printing_aside():
            for own in rules:
                findings.take(_of_package(own, checked))
        result += findings.diagnostics
    return result


def _of_package(own: OwnRule, package: PackageView) -> Iterator[Diagnostic]:
    """Yield the diagnostics of a rule; after those that it yields, one if it fails."""
    try:
        for finding in own.check(package):
            yield _diagnostic(own.rule, package, _checked(finding))
    except MemoryError:
        raise
    except (Exception, SystemExit) as error:
        rule = msgspec.structs.replace(RULE_FAILED, phase=own.rule.phase)
        yield _diagnostic(rule, package, _failure(own, package, error))


def _checked(found: object) -> Finding:
    """Return what a rule yields. Raise TypeError for what is not a proper finding."""
    if not isinstance(found, Finding):
        raise TypeError(f"{found!r} is not a muranopl.Finding")
    for value, kind in ((found.place, Place), (found.message, str), (found.suggestion, str | None)):
        if not isinstance(value, kind):
            name = getattr(kind, "__name__", kind)
            raise TypeError(f"{value!r} in a muranopl.Finding is not of type {name}")
    if not all(isinstance(item, Related) for item in found.related):
        raise TypeError("related places of a muranopl.Finding must be muranopl.Related")
    return found


def _diagnostic(rule: Rule, package: PackageView, found: Finding) -> Diagnostic:
    return Diagnostic(
        code=rule.code,
        name=rule.name,
        severity=rule.severity,
        phase=rule.phase,
        message=found.message,
        place=found.place,
        package=package.name,
        notes=tuple(map(str, found.notes)),
        related=tuple(found.related),
        suggestion=found.suggestion,
    )


def _failure(own: OwnRule, package: PackageView, error: BaseException) -> Finding:
    said = visible("".join(traceback.format_exception_only(error)).strip())[:_LONGEST]
    notes = (f"at {_place_of_failure(own, error)}",)
    facts = {"own": own.rule.code, "checked": package.name, "problem": said}
    message = RULE_FAILED.message.format(**facts)
    return Finding(package.place, message, notes=notes, suggestion=RULE_FAILED.suggestion)


def _place_of_failure(own: OwnRule, error: BaseException) -> str:
    """Return the last line of the file of a rule that ran: what it called may be anything.

    It is the line of the rule itself if what it yields is wrong.
    """
    code = own.check.__code__
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == code.co_filename]
    return f"{code.co_filename}:{lines[-1] if lines else code.co_firstlineno}"
