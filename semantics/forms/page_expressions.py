"""Lists the expressions in forms, each with the data it can read.

Reference: ui-agreement, section 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from muranopl.ard.nodes import Yaql, expressions
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.values import EVALUATED_AT_LOAD, NEVER_EVALUATED
from muranopl.semantics.abstract.values import UNKNOWN, ConstantValue, Value, of, one, without_null
from muranopl.semantics.forms.form_names import FormNames
from muranopl.semantics.forms.scope import EvaluationStage, FormsData, Scope

_NEVER_READ = NEVER_EVALUATED | {"widgetAttrs", "widgetMedia"}
"""Attributes whose expressions are not checked.

The last two must be mappings, which is reported.
"""


def page_scopes(
    definition: UIDefinition, names: FormNames, scope_of: Callable[..., Scope]
) -> Iterator[Scope]:
    """Yield the scopes of the expressions of all forms in their order.

    `scope_of` is `Scope.of` for a definition.
    """
    for form in definition.forms:
        for field in form.fields:
            yield from _of_field(form.name, field, names, scope_of)
        data, title = names.up_to(form.name), f'a validator of form "{form.name}"'
        for validator in form.validators:
            if isinstance(validator.expr, Yaql):
                yield scope_of(validator.expr, EvaluationStage.FORM_VALIDATOR, data, title=title)


def _of_field(
    form: str, field: UIField, names: FormNames, scope_of: Callable[..., Scope]
) -> Iterator[Scope]:
    earlier = names.before(form)
    left = {id(expression): expression for expression in expressions(field.node)}
    for key, tag in UIField.TAGS.items():
        node = getattr(field, tag.attribute)
        if type(node) is not Yaql or key in _NEVER_READ:
            continue  # as most
        if key in field.type.only_literal:
            continue  # which was reported
        left.pop(id(node), None)
        stage, data = EvaluationStage.PAGE, earlier
        if key in EVALUATED_AT_LOAD:
            stage, data = EvaluationStage.DEFINITION, one(FormsData(before=0))
        elif key == "enabled":
            stage, data = EvaluationStage.ENABLED, names.before_field(form, field.name)
        yield scope_of(node, stage, data, title=f'{key} of field "{field.name}"')
    for validator in field.effective_validators:
        node = validator.expr
        if isinstance(node, Yaql) and left.pop(id(node), None) is not None:
            stage, data = EvaluationStage.FIELD_VALIDATOR, _validated(field, names)
            yield scope_of(node, stage, data, title=f'a validator of field "{field.name}"')
    # The dashboard never evaluates others
    for node in left.values():
        stage, title = EvaluationStage.PAGE, f'field "{field.name}"'
        yield scope_of(node, stage, names.everything, title=title, muted=True)


def _validated(field: UIField, names: FormNames) -> Value:
    """Return the value that validators of a field get; they are skipped for empty values."""
    value = names.values.value(field)
    if not field.type.validated_as_given or value.alternatives is None:
        return UNKNOWN
    left = without_null(value).alternatives or ()
    filled = tuple(
        item for item in left if not (isinstance(item, ConstantValue) and item.value == "")
    )
    return of(filled) if filled else UNKNOWN
