"""Values that a predicate of `check()` surely refuses.

Only a small part of YAQL is understood, whose meaning leaves no doubt: comparisons with literals, `in` a list of
literals, the length of a text, `and`, `or`, `not`. Nothing is run.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from muranopl.expression.tree import Binary, Call, Expression, Group, Keyword, ListDisplay, Literal, Unary, Variable
from muranopl.language.contracts import tree

SAMPLES: dict[type[tree.Contract], tuple[int | str, ...]] = {
    tree.Int: (0, 1, -1, 10**9, -(10**9)),
    tree.String: ("", "?", "?" * 1000),
}
"""Values that come out of a contract without predicates."""

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


class _UnknownError(Exception):
    """The expression is more than what is understood here; never leaves this module."""


def refused_sample(given: tree.Contract, taken: tree.Contract) -> str | None:
    """A value that one contract gives and a predicate of the other one refuses, in words; None where none is known.

    Both must be of the same scalar type; the one that gives has no predicate.
    """
    if type(given) is not type(taken):
        return None
    predicates = [each.predicate for each in taken.modifiers if each.name == "check" and each.predicate is not None]
    for sample in SAMPLES.get(type(given), ()):
        if any(_holds(predicate, sample) is False for predicate in predicates):
            return (
                repr(sample) if isinstance(sample, int) or len(sample) < 10 else f"a text of {len(sample)} characters"
            )
    return None


def _holds(predicate: Expression, value: int | str) -> bool | None:
    try:
        result = _evaluate(predicate, value)
    except _UnknownError:
        return None
    return result if isinstance(result, bool) else None


def _evaluate(node: Expression, value: int | str) -> object:
    if isinstance(node, Group):
        return _evaluate(node.inner, value)
    if isinstance(node, Literal):
        return node.value
    if isinstance(node, Keyword):
        return node.name
    if isinstance(node, Variable) and node.name == "$":
        return value
    if isinstance(node, (ListDisplay, Call)):
        return _call(node, value)
    if isinstance(node, Unary) and node.operator == "not":
        return not _truth(node.operand, value)
    if isinstance(node, Unary) and node.operator == "-":
        operand = _evaluate(node.operand, value)
        if type(operand) is int:
            return -operand
    if isinstance(node, Binary):
        return _binary(node, value)
    raise _UnknownError


def _call(node: ListDisplay | Call, value: int | str) -> object:
    arguments = [_evaluate(argument, value) for argument in node.arguments]
    if isinstance(node, ListDisplay) or node.name == "list":
        return arguments
    if node.name == "len" and len(arguments) == 1 and isinstance(arguments[0], str):
        return len(arguments[0])
    raise _UnknownError


def _binary(node: Binary, value: int | str) -> object:
    if node.operator == "and":
        return _truth(node.left, value) and _truth(node.right, value)
    if node.operator == "or":
        return _truth(node.left, value) or _truth(node.right, value)
    left = _evaluate(node.left, value)
    if node.operator == "." and isinstance(node.right, Call) and node.right.name == "len" and not node.right.arguments:
        if isinstance(left, str):
            return len(left)
        raise _UnknownError
    right = _evaluate(node.right, value)
    if node.operator == "in" and isinstance(right, list):
        return left in right
    if node.operator in ("=", "!="):
        return (left == right) == (node.operator == "=")
    if node.operator in _COMPARE and type(left) is type(right) and type(left) in (int, str):
        return _COMPARE[node.operator](left, right)
    raise _UnknownError


def _truth(node: Expression, value: int | str) -> bool:
    result = _evaluate(node, value)
    if not isinstance(result, bool):
        raise _UnknownError
    return result
