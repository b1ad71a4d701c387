"""Splits a `check()` predicate into conditions joined by `and`: bounds, choices, lengths, patterns.

Those of a known form become a `Condition`.
"""

from __future__ import annotations

import functools

import msgspec

from muranopl.ard.yaql.tree import Binary, Call, Expression, Keyword, Variable, bare, walk

VALUE_NAMES = frozenset({"$", "$1"})
MATCHING = frozenset({"=~", "!~"})
# Comparison operators, with those that mean the same when the operands change places.
MIRRORED = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "="}


class Condition(msgspec.Struct, frozen=True):
    """A condition on the value, from one part of a predicate.

    `subject` are the names of `$.inner.width`, empty for the value itself; `of_length` says that
    the condition is on the length of the subject. `operator` is a comparison (also `=`), `in` with
    `operand` as the choices, or `matches` with `operand` as the pattern. `is_mirrored` and
    `is_grouped` describe the notation: the value on the right, in parentheses.
    """

    operator: str
    operand: Expression
    subject: tuple[str, ...] = ()
    of_length: bool = False
    is_mirrored: bool = False
    is_grouped: bool = False


def is_value(expression: Expression) -> bool:
    """Return whether an expression is `$`, the value that a contract applies to."""
    return isinstance(expression, Variable) and expression.name in VALUE_NAMES


def reads_value_alone(expression: Expression) -> bool:
    """Return whether an expression reads no variable but `$`."""
    return all(is_value(part) for part in walk(expression) if isinstance(part, Variable))


def measured(expression: Expression) -> Expression | None:
    """Return the argument of `len(x)` or `x.len()`, None for other expressions."""
    match expression:
        case Call(name="len", arguments=(argument,)):
            return argument
        case Binary(operator=".", left=left, right=Call(name="len", arguments=())):
            return left
    return None


def matched(expression: Expression) -> tuple[Expression, Expression] | None:
    """Return x and y of `x =~ y`, `x !~ y` and `x.matches(y)`, None for other expressions."""
    if not isinstance(expression, Binary):
        return None
    right = bare(expression.right)
    if expression.operator in MATCHING:
        return expression.left, right
    if expression.operator == "." and isinstance(right, Call) and right.name == "matches":
        return (expression.left, right.arguments[0]) if len(right.arguments) == 1 else None
    return None


@functools.lru_cache(4096)
def condition(part: Expression) -> Condition | None:
    """Return the condition that one part of a predicate is; None where its form is unknown."""
    if not isinstance(part, Binary):
        return None
    left, right = bare(part.left), bare(part.right)
    # The notation matters to schemas as the engine makes them.
    grouped = left is not part.left, right is not part.right
    if part.operator in {".", "=~"}:
        return _match(part, grouped=any(grouped))
    if part.operator == "in":
        subject = _subject(left)
        if subject is None:
            return None
        return Condition("in", right, subject, is_grouped=grouped[0])
    return _comparison(part.operator, left, right, grouped=grouped)


def _match(part: Binary, *, grouped: bool) -> Condition | None:
    """Return the condition of `$ =~ pattern`, `$.matches(pattern)` or `pattern.matches($)`.

    Return None for other expressions.
    """
    sides = matched(part)
    if sides is None:
        return None
    text, pattern = bare(sides[0]), sides[1]
    is_method = part.operator == "."
    if is_value(text):
        return Condition(
            "matches", pattern, is_mirrored=not is_method, is_grouped=is_method and grouped
        )
    if is_method and is_value(bare(pattern)):
        return Condition("matches", text, is_mirrored=True)
    return None


def _comparison(
    operator: str, left: Expression, right: Expression, *, grouped: tuple[bool, bool]
) -> Condition | None:
    if operator not in MIRRORED:
        return None
    sides = ((left, right, operator, False), (right, left, MIRRORED[operator], True))
    # A comparison of the value itself, of its length, or of a property, with the subject on either
    # side.
    for read in (lambda side: () if is_value(side) else None, _measured, _subject):
        for side, operand, operator_, mirrored in sides:
            subject = read(side)
            if subject is not None:
                return Condition(
                    operator_, operand, subject, read is _measured, mirrored, grouped[mirrored]
                )
    return None


def _measured(expression: Expression) -> tuple[str, ...] | None:
    """Return the subject of `len($)` and `$.len()`; None for other expressions."""
    inner = measured(expression)
    return () if inner is not None and is_value(bare(inner)) else None


def _subject(expression: Expression) -> tuple[str, ...] | None:
    """Return the names of `$.inner.width`, none of `$`; None for other expressions."""
    names: list[str] = []
    expression = bare(expression)
    while (
        isinstance(expression, Binary)
        and expression.operator == "."
        and isinstance(expression.right, Keyword)
    ):
        names.insert(0, expression.right.name)
        expression = bare(expression.left)
    return tuple(names) if is_value(expression) else None
