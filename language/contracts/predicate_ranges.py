"""The bounds and choices that the conditions of a `check()` leave for a value.

Also predicates of two contracts that no value fulfils: `$ > 10` and `$ < 5`, `$ in list(a)` and
`$ = b`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from muranopl.ard.yaql.tree import (
    Call,
    Expression,
    ListDisplay,
    Literal,
    Variable,
    bare,
    operands,
    walk,
)
from muranopl.language.contracts import kinds, tree
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.predicate_functions import NotSimple, compile_predicate
from muranopl.language.contracts.predicates import Condition, condition, is_certainly_false

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


_NO_LENGTH = RangeLimit(0, is_excluded=False)


def value_range(
    conditions: Iterable[Condition], constant: ConstantOf, *, of_length: bool = False
) -> ValueRange:
    """Return the bounds of the value, or of its length."""
    about = [item for item in conditions if not item.subject and item.of_length is of_length]
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


def simple_constant(expression: Expression) -> object:
    """Return the value of an expression of literals and words.

    Raise UnknownConstantError for others.
    """
    part = bare(expression)
    if isinstance(part, Literal) and not isinstance(part.value, int):
        return part.value  # as most choices; numbers may be too large to be written
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


def contradict(first: tree.Chain, second: tree.Chain) -> bool:
    """Return whether certainly no value but null fulfils the predicates of both contracts.

    Return False for a contract that takes no value by itself, which is reported.
    """
    # Predicates of different types see different values
    if first.function is not second.function:
        return False
    ours, theirs = conditions_of(first), conditions_of(second)
    if not ours or not theirs:
        return False
    is_integer = first.function is not None and first.function.inferred == kinds.INT
    return _is_impossible([*ours, *theirs], is_integer=is_integer) and not any(
        _is_impossible(parts, is_integer=is_integer) for parts in (ours, theirs)
    )


def refuses_null(contract: tree.Chain) -> bool:
    """Return whether a predicate of a contract is certainly false for null."""
    return any(is_certainly_false(part, None) for part in conditions_of(contract))


def conditions_of(contract: tree.Chain) -> list[Expression]:
    """Return the parts of the predicates behind the function that gives the type."""
    calls = list(contract.calls)
    if contract.typed is not None:
        calls = calls[calls.index(contract.typed) + 1 :]
    return [
        part
        for call in calls
        if isinstance(call.arguments, Predicate)
        for part in operands(call.arguments.expression, "and")
    ]


def _is_impossible(parts: Iterable[Expression], *, is_integer: bool) -> bool:
    """Return whether no value but null fulfils all of some conditions."""
    known = [item for item in map(condition, parts) if item is not None]
    for item in known:
        allowed = choices(item, simple_constant)
        if allowed is not None:
            return all(
                any(is_certainly_false(part, choice) for part in parts) for choice in allowed
            )
    for of_length in (False, True):
        limits = value_range(known, simple_constant, of_length=of_length)
        least, most = limits.integers
        whole = (is_integer or of_length) and least is not None and most is not None
        if limits.is_empty or (whole and (least or 0) > (most or 0)):
            return True
    return False
