"""Reports each defect of one UI definition once, however often its expression is evaluated."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec

from muranopl.ard.nodes import Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.defect_reports import DefectReports
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.rules import Rule

_WORSE = {Severity.INFO: 0, Severity.WARNING: 1, Severity.ERROR: 2}


class _HeldReport(msgspec.Struct):
    rule: Rule
    place: Place
    severity: Severity
    facts: dict[str, Any]
    about: Hashable | None = None


class Reports:
    """Collects reports by code and place, which identify a defect, until `flush`.

    Of two reports of one defect the first one is kept, with the higher severity.
    """

    def __init__(self) -> None:
        self._reports: dict[Hashable, _HeldReport] = {}

    def report(
        self,
        rule: Rule,
        place: Place,
        *,
        severity: Severity | None = None,
        about: Hashable | None = None,
        **facts: Any,
    ) -> Hashable:
        """Report a defect; return its key for `blame`.

        Reports of one rule with an equal `about` are one defect at several places.
        """
        key: Hashable = (rule.code, place.key())
        severity = severity or rule.severity
        earlier = self._reports.get(key)
        if earlier is None:
            self._reports[key] = _HeldReport(rule, place, severity, facts, about)
        elif _WORSE[severity] > _WORSE[earlier.severity]:
            earlier.severity = severity
        return key

    def blame(self, key: Hashable, severity: Severity) -> None:
        """Raise the severity of the report with a key, if a failure results from it."""
        earlier = self._reports.get(key)
        if earlier is not None and _WORSE[severity] > _WORSE[earlier.severity]:
            earlier.severity = severity

    def flush(self, findings: Findings) -> None:
        """Add all reports to the findings."""
        repeated = DefectReports()
        for report in self._reports.values():
            severity, facts = report.severity, report.facts
            if report.about is None:
                findings.report(report.rule, report.place, severity=severity, **facts)
            else:
                repeated.report(report.about, report.rule, report.place, severity=severity, **facts)
        repeated.flush(findings)


def place_of(node: Yaql, expression: Expression) -> Place:
    """Return the place of a part of an expression."""
    return place_within(node, expression.start, expression.end)
