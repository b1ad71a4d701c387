"""What is wrong with fields themselves, whatever is done with their values (reference: ui-agreement, sections 4, 7)."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Scalar, is_false
from muranopl.diagnostics.catalogue import ui_fields as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.field_restrictions import Verdict, judged
from muranopl.language.grammar.ui.field_values import (
    ALWAYS_SHOWN,
    choice_keys,
    cleaned_text,
    empty_value,
    initial_text,
    is_empty,
    is_hidden,
    is_required,
    literal_initial,
    may_be_disabled,
)
from muranopl.semantics.ui.form_values import FormValues
from muranopl.semantics.ui.reports import Reports

_NEVER_SENT = frozenset({"string", "integer", "clusterip", "databaselist"})
"""Types of fields that are required also when they are hidden (measured)."""
_MAY_NAME_A_FLAVOR = frozenset({"string", "text", "password", "choice"})
_FLAVOR = "flavor"


def check_fields(forms: FormValues, reports: Reports) -> None:
    """Check each field by itself."""
    for fields in forms.forms.values():
        for field in fields.values():
            _check_flavor(field, reports)
            _check_hidden(field, reports)
            _check_initial(field, reports)


def _check_flavor(field: UIField, reports: Reports) -> None:
    """A field of that name is what the dashboard looks at to show which quota is used up."""
    if field.name != _FLAVOR or field.type.word == _FLAVOR:
        return
    if field.type.word is None and all("." not in each.text for each in field.type.classes):
        return  # a type that is misspelt, which phase 1 reports
    kind = f"of type {field.type.word}" if field.type.word else "a selector of applications"
    severity = Severity.WARNING if field.type.word in _MAY_NAME_A_FLAVOR else None
    reports.report(rules.FLAVOR_NAME, field.name_node.place, severity=severity, kind=kind)


def _check_hidden(field: UIField, reports: Reports) -> None:
    hidden = field.hidden
    if isinstance(hidden, Scalar) and not is_false(hidden) and field.type.word in ALWAYS_SHOWN:
        reports.report(rules.HIDDEN_VISIBLE, hidden.place, type=field.type.word)
    if is_hidden(field) and field.type.word in _NEVER_SENT and is_required(field) and _is_surely_empty(field):
        reports.report(rules.HIDDEN_REQUIRED, field.name_node.place, name=field.name)


def _is_surely_empty(field: UIField) -> bool:
    """Whether a hidden field has nothing to send; scripts of its own may fill it."""
    if may_be_disabled(field) or field.widget_media is not None:
        return False
    given = field.initial is not None and not isinstance(field.initial, Scalar)
    return not given and is_empty(empty_value(field)) and not cleaned_text(field, initial_text(field) or "")


def _check_initial(field: UIField, reports: Reports) -> None:
    initial = literal_initial(field)
    text = "" if initial is None else str(initial.value)
    if initial is None or text == "":
        return
    verdict = judged(field, text)
    escaped = initial_text(field)
    if verdict.problem is not None:
        reports.report(
            rules.INITIAL_REFUSED,
            initial.place,
            name=field.name,
            problem=verdict.problem,
            related=tuple(_refusing(verdict)),
            suggestion=_near_choice(field, text),
        )
    elif escaped is not None and escaped != text:
        reports.report(rules.INITIAL_ESCAPED, initial.place, escaped=escaped, expression=_expression(text))


def _refusing(verdict: Verdict) -> Iterator[Related]:
    if verdict.by is not None:
        yield Related("this refuses it", verdict.by.place)


def _near_choice(field: UIField, text: str) -> str | None:
    keys = choice_keys(field) if field.type.word == "choice" else None
    return did_you_mean(nearest(text, [key for key, _ in keys])) if keys else None


def _expression(text: str) -> str:
    """Return the YAML of an expression whose value is a text."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("'", "''")
    return f"!yaql '\"{quoted}\"'"
