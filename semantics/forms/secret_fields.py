"""Fields of UI definitions that show a password, or give one away as their initial value."""

from __future__ import annotations

import functools

from muranopl.ard.nodes import Scalar
from muranopl.diagnostics.catalogue import secrets as rules
from muranopl.diagnostics.fixes import Applicability, Fix, fixed_by
from muranopl.language.grammar.secret_names import names_password, names_secret
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.field_types.string_ import STRING
from muranopl.language.grammar.ui.field_types.text import TEXT_AREA
from muranopl.language.grammar.ui.field_values import literal_initial
from muranopl.semantics.forms.form_values import FormValues
from muranopl.semantics.forms.reports import Reports


def check_secrets(forms: FormValues, reports: Reports) -> None:
    """Check the fields for secrets."""
    for fields in forms.forms.values():
        for field in fields.values():
            _check_type(field, reports)
            _check_initial(field, reports)


def _check_type(field: UIField, reports: Reports) -> None:
    type_ = field.type
    if names_password(field.name) and type_ in (STRING, TEXT_AREA) and not type_.is_hidden(field):
        reports.report(
            rules.SHOWN_PASSWORD,
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


def _check_initial(field: UIField, reports: Reports) -> None:
    initial = literal_initial(field)
    if initial is None or not names_secret(field.name):
        return
    if isinstance(initial.value, str) and initial.value:
        what = f'what is entered into field "{field.name}"'
        reports.report(rules.DEFAULT_SECRET, initial.place, what=what, value="initial value")
