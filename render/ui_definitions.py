"""Checks of UI definitions against the classes of their packages; imported only if there is one."""

from __future__ import annotations

from muranopl.diagnostics.findings import Findings
from muranopl.read.package import PackageId
from muranopl.render.class_values import ClassValues
from muranopl.render.predicate_trials import PredicateTrials
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.forms.definition import check_ui


def check_definition(
    package: PackageId, findings: Findings, *, classes: ClassIndex, values: ClassValues
) -> None:
    """Check the UI definition of a package whose classes are complete."""
    judge_of = PredicateTrials(values).judge_of_form
    check_ui(classes.names.packages[package], classes, judge_of, findings)
