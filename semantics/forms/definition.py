"""Entry point of the checks of one UI definition, except its shape, which phase 1 checks.

Also the check of headers: the dashboard writes names and ids there (reference: ui-agreement,
sections 1, 4).
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Yaql, text_of, walk
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.known_names import HEADER
from muranopl.language.grammar.ui.class_names import header_of
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.form import NAMED_SINCE
from muranopl.namespace.result import DeclaredPackage
from muranopl.semantics.abstract.contracts import JudgeOf
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.forms.agreement.needs import ModelClasses
from muranopl.semantics.forms.agreement.objects import ObjectModel
from muranopl.semantics.forms.agreement.shared_fields import report_unused_fields
from muranopl.semantics.forms.fields import check_fields, check_selectors
from muranopl.semantics.forms.form_values import FormValues
from muranopl.semantics.forms.inference import Inference
from muranopl.semantics.forms.scope import Reports
from muranopl.semantics.forms.source import check_source


def check_ui(
    opened: DeclaredPackage, classes: ClassIndex, judge_of: JudgeOf, findings: Findings
) -> None:
    """Check the UI definition of a package, if it has one.

    `judge_of` returns the judge of values by the contracts of a class.
    """
    definition = opened.package.ui
    if definition is None:
        return
    reports = Reports()
    forms = FormValues(definition)
    inference = Inference(forms, reports)
    inference.check()
    model = ObjectModel(definition, ModelClasses(opened, classes), classes, inference, judge_of)
    model.check()
    report_unused_fields(inference.unused_fields(), model.lacking, reports)
    check_fields(forms, reports)
    check_selectors(opened, forms, classes, reports)
    check_source(opened, definition, classes, reports)
    _check_headers(definition, reports, lacks_name=model.lacks_name)
    reports.flush(findings)


_NAME, _ID = "name", "id"


def _check_headers(definition: UIDefinition, reports: Reports, *, lacks_name: bool) -> None:
    """Report values that the dashboard overwrites, and an application without a name to show.

    With `lacks_name` it was reported that the class of the application needs one, which is then
    the name to show as well.
    """
    for item in _headers(definition):
        _check_overwritten(item, _ID, reports)
    application = definition.application
    header = header_of(application)
    if not isinstance(application, Mapping) or header is None:
        return
    if definition.version >= NAMED_SINCE:
        _check_overwritten(header, _NAME, reports)
        return
    type_, pairs = header.get("type"), (*application.pairs, *header.pairs)
    is_named = any(isinstance(key, Yaql) or text_of(key) == _NAME for key, _ in pairs)
    if type_ is not None and not is_named and not lacks_name:
        reports.report(rules.NO_NAME, type_.place)


def _check_overwritten(header: Mapping, key: str, reports: Reports) -> None:
    pair = header.find(key)
    if pair is not None:
        reports.report(rules.NAME_OVERWRITTEN, pair[0].place, entry=f"{HEADER}/{key}")


def _headers(definition: UIDefinition) -> Iterator[Mapping]:
    fragments = (*(template.node for template in definition.templates), definition.application)
    for fragment in fragments:
        for node in () if fragment is None else walk(fragment, scalars=False):
            header = header_of(node)
            if header is not None:
                yield header
