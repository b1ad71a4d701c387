"""Computes operators for operands of simple kinds, without yaql's choice of an overload."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from yaql.language import utils

from muranopl.semantics.evaluation.conversion import charge
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.functions import numbers

NO_VALUE = utils.NO_VALUE
NUMBERS = frozenset({int, float})
SIMPLE = frozenset({str, int, float, bool, type(None)})
# Return the result for two operands, NO_VALUE if yaql has to choose.
Compute = Callable[[VariableFrame, Any, Any], Any]


def _plus(frame: VariableFrame, left: Any, right: Any) -> Any:
    # Exact types: true and false are not numbers in yaql, and subclasses may be.
    kind, other = type(left), type(right)
    if kind in NUMBERS and other in NUMBERS:
        return numbers.plus(frame, left, right)
    if kind is str and other is str and len(left) + len(right) < _SHORT:
        return left + right
    if kind is tuple and other is tuple and len(left) + len(right) <= frame.budget.limits.items:
        return charge(left + right, frame.budget)
    return NO_VALUE


# Shorter texts are within all limits.
_SHORT = 10_000


def _arithmetic(compute: Compute) -> Compute:
    return lambda frame, left, right: (
        compute(frame, left, right)
        if type(left) in NUMBERS and type(right) in NUMBERS
        else NO_VALUE
    )


def _comparison(compare: Callable[[Any, Any], bool]) -> Compute:
    def compute(_frame: VariableFrame, left: Any, right: Any) -> Any:
        kind, other = type(left), type(right)
        if (kind in NUMBERS and other in NUMBERS) or (kind is str and other is str):
            return compare(left, right)
        return NO_VALUE

    return compute


def _contained(frame: VariableFrame, left: Any, right: Any) -> Any:
    if type(right) is tuple and type(left) in SIMPLE and len(right) <= frame.budget.limits.items:
        return left in right
    return NO_VALUE


def _division(divide: Callable[[int, int], int]) -> Compute:
    return lambda _frame, left, right: (
        divide(left, right) if type(left) is int and type(right) is int and right else NO_VALUE
    )


# Binary operators by sign, without `and` and `or`, which may not evaluate an operand.
COMPUTED: dict[str, Compute] = {
    "*": _arithmetic(numbers.product),
    "+": _plus,
    "-": _arithmetic(numbers.minus),
    "/": _division(operator.floordiv),
    "mod": _division(operator.mod),
    "<": _comparison(operator.lt),
    "<=": _comparison(operator.le),
    ">": _comparison(operator.gt),
    ">=": _comparison(operator.ge),
    "in": _contained,
    "=": lambda _, left, right: left == right,
    "!=": lambda _, left, right: left != right,
}
