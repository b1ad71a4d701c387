"""Whether a value fits a contract as it is, which chooses among extension methods."""

from __future__ import annotations

from typing import Any

from yaql.language import utils

from muranopl.language.contracts import tree
from muranopl.semantics.evaluation.context import call_context
from muranopl.semantics.evaluation.conversion import FrozenDict
from muranopl.semantics.evaluation.errors import OUTCOMES
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.views import ObjectView, real


def accepts(frame: VariableFrame, declaring: MuranoType, contract: tree.Contract, value: Any) -> bool:
    """Whether the value fits without conversion. What only running the contract would tell is taken to fit."""
    return _fits_type(frame, declaring, contract, value) and all(
        _passes(frame, declaring, modifier, value) for modifier in contract.modifiers
    )


def _fits_type(frame: VariableFrame, declaring: MuranoType, contract: tree.Contract, value: Any) -> bool:
    match contract:
        case tree.Int():
            return value is None or (isinstance(value, int) and not isinstance(value, bool))
        case tree.String():
            return value is None or isinstance(value, str)
        case tree.Bool():
            return value is None or isinstance(value, bool)
        case tree.ObjectOf(type=name) | tree.Template(type=name):
            template = isinstance(contract, tree.Template) and isinstance(value, FrozenDict)
            return value is None or template or _is_a(frame, declaring, name, value)
        case tree.ListOf():
            return _list_fits(frame, declaring, contract, value)
        case tree.DictOf():
            # What is inside a mapping rarely tells extension methods apart.
            return value is None or isinstance(value, utils.MappingType)
        case tree.Constant(value=constant):
            return bool(value == constant)
        case _:
            return True


def _is_a(frame: VariableFrame, declaring: MuranoType, name: tree.TypeName | None, value: Any) -> bool:
    if name is None:
        return True
    if not isinstance(value, (MuranoObject, ObjectView)):
        return False
    wanted = call_context(frame.context.named, name.text, declaring)
    try:
        call_context(frame.context.cast, real(value), wanted.name, None, declaring)
    except OUTCOMES:
        return False
    return True


def _list_fits(frame: VariableFrame, declaring: MuranoType, contract: tree.ListOf, value: Any) -> bool:
    items = value if utils.is_sequence(value) else () if value is None else (value,)
    if len(items) < contract.minimum or (contract.maximum is not None and len(items) > contract.maximum):
        return False
    return not contract.items or all(
        accepts(frame, declaring, contract.items[min(at, len(contract.items) - 1)], item)
        for at, item in enumerate(items)
    )


def _passes(frame: VariableFrame, declaring: MuranoType, modifier: tree.Modifier, value: Any) -> bool:
    if modifier.name == "notNull":
        return value is not None
    if modifier.name == "check" and modifier.predicate is not None:
        return bool(frame.evaluation.evaluator.holds(modifier.predicate, declaring, value, frame.budget))
    return True
