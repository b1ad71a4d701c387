"""Required packages that are broken themselves: one warning where they are required, not all their diagnostics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from muranopl.diagnostics.catalogue import namespace as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.model import Diagnostic, Severity
from muranopl.namespace.result import Names
from muranopl.read.package import Package


def report_broken(targets: Iterable[Package], names: Names, hidden: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return a warning for every `Require` entry of the targets whose package has errors among `hidden`."""
    errors = Counter(diagnostic.package for diagnostic in hidden if diagnostic.severity is Severity.ERROR)
    reported: list[Diagnostic] = []
    for package in targets if errors else ():
        findings = Findings(package.id.name)
        for entry in names.requirements[package.id]:
            count = 0 if entry.chosen is None else errors[entry.chosen.name]
            if count:
                text = "an error" if count == 1 else f"{count} errors"
                place = entry.requirement.name_node.place
                findings.report(rules.REQUIRED_BROKEN, place, name=entry.requirement.name, errors=text)
        reported.extend(findings.diagnostics)
    return reported
