"""Decides whether a value fits a contract without conversion, to dispatch extension methods."""

from __future__ import annotations

import functools
from typing import Any

from yaql.language import utils

from muranopl.ard.nodes import Scalar
from muranopl.language.contracts import tree
from muranopl.language.contracts.functions.declaration import DispatchContext, Predicate
from muranopl.language.contracts.type_names import TypeName
from muranopl.semantics.evaluation.context import call_context
from muranopl.semantics.evaluation.errors import NO_VALUE_ERRORS
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, ObjectView, real


def accepts(
    frame: VariableFrame, declaring: MuranoType, contract: tree.Contract, value: Any
) -> bool:
    """Return whether a value fits without conversion; true if only running the contract decides."""
    match contract:
        case tree.Chain(calls=calls):
            context = DispatchContext(
                functools.partial(_is_instance, frame, declaring),
                functools.partial(_holds, frame, declaring),
            )
            return all(
                function.accepts(value, arguments, context) for function, arguments, _ in calls
            )
        case tree.ListOf():
            return _list_fits(frame, declaring, contract, value)
        case tree.DictOf():
            return _mapping_fits(frame, declaring, contract, value)
        case tree.Constant(value=constant):
            return bool(value == constant)
        case _:
            return True


def _is_instance(
    frame: VariableFrame, declaring: MuranoType, value: Any, type_: TypeName | None
) -> bool:
    if type_ is None:
        return True
    if not isinstance(value, (MuranoObject, ObjectView)):
        return False
    context = frame.context
    class_ = call_context(context.type_named, type_.text, declaring)
    try:
        call_context(context.cast, real(value), class_.name, None, declaring)
    except NO_VALUE_ERRORS:
        return False
    return True


def _holds(frame: VariableFrame, declaring: MuranoType, predicate: Predicate, value: Any) -> bool:
    evaluator = frame.evaluation.evaluator
    return bool(evaluator.holds(predicate.expression, declaring, value, frame.budget))


def _list_fits(
    frame: VariableFrame, declaring: MuranoType, contract: tree.ListOf, value: Any
) -> bool:
    # A lazy sequence can be read once only, so that its items are kept for all contracts.
    if utils.is_iterator(value):
        items = tuple(utils.limit_iterable(value, frame.budget.limits.items))
    elif utils.is_sequence(value):
        items = value
    else:
        items = () if value is None else (value,)
    if len(items) < contract.minimum or (
        contract.maximum is not None and len(items) > contract.maximum
    ):
        return False
    if not contract.items:
        return True
    beside = zip(contract.of_items(len(items)), items, strict=True)
    return all(accepts(frame, declaring, inner, item) for inner, item in beside)


def _mapping_fits(
    frame: VariableFrame, declaring: MuranoType, contract: tree.DictOf, value: Any
) -> bool:
    """Return whether a value fits a mapping of contracts; null fits as an empty mapping.

    Without a pattern, keys that the contract does not name may have any value.
    """
    mapping = {} if value is None else value
    if not isinstance(mapping, utils.MappingType):
        return False
    named = {node.value: inner for node, inner in contract.keys if isinstance(node, Scalar)}
    if not all(accepts(frame, declaring, inner, mapping.get(key)) for key, inner in named.items()):
        return False
    if contract.pattern is None:
        return True
    of_keys, of_values = contract.pattern
    return all(
        accepts(frame, declaring, of_keys, key) and accepts(frame, declaring, of_values, item)
        for key, item in mapping.items()
        if key not in named
    )
