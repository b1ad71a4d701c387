"""Values of meta objects against the contracts of their classes.

The engine creates meta objects on demand: when the method is called, a property of an object is
serialized, or for forms (measured: conformance/models.json, serialize-meta-bad-value).
"""

from __future__ import annotations

import contextlib
from typing import Any

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics.catalogue import render as rules
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.meta_check import meta_uses
from muranopl.language.contracts.apply import SilentError
from muranopl.language.grammar.meta import MetaUse
from muranopl.namespace.result import Names, TypeId
from muranopl.render.class_values import (
    REFUSALS,
    ClassValues,
    meta_object,
    problem_of,
    reports_in,
)
from muranopl.render.context import LoadingContext
from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    NotEvaluatedError,
    PoisonedError,
    SpentError,
)
from muranopl.semantics.evaluation.objects import MuranoType

_WITHOUT_VALUE = (
    EvaluationError,
    NotEvaluatedError,
    PoisonedError,
    SilentError,
    SpentError,
)
NOT_RENDERED: Any = msgspec.UNSET


def check_metas(
    complete: CompleteType, names: Names, values: ClassValues, findings: Findings
) -> None:
    """Report the meta objects of a class and its members that cannot be created.

    Those of one class without values are checked once.
    """
    fine: set[TypeId | None] = set()
    for _, uses in meta_uses(complete.declared.declaration):
        for use in uses:
            meaning = names.resolved.get(use.type)
            if use.values is None and meaning in fine:
                continue
            type_ = None if meaning is None else values.type(meaning)
            scope = values.type(complete.id)
            if type_ is None or scope is None:
                continue
            refusals = _refusals(use, type_, scope, values.context(complete.id.package))
            # Meta objects without values are alike, so one check suffices.
            if use.values is None and not refusals:
                fine.add(meaning)
            for refusal in refusals:
                findings.report(
                    rules.META_REFUSED,
                    refusal.place,
                    name=type_.name,
                    problem=problem_of(refusal, "$").removeprefix("."),
                    left_out=refusal.left_out,
                )


def rendered_meta(
    use: MetaUse, complete: CompleteType, names: Names, values: ClassValues
) -> Any:
    """Return the properties of a meta object of a class with their values, as plain data.

    Return NOT_RENDERED if they do not follow from the class alone.
    """
    from muranopl.render.serialize import UnwritableError, plain_value

    meaning = names.resolved.get(use.type)
    type_ = None if meaning is None else values.type(meaning)
    scope = values.type(complete.id)
    if type_ is None or scope is None:
        return NOT_RENDERED
    context = values.context(complete.id.package)
    node = use.node if use.values is None else use.values
    try:
        object_ = meta_object(context, type_, use.values, scope, ModelPath(node))
        if any(item.code in REFUSALS for item in context.reporter.values()):
            return NOT_RENDERED
        return {
            name: plain_value(value, context)
            for name, value in object_.properties.items()
        }
    except (*_WITHOUT_VALUE, UnwritableError):
        return NOT_RENDERED


def _refusals(
    use: MetaUse, type_: MuranoType, scope: MuranoType, context: LoadingContext
) -> list[Diagnostic]:
    """Return why a meta object cannot be created."""
    node = use.node if use.values is None else use.values
    with contextlib.suppress(*_WITHOUT_VALUE):
        meta_object(context, type_, use.values, scope, ModelPath(node))
    return [
        diagnostic
        for diagnostic in reports_in(context, node)
        if diagnostic.code in REFUSALS
    ]
