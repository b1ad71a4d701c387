"""The meaning of a `check()` predicate, as far as its expression shows it.

It gives bounds, choices, lengths and patterns. A predicate is a sequence of conditions joined by
`and`. Those of a known form become a `Condition`. Code that needs a predicate's value uses
`muranopl.language.contracts.predicate_functions`, or yaql.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable

import msgspec

from muranopl.ard.yaql.tree import Binary, Call, Expression, Keyword, Variable, bare, operands, walk
from muranopl.language.contracts.predicate_functions import FailsError, NotSimple, compile_predicate

VALUE_NAMES = frozenset({"$", "$1"})
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


@functools.lru_cache(4096)
def condition(part: Expression) -> Condition | None:
    """Return the condition that one part of a predicate is; None where its form is unknown."""
    if not isinstance(part, Binary):
        return None
    left, right = bare(part.left), bare(part.right)
    # The notation matters to schemas as the engine makes them.
    grouped = left is not part.left, right is not part.right
    if part.operator == ".":
        return _match(left, right, grouped=any(grouped))
    if part.operator == "=~":
        if is_value(left):
            return Condition("matches", right, is_mirrored=True)
        return None
    if part.operator == "in":
        subject = _subject(left)
        if subject is None:
            return None
        return Condition("in", right, subject, is_grouped=grouped[0])
    return _comparison(part.operator, left, right, grouped=grouped)


def _match(left: Expression, right: Expression, *, grouped: bool) -> Condition | None:
    """Return the condition of `$.matches(pattern)` or `pattern.matches($)`.

    Return None for other expressions.
    """
    if not isinstance(right, Call) or right.name != "matches" or len(right.arguments) != 1:
        return None
    (argument,) = right.arguments
    if is_value(left):
        return Condition("matches", argument, is_grouped=grouped)
    if is_value(bare(argument)):
        return Condition("matches", left, is_mirrored=True)
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
    match expression:
        case Call(name="len", arguments=(argument,)):
            return () if is_value(bare(argument)) else None
        case Binary(operator=".", left=left, right=Call(name="len", arguments=())):
            return () if is_value(bare(left)) else None
    return None


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


def certainly_refuses(predicate: Expression, value: object) -> bool:
    """Return whether a predicate is certainly false for a plain value, by its first parts.

    Patterns are not tried: that no sample of a text matches one is no reason for a warning.
    """
    parts = operands(predicate, "and")
    understood = itertools.takewhile(lambda part: not any(map(_is_pattern, walk(part))), parts)
    return _surely_refuses(understood, value)


def is_certainly_false(predicate: Expression, value: object) -> bool:
    """Return whether a predicate is certainly false for a value, or fails, patterns included."""
    return _surely_refuses(operands(predicate, "and"), value)


def _surely_refuses(parts: Iterable[Expression], value: object) -> bool:
    """Return whether one of some parts is certainly false for a value, after true ones."""
    for part in parts:
        function = compile_predicate(part)
        try:
            if function is None:
                return False
            if not function(value):
                return True
        except FailsError:
            return True
        except NotSimple:
            return False
    return False


def _is_pattern(part: Expression) -> bool:
    if isinstance(part, Binary):
        return part.operator in {"=~", "!~"}
    return isinstance(part, Call) and part.name == "matches"
