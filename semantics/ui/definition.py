"""Entry point: everything that is told of one UI definition beside its shape, which phase 1 checks."""

from __future__ import annotations

from muranopl.diagnostics.findings import Findings
from muranopl.namespace.result import DeclaredPackage
from muranopl.semantics.inference.classes import ClassIndex
from muranopl.semantics.ui.agreement.model_classes import ModelClasses
from muranopl.semantics.ui.agreement.needs import RefusesOf
from muranopl.semantics.ui.agreement.objects import ObjectModel
from muranopl.semantics.ui.form_values import FormValues
from muranopl.semantics.ui.inference import Inference
from muranopl.semantics.ui.reports import Reports


def check_ui(opened: DeclaredPackage, classes: ClassIndex, refuses_of: RefusesOf, findings: Findings) -> None:
    """Check the UI definition of a package, if it has one.

    `refuses_of` tells how plain values are tried on the contracts of classes.
    """
    definition = opened.package.ui
    if definition is None:
        return
    reports = Reports()
    inference = Inference(FormValues(definition), reports)
    inference.check()
    ObjectModel(definition, ModelClasses(opened, classes), classes, inference, refuses_of).check()
    reports.flush(findings)
