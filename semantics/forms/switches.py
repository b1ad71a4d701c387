"""Infers `switch()`: the union of its results, with null if possibly no case matches.

Reference: ui-agreement.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Keyword,
    Literal,
    Unary,
    Variable,
    bare,
    word,
)
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.values import (
    ConstantValue,
    Null,
    Value,
    of,
    one,
    union,
    without_null,
)
from muranopl.semantics.forms.scope import Scope

SWITCH = "switch"
_OPPOSITES = {"=": "!=", "!=": "=", ">": "<=", "<=": ">", "<": ">=", ">=": "<"}


class SwitchCase(msgspec.Struct, frozen=True):
    """`condition => result`, and the value of the result."""

    condition: Expression
    result: Expression
    value: Value


def report_no_value(tree: Call, scope: Scope) -> None:
    """Report a switch() whose first argument is a pair."""
    rest = scope.node.text[tree.arguments[0].start : tree.end - 1].strip()
    scope.report(rules.SWITCH_VALUE, tree, text=rest)


def result(tree: Expression, value: Value, cases: Sequence[SwitchCase], scope: Scope) -> Value:
    """Return the value of a switch(); each alternative has the place of its result."""
    match = [_placed(case.value, case.result, scope) for case in cases]
    # Without a case that certainly matches, the call gives null.
    if not _covers(cases, value, scope):
        match.append(one(Null(because="if no case of the switch() matches", at=(scope.node, tree))))
    return union(match)


def _placed(value: Value, tree: Expression, scope: Scope) -> Value:
    if value.alternatives is None:
        return value
    return of(
        tuple(
            item if item.at else msgspec.structs.replace(item, at=(scope.node, tree))
            for item in value.alternatives
        )
    )


def narrowed(value: Value, condition: Expression) -> Value:
    """Return the value of a switch() if a condition is true."""
    tree = bare(condition)
    if _is_value(tree):
        return without_null(value)
    if not isinstance(tree, Binary):
        return value
    if tree.operator == "and":
        return narrowed(narrowed(value, tree.left), tree.right)
    sides = (bare(tree.left), bare(tree.right))
    if tree.operator not in _OPPOSITES or not any(_is_value(side) for side in sides):
        return value
    other = sides[1] if _is_value(sides[0]) else sides[0]
    with_null = isinstance(other, Literal) and other.value is None
    if with_null and tree.operator == "=":
        nulls = value.nulls
        return of(nulls) if nulls else value
    # Null compares less than any other value.
    is_left = _is_value(sides[0])
    above = tree.operator in ({">", ">="} if is_left else {"<", "<="})
    same = tree.operator == "=" and isinstance(other, (Literal, Keyword))
    if above or same or (tree.operator == "!=" and with_null):
        return without_null(value)
    return value


def _is_value(tree: Expression) -> bool:
    return isinstance(tree, Variable) and tree.name in {"$", "$1"}


def _covers(cases: Sequence[SwitchCase], value: Value, scope: Scope) -> bool:
    """Return whether one of the cases certainly matches."""
    conditions = [bare(case.condition) for case in cases]
    if any(_is_true(condition) for condition in conditions):
        return True
    # Two cases for a boolean are most likely both of its values.
    if len(conditions) > 1 and value.known and value.only(kinds.BOOL):
        return True
    texts = {_normal(condition, scope) for condition in conditions}
    if any(_opposite(condition, scope) in texts for condition in conditions):
        return True
    constants = {_equal_to(condition) for condition in conditions}
    alternatives = value.alternatives or ()
    return bool(alternatives) and all(
        isinstance(alternative, ConstantValue) and alternative.value in constants
        for alternative in alternatives
    )


def _is_true(tree: Expression) -> bool:
    return (isinstance(tree, Literal) and bool(tree.value)) or isinstance(tree, Keyword)


def _normal(tree: Expression, scope: Scope) -> str:
    tree = bare(tree)
    if isinstance(tree, Binary):
        return _compared(tree, tree.operator, scope)
    return scope.text(tree)


def _compared(tree: Binary, operator: str, scope: Scope) -> str:
    return f"{_normal(tree.left, scope)} {operator} {_normal(tree.right, scope)}"


def _opposite(tree: Expression, scope: Scope) -> str | None:
    """Return the negation of a condition in the form of `_normal`, or None."""
    if isinstance(tree, Unary) and tree.operator == "not":
        return _normal(tree.operand, scope)
    if isinstance(tree, Binary) and tree.operator in _OPPOSITES:
        return _compared(tree, _OPPOSITES[tree.operator], scope)
    return None


def _equal_to(tree: Expression) -> object:
    """Return the value in a condition `$ = value`, or None."""
    if isinstance(tree, Binary) and tree.operator == "=":
        sides = (bare(tree.left), bare(tree.right))
        for side, other in (sides, sides[::-1]):
            if _is_value(side):
                return other.value if isinstance(other, Literal) else word(other)
    return None
