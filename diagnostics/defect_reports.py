"""Reports repetitions of one defect once: further places become related places.

A name that nothing declares, for example, is one defect, however often it is written.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

import msgspec

from muranopl.diagnostics.bounds import RELATED_PLACES
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.reporter import HERE_TOO, Reporter, settled
from muranopl.diagnostics.rules import Rule

_WORST_FIRST = list(Severity)


class _Report(msgspec.Struct, frozen=True):
    """A report at one place, as `Reporter.report` received it."""

    rule: Rule
    place: Place
    severity: Severity
    facts: dict[str, Any]


class DefectReports:
    """Collects reports by their subject; `flush` reports each subject once."""

    def __init__(self) -> None:
        self._found: dict[Hashable, dict[Place, _Report]] = {}

    def __bool__(self) -> bool:
        return bool(self._found)

    def report(
        self,
        about: Hashable,
        rule: Rule,
        place: Place,
        *,
        severity: Severity | None = None,
        **facts: Any,
    ) -> None:
        """Report as `Reporter` does; reports of one rule with an equal `about` are one defect."""
        places = self._found.setdefault((rule.code, about), {})
        # A place is named once, however many ways lead to it.
        places.setdefault(place, _Report(rule, place, severity or rule.severity, facts))

    def take(self, other: DefectReports) -> None:
        """Add the reports that another collection has."""
        for about, places in other._found.items():
            self._found.setdefault(about, {}).update(places)

    def settled(self) -> DefectReports:
        """Return the same reports, with the texts that are made on demand."""
        result = DefectReports()
        for about, places in self._found.items():
            result._found[about] = {
                place: msgspec.structs.replace(report, facts=settled(report.facts))
                for place, report in places.items()
            }
        return result

    def files(self) -> frozenset[File]:
        """Return the files that the reports point into."""
        reports = [item for places in self._found.values() for item in places.values()]
        related = (place for item in reports for place in item.facts.get("related", ()))
        fixes = (fix for item in reports for fix in item.facts.get("fixes", ()))
        return frozenset(
            (
                *(item.place.file for item in reports),
                *(item.place.file for item in related),
                *(edit.place.file for fix in fixes for edit in fix.edits),
            )
        )

    def flush(self, reporter: Reporter) -> None:
        """Report each defect once, at the place where it is worst or prevents loading a class."""
        for places in self._found.values():
            reports = sorted(places.values(), key=_order)
            # `min` returns the first of equals, and they are sorted by place.
            first = min(reports, key=_worst_first)
            further = here_too(report.place for report in reports if report is not first)
            facts = {**first.facts, "related": (*first.facts.get("related", ()), *further)}
            reporter.report(first.rule, first, severity=first.severity, **facts)
        self._found.clear()


def _worst_first(report: _Report) -> tuple[int, bool]:
    return _WORST_FIRST.index(report.severity), report.facts.get("refuses") is None


def _order(report: _Report) -> tuple[str, int, int]:
    return report.place.file.path, report.place.line, report.place.column


def here_too(places: Iterable[Place]) -> tuple[Related, ...]:
    """Return further places of a defect as related places.

    Beyond the bound, the last one counts the rest.
    """
    result = list(places)
    shown = [Related(HERE_TOO, place) for place in result[: RELATED_PLACES.most]]
    if len(result) > len(shown):
        shown[-1] = Related(
            f"{HERE_TOO}, and at {len(result) - len(shown)} more places", shown[-1].place
        )
    return tuple(shown)
