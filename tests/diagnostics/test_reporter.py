"""Reporters that change what passes through them."""

from __future__ import annotations

from muranopl.diagnostics.catalogue.hierarchy import CYCLE, PARENT_TWICE
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.reporter import CappedReporter, OnceReporter

FILE = File("", "a.yaml")


def test_once_for_each_code_and_place() -> None:
    findings = Findings()
    once = OnceReporter(findings)
    for line in (1, 1, 2):
        once.report(CYCLE, Place(FILE, line), chain="a")
        once.report(PARENT_TWICE, Place(FILE, line), parent="a")
    assert [(each.code, each.line) for each in findings.diagnostics] == [
        (rule.code, line) for line in (1, 2) for rule in (CYCLE, PARENT_TWICE)
    ]


def test_once_for_each_key() -> None:
    findings = Findings()
    once = OnceReporter(findings, key=lambda diagnostic: diagnostic.message)
    for line in (1, 2):
        once.report(CYCLE, Place(FILE, line), chain="a")
    assert [each.line for each in findings.diagnostics] == [1]


def test_at_most_a_severity() -> None:
    findings = Findings("package")
    capped = CappedReporter(findings)
    for severity in Severity:
        capped.report(CYCLE, Place(FILE), chain="a", severity=severity)
    assert [each.severity for each in findings.diagnostics] == [Severity.WARNING, Severity.WARNING, Severity.INFO]
    assert {each.package for each in findings.diagnostics} == {"package"}
