"""The expressions in forms, each with the data it can read.

Reference: ui-agreement, section 2.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.ard.nodes import Yaql, expressions
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.values import EVALUATED_AT_LOAD, NEVER_EVALUATED
from muranopl.semantics.abstract.values import UNKNOWN, ConstantValue, Value, of, one, without_null
from muranopl.semantics.forms.form_names import FormNames
from muranopl.semantics.forms.scope import EvaluationStage, FormsData

_NEVER_READ = NEVER_EVALUATED | {"widgetAttrs", "widgetMedia"}
"""Attributes whose expressions are not checked.

The last two must be mappings, which is reported.
"""


class PageExpression(msgspec.Struct, frozen=True, eq=False):
    """An expression of a form; `evaluated` is False if the dashboard never evaluates it."""

    node: Yaql
    stage: EvaluationStage
    data: Value
    title: str
    evaluated: bool = True


def page_expressions(definition: UIDefinition, names: FormNames) -> Iterator[PageExpression]:
    """Yield the expressions of all forms in their order."""
    for form in definition.forms:
        for field in form.fields:
            yield from _of_field(form.name, field, names)
        data = names.up_to(form.name)
        for validator in form.validators:
            if isinstance(validator.expr, Yaql):
                yield PageExpression(
                    validator.expr,
                    EvaluationStage.FORM_VALIDATOR,
                    data,
                    f'a validator of form "{form.name}"',
                )


def _of_field(form: str, field: UIField, names: FormNames) -> Iterator[PageExpression]:
    earlier = names.before(form)
    left = {id(expression): expression for expression in expressions(field.node)}
    for key, tag in UIField.TAGS.items():
        node = getattr(field, tag.attribute)
        if type(node) is not Yaql or key in _NEVER_READ:
            continue  # as most
        if key in field.type.only_literal:
            continue  # which was reported
        left.pop(id(node), None)
        title = f'{key} of field "{field.name}"'
        if key in EVALUATED_AT_LOAD:
            yield PageExpression(node, EvaluationStage.DEFINITION, one(FormsData(before=0)), title)
        elif key == "enabled":
            yield PageExpression(
                node, EvaluationStage.ENABLED, names.before_field(form, field.name), title
            )
        else:
            yield PageExpression(node, EvaluationStage.PAGE, earlier, title)
    for validator in field.effective_validators:
        node = validator.expr
        if isinstance(node, Yaql) and left.pop(id(node), None) is not None:
            title = f'a validator of field "{field.name}"'
            yield PageExpression(
                node, EvaluationStage.FIELD_VALIDATOR, _validated(field, names), title
            )
    for node in left.values():
        yield PageExpression(
            node, EvaluationStage.PAGE, names.everything, f'field "{field.name}"', evaluated=False
        )


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
