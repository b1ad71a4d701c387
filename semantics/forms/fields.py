"""Checks fields themselves, independent of the use of their values.

A field may also show a password, or give one away as its initial value.
Reference: ui-agreement, sections 4, 7.
"""

from __future__ import annotations

import functools
from types import NoneType

from muranopl.ard.nodes import Scalar, is_false, text_of
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.catalogue import secrets
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.fixes import Applicability, Fix, fixed_by
from muranopl.language.grammar.secret_names import names_password, names_secret
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.field_attributes import (
    initial_text,
    is_empty,
    literal_initial,
    may_be_disabled,
)
from muranopl.language.grammar.ui.field_types.cloud_text import FLAVOR
from muranopl.language.grammar.ui.field_types.selector import SELECTOR
from muranopl.language.grammar.ui.field_types.typed_text import STRING, TEXT_AREA
from muranopl.semantics.forms.form_values import FormValues
from muranopl.semantics.forms.reports import Reports


def check_fields(forms: FormValues, reports: Reports) -> None:
    """Check each field on its own."""
    for fields in forms.forms.values():
        for field in fields.values():
            for check in (
                _check_flavor,
                _check_hidden,
                _check_initial,
                _check_secret_type,
                _check_secret_initial,
            ):
                check(field, reports)


def _check_flavor(field: UIField, reports: Reports) -> None:
    """Report a field named `flavor` of another type.

    The dashboard reads it to display used quotas.
    """
    type_ = field.type
    if field.name != FLAVOR.name or type_ is FLAVOR:
        return
    if type_ is SELECTOR and all("." not in name.text for name in field.classes):
        return  # a type that is misspelt, which phase 1 reports
    kind = f"of type {type_.name}" if type_.name else "a selector of applications"
    severity = Severity.WARNING if type_.may_name_flavor else None
    reports.report(
        rules.FLAVOR_NAME,
        field.name_node.place,
        severity=severity,
        kind=kind,
        suggestion=_instead_of_flavor(field),
    )


def _instead_of_flavor(field: UIField) -> str | None:
    """Return what to do about a field named `flavor`; None if it can only be renamed."""
    if field.name_node.file.generated:
        return "rename the parameter"
    attributes = {*field.type.attributes} - {*FLAVOR.attributes}
    tags = (UIField.TAGS[name] for name in attributes)
    refused = any(getattr(field, tag.attribute) is not None for tag in tags)
    if refused or not field.type.may_name_flavor:
        return None
    return "rename the field, or write `type: flavor`"


def _check_hidden(field: UIField, reports: Reports) -> None:
    hidden, type_ = field.hidden, field.type
    if isinstance(hidden, Scalar) and not is_false(hidden) and not type_.may_be_hidden:
        reports.report(rules.HIDDEN_VISIBLE, hidden.place, type=type_.name)
    if isinstance(field.required, Scalar) and not isinstance(
        field.required.value, (bool, NoneType)
    ):
        return  # it counts as true, and is reported
    is_needed = type_.required_when_hidden and type_.is_required(field)
    if is_needed and type_.is_hidden(field) and _is_surely_empty(field):
        reports.report(rules.HIDDEN_REQUIRED, field.name_node.place, name=field.name)


def _is_surely_empty(field: UIField) -> bool:
    """Return whether a hidden field has no value to send; scripts of its own may fill it."""
    if may_be_disabled(field) or field.widget_media is not None:
        return False
    if field.initial is not None and not isinstance(field.initial, Scalar):
        return False
    text = field.type.cleaned_text(field, initial_text(field) or "")
    return not text and is_empty(field.type.empty_value(field))


def _check_initial(field: UIField, reports: Reports) -> None:
    initial = literal_initial(field)
    if initial is None or (text := str(initial.value)) == "":
        return
    verdict, escaped = field.type.judged(field, text), initial_text(field)
    if verdict.problem is not None:
        reports.report(
            rules.INITIAL_REFUSED,
            initial.place,
            name=field.name,
            problem=verdict.problem,
            related=() if verdict.by is None else (Related("rejected by this", verdict.by.place),),
            suggestion=verdict.suggestion,
        )
    elif escaped is not None and escaped != text:
        reports.report(
            rules.INITIAL_ESCAPED, initial.place, escaped=escaped, expression=_expression(text)
        )


def _expression(text: str) -> str:
    """Return the YAML of an expression whose value is a text."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("'", "''")
    return f"!yaql '\"{quoted}\"'"


def _check_secret_type(field: UIField, reports: Reports) -> None:
    type_ = field.type
    if names_password(field.name) and type_ in (STRING, TEXT_AREA) and not type_.is_hidden(field):
        reports.report(
            secrets.SHOWN_PASSWORD,
            field.type_node.place,
            name=field.name,
            type=type_.name,
            fixes=functools.partial(_as_password, field),
        )


def _as_password(field: UIField) -> tuple[Fix, ...]:
    """Return the fix that writes the type: unsafe, as such a field refuses weak passwords."""
    from muranopl.ard.rewriting import rewritten

    # It needs a label, and may refuse a value that is there
    if not isinstance(field.label, Scalar) or field.initial is not None:
        return ()
    edit = rewritten(field.type_node, "password")
    title = "write `type: password`"
    return fixed_by(title, edit, applicability=Applicability.UNSAFE)


def _check_secret_initial(field: UIField, reports: Reports) -> None:
    initial = literal_initial(field)
    if initial is not None and names_secret(field.name) and text_of(initial):
        what = f'the value of field "{field.name}"'
        reports.report(secrets.DEFAULT_SECRET, initial.place, what=what, value="initial value")
