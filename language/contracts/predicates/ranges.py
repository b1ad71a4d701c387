"""Computes the bounds and choices that the conditions of predicates leave for a value."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from muranopl.ard.yaql.tree import (
    Call,
    Expression,
    ListDisplay,
    Literal,
    Variable,
    bare,
    walk,
)
from muranopl.language.contracts.predicates.conditions import Condition, condition
from muranopl.language.contracts.predicates.functions import (
    MAX_BITS,
    NotSimple,
    compile_predicate,
    is_certainly_false,
)

ConstantOf = Callable[[Expression], object]
"""Returns the value of an expression, or raises UnknownConstantError."""

_LOWER = {">": True, ">=": False}
_UPPER = {"<": True, "<=": False}
"""Comparison operators, and whether the bound itself is excluded."""


class UnknownConstantError(Exception):
    """The value of an expression is unknown."""


class RangeLimit(NamedTuple):
    """A bound of a number; of two equal lower ones the excluding one is stricter."""

    value: float
    is_excluded: bool


class ValueRange(msgspec.Struct, frozen=True, eq=False):
    """The lower and the upper bound of a number, None if it has none."""

    low: RangeLimit | None
    high: RangeLimit | None

    @property
    def is_empty(self) -> bool:
        """Whether no number is within the bounds."""
        low, high = self.low, self.high
        if low is None or high is None:
            return False
        return low.value > high.value or (
            low.value == high.value and (low.is_excluded or high.is_excluded)
        )

    @property
    def integers(self) -> tuple[int | None, int | None]:
        """The least and the greatest integer within the bounds, None if there is no bound."""
        least = most = None
        if self.low is not None and math.isfinite(self.low.value):
            least = math.ceil(self.low.value)
            least += self.low.is_excluded and least == self.low.value
        if self.high is not None and math.isfinite(self.high.value):
            most = math.floor(self.high.value)
            most -= self.high.is_excluded and most == self.high.value
        return least, most

    def is_empty_of(self, *, integers: bool) -> bool:
        """Return whether no number is within the bounds, or no integer if all numbers are."""
        if not integers or self.is_empty:
            return self.is_empty
        least, most = self.integers
        return least is not None and most is not None and least > most


_NO_LENGTH = RangeLimit(0, is_excluded=False)


def value_range(
    parts: Iterable[Expression], constant: ConstantOf, *, of_length: bool = False
) -> ValueRange:
    """Return the bounds that the parts of a predicate set for the value, or for its length."""
    about = [
        item
        for item in map(condition, parts)
        if item is not None and not item.subject and item.of_length is of_length
    ]
    # A length is never negative.
    least = [_NO_LENGTH] if of_length else []
    low = max([*least, *_limits(about, _LOWER, constant)], default=None)
    # Of two equal upper bounds the excluding one is stricter, so it has to come first
    high = min(
        _limits(about, _UPPER, constant),
        key=lambda bound: (bound.value, not bound.is_excluded),
        default=None,
    )
    return ValueRange(low, high)


def _limits(
    conditions: Iterable[Condition], operators: dict[str, bool], constant: ConstantOf
) -> Iterator[RangeLimit]:
    for item in conditions:
        if item.operator not in operators:
            continue
        try:
            value = constant(bare(item.operand))
        except UnknownConstantError:
            continue
        # True and false are integers in Python, but no numbers in yaql
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            yield RangeLimit(value, operators[item.operator])


def choices(compared: Condition | None, constant: ConstantOf) -> list[object] | None:
    """Return the values that a condition allows, None if it allows others."""
    if compared is None or compared.subject or compared.of_length:
        return None
    if compared.operator not in {"=", "in"}:
        return None
    try:
        value = constant(bare(compared.operand))
    except UnknownConstantError:
        return None
    if compared.operator == "=":
        return [value]
    return list(value) if isinstance(value, (list, tuple)) else None


def remaining_choices(
    parts: Sequence[Expression],
    constant: ConstantOf,
    *,
    tried: Sequence[Expression] | None = None,
    most: float = math.inf,
) -> list[object] | None:
    """Return the values of the first choice among some parts that none certainly refuses.

    Return None if there is no choice. Choices of more than `most` values are skipped. Values are
    `tried` on the parts, unless other predicates are given.
    """
    for part in parts:
        remaining = choices(condition(part), constant)
        if remaining is not None and len(remaining) <= most:
            for other in tried or parts:
                if other is not part:
                    remaining = [
                        value for value in remaining if not is_certainly_false(other, value)
                    ]
            return remaining
    return None


def simple_constant(expression: Expression) -> object:
    """Return the value of an expression of literals and words.

    Raise UnknownConstantError for others.
    """
    part = bare(expression)
    # As most; larger numbers are left to yaql
    if isinstance(part, Literal) and not (
        isinstance(part.value, int) and part.value.bit_length() > MAX_BITS
    ):
        return part.value
    if any(isinstance(inner, Variable) for inner in walk(part)):
        raise UnknownConstantError
    if isinstance(part, ListDisplay) or (isinstance(part, Call) and part.name == "list"):
        return [simple_constant(item) for item in part.arguments]
    function = compile_predicate(part)
    try:
        if function is not None:
            return function(None)
    except NotSimple:
        pass
    raise UnknownConstantError
