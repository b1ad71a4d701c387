"""Frequent functions without yaql's choice among overloads, where it is known what that would choose.

A shortcut gets the arguments of a call, which may be expressions, and returns the value; or `Evaluated` with the
arguments as far as it evaluated them, where yaql has to choose after all.
"""

from __future__ import annotations

import collections.abc
import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from yaql.language import expressions, utils

from muranopl.semantics.evaluation import properties
from muranopl.semantics.evaluation.bounds import MeteredIterator
from muranopl.semantics.evaluation.conversion import FrozenDict, charge
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.functions import numbers
from muranopl.semantics.evaluation.objects import MuranoObject

Constant, Function, Keyword = expressions.Constant, expressions.Function, expressions.KeywordConstant
Expression, Rule = expressions.Expression, expressions.MappingRuleExpression
NO_VALUE = utils.NO_VALUE

NUMBERS = frozenset({int, float})
WITH_PLAIN_METHODS = frozenset({str, int, float, bool, type(None), tuple, FrozenDict, MeteredIterator})
SIMPLE = frozenset({str, int, float, bool, type(None)})


class Evaluated:
    """Arguments to go on with."""

    __slots__ = ("arguments",)

    def __init__(self, arguments: tuple[Any, ...]) -> None:
        self.arguments = arguments


Compute = Callable[[VariableFrame, tuple[Any, ...]], Any]


class Shortcut(NamedTuple):
    """How a function is computed for `arity` arguments (None: any number), none left out and none by name."""

    arity: int | None
    compute: Compute


def shortcut_for(name: str, args: tuple[Any, ...]) -> Compute | None:
    """Return the shortcut for a call of a function, None where there is none for such arguments."""
    shortcut = SHORTCUTS.get(name)
    if shortcut is None or (shortcut.arity is not None and shortcut.arity != len(args)):
        return None
    for arg in args:
        if arg is NO_VALUE or type(arg) is Rule:
            return None
    return shortcut.compute


def _value(argument: Any, frame: VariableFrame) -> Any:
    if isinstance(argument, Expression):
        if isinstance(argument, Constant):
            return argument.value
        return argument(NO_VALUE, frame, frame.evaluation.engine)
    return argument


def _operand(argument: Any, value: Any) -> Any:
    """Return a constant as the expression it is, as overloads ask for those, and the value of anything else."""
    return argument if isinstance(argument, Constant) else value


def _binary(compute: Callable[[Any, Any, VariableFrame], Any]) -> Shortcut:
    """Return the shortcut of an operator; `compute` returns NO_VALUE for values that yaql has to choose for."""

    def shortcut(frame: VariableFrame, args: tuple[Any, ...]) -> Any:
        left, right = args
        one, other = _value(left, frame), _value(right, frame)
        result = compute(one, other, frame)
        return Evaluated((_operand(left, one), _operand(right, other))) if result is NO_VALUE else result

    return Shortcut(2, shortcut)


def _comparison(compare: Callable[[Any, Any], bool]) -> Shortcut:
    def compute(left: Any, right: Any, _frame: VariableFrame) -> Any:
        one, other = type(left), type(right)
        if (one in NUMBERS and other in NUMBERS) or (one is str and other is str):
            return compare(left, right)
        return NO_VALUE

    return _binary(compute)


def _arithmetic(compute: Callable[[VariableFrame, Any, Any], Any]) -> Shortcut:
    return _binary(
        lambda left, right, frame: (
            compute(frame, left, right) if type(left) in NUMBERS and type(right) in NUMBERS else NO_VALUE
        )
    )


def _contained(left: Any, right: Any, frame: VariableFrame) -> Any:
    if type(right) is tuple and type(left) in SIMPLE and len(right) <= frame.budget.limits.items:
        return left in right
    return NO_VALUE


def _variable(frame: VariableFrame, args: tuple[Any, ...]) -> Any:
    if isinstance(args[0], Constant) and isinstance(args[0].value, str):
        return frame.get_data(args[0].value)
    return Evaluated(args)


def _list(frame: VariableFrame, args: tuple[Any, ...]) -> Any:
    values = tuple([_value(arg, frame) for arg in args])
    if any(type(value) not in SIMPLE and isinstance(value, collections.abc.Iterator) for value in values):
        return Evaluated(tuple(map(_operand, args, values)))
    return _charged(values, frame)


def _charged(values: tuple[Any, ...], frame: VariableFrame) -> Any:
    utils.limit_memory_usage(frame.evaluation.engine, (1, values))
    return charge(values, frame.budget)


def _dot(frame: VariableFrame, args: tuple[Any, ...]) -> Any:
    target, member = _value(args[0], frame), args[1]
    kind = type(target)
    if type(member) is Keyword:
        if kind is MuranoObject:
            return properties.read(frame, target, member.value)
        if kind is FrozenDict and (member.value in target or frame.evaluation.lenient):
            return target.get(member.value)
    elif type(member) is Function:
        if kind is MuranoObject:
            frame = frame.before(frame.evaluation.evaluator.methods(target.type))
        if kind is MuranoObject or kind in WITH_PLAIN_METHODS:
            return member(target, frame, frame.evaluation.engine)
    return Evaluated((_operand(args[0], target), member))


SHORTCUTS: dict[str, Shortcut] = {
    "#get_context_data": Shortcut(1, _variable),
    "#list": Shortcut(None, lambda frame, args: _charged(tuple([_value(arg, frame) for arg in args]), frame)),
    "#operator_*": _arithmetic(numbers.product),
    "#operator_+": _arithmetic(numbers.plus),
    "#operator_-": _arithmetic(numbers.minus),
    "#operator_.": Shortcut(2, _dot),
    "#operator_<": _comparison(operator.lt),
    "#operator_<=": _comparison(operator.le),
    "#operator_>": _comparison(operator.gt),
    "#operator_>=": _comparison(operator.ge),
    "#operator_and": Shortcut(2, lambda frame, args: _value(args[0], frame) and _value(args[1], frame)),
    "#operator_in": _binary(_contained),
    "#operator_or": Shortcut(2, lambda frame, args: _value(args[0], frame) or _value(args[1], frame)),
    "#unary_operator_not": Shortcut(1, lambda frame, args: not _value(args[0], frame)),
    "*equal": _binary(lambda left, right, _: left == right),
    "*not_equal": _binary(lambda left, right, _: left != right),
    "list": Shortcut(None, _list),
}
