"""Reporters that change what passes through them."""

from __future__ import annotations

from muranopl.diagnostics.catalogue.hierarchy import CYCLE
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.reporter import CappedReporter

FILE = File("", "a.yaml")


def test_at_most_a_severity() -> None:
    findings = Findings("package")
    capped = CappedReporter(findings)
    for severity in Severity:
        capped.report(CYCLE, Place(FILE), chain="a", severity=severity)
    assert [each.severity for each in findings.diagnostics] == [Severity.WARNING, Severity.WARNING, Severity.INFO]
    assert {each.package for each in findings.diagnostics} == {"package"}
