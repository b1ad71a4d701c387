"""Reading of attributes, such as `$.form.field`."""

from __future__ import annotations

from muranopl.expression.tree import Binary, Variable
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    Alternative,
    Dictionary,
    Null,
    Value,
    one,
    union,
)
from muranopl.semantics.ui.lacking import report_lacking
from muranopl.semantics.ui.scope import EvaluationStage, FormData, FormsData, Scope

_WITHOUT = kinds.NULL | kinds.STRING | kinds.INT | kinds.FLOAT | kinds.BOOL
"""Kinds without attributes; the attributes of a list are those of its items."""


def read(tree: Binary, receiver: Value, name: str, scope: Scope) -> Value:
    """Return the value of an attribute.

    Report receivers without attributes: null, text and numbers.
    """
    if receiver.alternatives is None:
        return UNKNOWN
    lacking = [
        alternative
        for alternative in receiver.alternatives
        if alternative.kind & _WITHOUT
    ]
    if lacking:
        suggestion = _of_all_data(tree, name, scope)
        report_lacking(
            tree, receiver, lacking, f'attribute "{name}"', scope, suggestion=suggestion
        )
    left = [
        alternative
        for alternative in receiver.alternatives
        if not alternative.kind & _WITHOUT
    ]
    if left:
        return union(_attribute(tree, item, name, scope) for item in left)
    return UNKNOWN


def _attribute(tree: Binary, receiver: Alternative, name: str, scope: Scope) -> Value:
    if isinstance(receiver, FormsData):
        return scope.definition.form(receiver, name)
    if isinstance(receiver, FormData):
        return scope.definition.field(receiver, name, tree, scope)
    if isinstance(receiver, Dictionary) and receiver.entries is not None:
        result = receiver.entries.get(name)
        if result is None:
            return one(Null(because=f'where there is no "{name}"'))
        return result
    return UNKNOWN


def _of_all_data(tree: Binary, name: str, scope: Scope) -> str | None:
    """Return how to read a form where `$` is the value that a function processes, or None."""
    is_value = scope.inner and isinstance(tree.left, Variable) and tree.left.name == "$"
    if (
        not is_value
        or scope.stage is not EvaluationStage.MODEL
        or not scope.definition.has_form(name)
    ):
        return None
    return (
        f"`$` is the value here; the data of forms is `$forms`: write `$forms.{name}`"
    )
