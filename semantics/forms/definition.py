"""Entry point of the checks of one UI definition, except its shape, which phase 1 checks."""

from __future__ import annotations

from muranopl.diagnostics.findings import Findings
from muranopl.namespace.result import DeclaredPackage
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.forms.agreement.model_classes import ModelClasses
from muranopl.semantics.forms.agreement.needs import TrialsOf
from muranopl.semantics.forms.agreement.objects import ObjectModel
from muranopl.semantics.forms.fields import check_fields
from muranopl.semantics.forms.form_values import FormValues
from muranopl.semantics.forms.header import check_headers
from muranopl.semantics.forms.inference import Inference
from muranopl.semantics.forms.reports import Reports
from muranopl.semantics.forms.secret_fields import check_secrets
from muranopl.semantics.forms.selectors import check_selectors
from muranopl.semantics.forms.source import check_source
from muranopl.semantics.forms.unused_fields import report_unused_fields


def check_ui(
    opened: DeclaredPackage, classes: ClassIndex, trials_of: TrialsOf, findings: Findings
) -> None:
    """Check the UI definition of a package, if it has one.

    `trials_of` says how values are tried on the contracts of classes.
    """
    definition = opened.package.ui
    if definition is None:
        return
    reports = Reports()
    forms = FormValues(definition)
    inference = Inference(forms, reports)
    inference.check()
    model = ObjectModel(definition, ModelClasses(opened, classes), classes, inference, trials_of)
    model.check()
    report_unused_fields(inference.unused_fields(), model.lacking, reports)
    check_fields(forms, reports)
    check_secrets(forms, reports)
    check_selectors(opened, forms, classes, reports)
    check_source(opened, definition, classes, reports)
    check_headers(definition, reports, lacks_name=model.lacks_name)
    reports.flush(findings)
