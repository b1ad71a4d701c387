"""Checks of UI definitions against the classes of their packages; imported only if there is one."""

from __future__ import annotations

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.read.package import PackageId
from muranopl.render.class_values import ClassValues
from muranopl.render.predicate_trials import PredicateTrials
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.forms.definition import check_ui


class UIChecker:
    """Checks the UI definitions of packages whose classes are complete."""

    def __init__(self, classes: ClassIndex, values: ClassValues) -> None:
        self._classes = classes
        self._trials = PredicateTrials(values)

    def check(self, package: PackageId) -> list[Diagnostic]:
        """Return the diagnostics of the UI definition of a package."""
        names = self._classes.names
        findings = Findings(package.name, names.max_per_code)
        check_ui(names.packages[package], self._classes, self._trials.judge_of_form, findings)
        return findings.diagnostics
