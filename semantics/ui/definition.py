"""Entry point: everything that is told of one UI definition beside its shape, which phase 1 checks."""

from __future__ import annotations

from muranopl.diagnostics.findings import Findings
from muranopl.namespace.result import DeclaredPackage
from muranopl.semantics.ui.form_values import FormValues
from muranopl.semantics.ui.inference import Inference
from muranopl.semantics.ui.reports import Reports


def check_ui(opened: DeclaredPackage, findings: Findings) -> None:
    """Check the UI definition of a package, if it has one."""
    definition = opened.package.ui
    if definition is None:
        return
    reports = Reports()
    forms = FormValues(definition)
    inference = Inference(forms, reports)
    inference.check()
    reports.flush(findings)
