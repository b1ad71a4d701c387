"""Decides whether the predicate of a `check()` is false for every value, and why.

A predicate is a row of conditions joined by `and` and `or`. Parts without variables are evaluated
if they are certainly reached: `$ > 1 / 0` fails on null as well, `false` refuses null as well
(measured, like all rules here).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Keyword,
    ListDisplay,
    Literal,
    MapDisplay,
    Unary,
    Variable,
    bare,
    children,
    operands,
)
from muranopl.diagnostics import machine_limits
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.predicate_patterns import compile_pattern
from muranopl.language.contracts.predicate_ranges import UnknownConstantError, choices, value_range
from muranopl.language.contracts.predicates import Condition, condition, is_certainly_false
from muranopl.semantics.evaluation.errors import (
    NO_VALUE_ERRORS,
    EvaluationError,
    SpentError,
    UndecidedError,
    decided,
)

_LEAVES = frozenset({Variable, Literal, Keyword})
"""Parts without parts, which cannot fail."""
_JOINING = frozenset({"and", "or"})
_LAZY = _JOINING | {".", "?.", ":", "=>", "->"}
"""Operators whose right side is not always evaluated, or not in this context."""
_DIVIDING = frozenset({"/", "mod"})
_BOUNDING = frozenset({"<", "<=", ">", ">="})
_NUMBERS = kinds.BOOL | kinds.INT | kinds.FLOAT


class NeverTrue:
    """Searches for a part that makes a predicate fail or false.

    `given` are the kinds of its values. `evaluated` returns the value of an expression without
    variables, or raises as evaluation does.
    """

    def __init__(
        self, predicate: Predicate, given: kinds.Kinds, evaluated: Callable[[Expression], Any]
    ) -> None:
        self._predicate = predicate
        self._given = given
        self._evaluated = evaluated
        self._varying = _varying(predicate.expression)

    def problem(self) -> str | None:
        """Return why the predicate is false for every value, None if it may be true."""
        return self._never(self._predicate.expression)

    def _never(self, part: Expression) -> str | None:
        part = bare(part)
        if isinstance(part, Binary) and part.operator == "and":
            row = operands(part, "and")
            return next(filter(None, map(self._never, row)), None) or self._contradiction(part, row)
        if isinstance(part, Binary) and part.operator == "or":
            first, *rest = operands(part, "or")
            reasons = [self._never(first), *map(self._never, rest)]
            return self._failure(first) or (reasons[0] if all(reasons) else None)
        failure = self._failure(part)
        if failure is not None:
            return failure
        if id(part) in self._varying:
            return self._unlike(part) or self._contradiction(part, [part])
        try:
            if self._constant(part):
                return None
            return f"{self._text(part)} is never true"
        except UnknownConstantError:
            return None

    def _failure(self, part: Expression) -> str | None:
        """Return how a part fails for every value, None if it may not."""
        pending = [bare(part)]
        while pending:
            current = pending.pop()
            if current.__class__ in _LEAVES:
                continue
            if id(current) in self._varying:
                pending.extend(map(bare, _reached(current)))
                alone = self._alone(current)
                if alone is None:
                    continue
                current = alone
            try:
                decided(functools.partial(self._value, current))
            except UndecidedError:
                continue
            except EvaluationError as error:
                return f"{self._text(current)} fails: {error}"
        return None

    def _alone(self, part: Expression) -> Expression | None:
        """Return an expression without variables that fails if a part with variables does, or None.

        Examples are an invalid regular expression, and zero as a divisor.
        """
        pattern = _pattern(part)
        # Most patterns are simple, and known to be valid without yaql, which is slow to import
        if pattern is not None and compile_pattern(pattern.value) is None:
            return Call(pattern.start, pattern.end, "regex", (pattern,))
        if (
            isinstance(part, Binary)
            and part.operator in _DIVIDING
            and id(part.right) not in self._varying
        ):
            return Binary(
                part.start, part.end, part.operator, Literal(part.start, part.start, 1), part.right
            )
        return None

    def _constant(self, part: Expression) -> Any:
        """Return the value of a part; raise UnknownConstantError."""
        if id(part) in self._varying:
            raise UnknownConstantError
        try:
            return self._value(part)
        except (*NO_VALUE_ERRORS, SpentError, RecursionError) as error:
            machine_limits.note(error)
            raise UnknownConstantError from None

    def _value(self, part: Expression) -> Any:
        """Return the value of a part without variables; literals need no evaluation."""
        part = bare(part)
        if isinstance(part, Literal):
            return part.value
        if isinstance(part, Keyword):
            return part.name
        is_list = isinstance(part, ListDisplay) or (isinstance(part, Call) and part.name == "list")
        if is_list and all(isinstance(child, (Literal, Keyword)) for child in children(part)):
            return [self._value(child) for child in children(part)]
        return self._evaluated(part)

    def _unlike(self, part: Expression) -> str | None:
        """Return a problem if the value is only compared with values of other kinds."""
        allowed = choices(condition(part), self._constant)
        if allowed is None:
            return None
        # Numbers and booleans compare as equal across kinds.
        given = self._given | (_NUMBERS if self._given & _NUMBERS else kinds.NOTHING)
        if any(_kind(choice) & (given | kinds.NULL) for choice in allowed):
            return None
        return f"{self._text(part)} is never true of {kinds.described(self._given & ~kinds.NULL)}"

    def _contradiction(self, whole: Expression, row: list[Expression]) -> str | None:
        """Return a problem if conditions of a row contradict each other."""
        result = [item for item in map(condition, row) if item is not None]
        if len(result) == 1 and _is_bound(result[0]):
            return None  # as most: one bound leaves values on its other side
        every = (choices(item, self._constant) for item in result)
        allowed = next(filter(None, every), None)
        if allowed is not None:
            is_never = all(is_certainly_false(whole, choice) for choice in allowed)
        else:
            is_never = any(
                value_range(result, self._constant, of_length=of_length).is_empty
                for of_length in {item.of_length for item in result}
            )
        return f"{self._text(whole)} is never true" if is_never else None

    def _text(self, part: Expression) -> str:
        return self._predicate.node.text[part.start : part.end]


def _varying(predicate: Expression) -> set[int]:
    """Return the ids of the parts of an expression that read a variable.

    The others are constant.
    """
    result: set[int] = set()

    def visit(part: Expression) -> bool:
        varies = part.__class__ is Variable
        if part.__class__ not in _LEAVES:
            for child in children(part):
                varies |= visit(child)
        if varies:
            result.add(id(part))
        return varies

    visit(predicate)
    return result


def _reached(part: Expression) -> Iterator[Expression]:
    """Yield the parts of an expression that are evaluated whenever it is."""
    if isinstance(part, Binary):
        yield part.left
        if part.operator not in _LAZY:
            yield part.right
    elif isinstance(part, (Unary, ListDisplay, MapDisplay)):
        yield from children(part)


def _pattern(part: Expression) -> Literal | None:
    """Return the literal regular expression that a part matches with, or None."""
    pattern: Expression | None = None
    if isinstance(part, Binary) and part.operator in {"=~", "!~"}:
        pattern = bare(part.right)
    elif isinstance(part, Binary) and part.operator == "." and isinstance(part.right, Call):
        is_match = (
            part.right.name == "matches"
            and len(part.right.arguments) == 1
            and not isinstance(part.left, Call)
        )
        pattern = bare(part.right.arguments[0]) if is_match else None
    if isinstance(pattern, Literal) and isinstance(pattern.value, str):
        return pattern
    return None


def _is_bound(item: Condition) -> bool:
    """Return whether a condition is a lower or an upper bound of numbers; lengths have a least one."""
    return item.operator in _BOUNDING and not item.of_length


def _kind(value: Any) -> kinds.Kinds:
    if isinstance(value, (list, tuple)):
        return kinds.LIST
    if isinstance(value, dict):
        return kinds.DICT
    return kinds.FLOAT if isinstance(value, float) else kinds.kind_of(value)
