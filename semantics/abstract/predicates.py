"""Computes the abstract values that predicates of `check()` leave, and why some leave none.

A predicate is a row of conditions joined by `and` and `or`. Parts without variables are evaluated
if they are certainly reached: `$ > 1 / 0` fails on null as well, `false` refuses null as well
(measured, like all rules here). `muranopl.language.contracts.predicates` has what needs neither
evaluation nor abstract values.
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
from muranopl.diagnostics.bounds import ALTERNATIVES
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.predicates.conditions import Condition, condition, matched
from muranopl.language.contracts.predicates.patterns import compile_pattern
from muranopl.language.contracts.predicates.ranges import (
    UnknownConstantError,
    choices,
    remaining_choices,
    simple_constant,
    value_range,
)
from muranopl.language.contracts.tree import Chain
from muranopl.semantics.abstract.values import (
    Alternative,
    ConstantValue,
    Number,
    Text,
    TextOrigin,
    Value,
    of,
    one,
)
from muranopl.semantics.evaluation.errors import EvaluationError, UndecidedError, decided

_TYPES: dict[int, type] = {kinds.INT: int, kinds.STRING: str}
_LEAVES = frozenset({Variable, Literal, Keyword})
"""Parts without parts, which cannot fail."""
_JOINING = frozenset({"and", "or"})
_LAZY = _JOINING | {".", "?.", ":", "=>", "->"}
"""Operators whose right side is not always evaluated, or not in this context."""
_DIVIDING = frozenset({"/", "mod"})
_BOUNDING = frozenset({"<", "<=", ">", ">="})
_NUMBERS = kinds.BOOL | kinds.INT | kinds.FLOAT


def checked_values(contract: Chain, related: tuple[Related, ...] = ()) -> Value | None:
    """Return the integers or texts that a contract takes, None if they do not follow from its form.

    Null, which is compared as any value, is not among them.
    """
    kind = kinds.UNKNOWN if contract.function is None else contract.function.inferred
    type_ = _TYPES.get(kind)
    if type_ is None:
        return None
    parts = contract.conditions
    remaining = remaining_choices(parts, simple_constant, most=ALTERNATIVES.most)
    if remaining is not None:
        constants: list[Alternative] = [
            ConstantValue(value=choice, related=related)
            for choice in remaining
            if isinstance(choice, (int, str)) and type(choice) is type_
        ]
        # A contract that takes nothing at all is reported itself.
        return of(constants) if constants else None
    of_length = kind == kinds.STRING
    limits = value_range(parts, simple_constant, of_length=of_length)
    least, most = limits.integers
    if limits.is_empty or (not least and most is None and of_length):
        return None
    if of_length:
        return one(
            Text(
                origin=TextOrigin.COMPUTED,
                restricted=True,
                shortest=least or 0,
                longest=most,
                related=related,
            )
        )
    if least is None and most is None:
        return None
    return one(Number(least=least, most=most, restricted=True, related=related))


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
                self._value(current)
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
        except (EvaluationError, UndecidedError):
            raise UnknownConstantError from None

    def _value(self, part: Expression) -> Any:
        """Return the value of a part without variables; simple ones need no evaluation.

        Raise what `decided` raises.
        """
        try:
            return simple_constant(part)
        except UnknownConstantError:
            return decided(functools.partial(self._evaluated, bare(part)))

    def _unlike(self, part: Expression) -> str | None:
        """Return a problem if the value is only compared with values of other kinds."""
        allowed = choices(condition(part), self._constant)
        if allowed is None:
            return None
        # Numbers and booleans compare as equal across kinds.
        possible = self._given | (_NUMBERS if self._given & _NUMBERS else kinds.NOTHING)
        if any(_kind(choice) & (possible | kinds.NULL) for choice in allowed):
            return None
        return f"{self._text(part)} is never true of {kinds.described(self._given & ~kinds.NULL)}"

    def _contradiction(self, whole: Expression, row: list[Expression]) -> str | None:
        """Return a problem if conditions of a row contradict each other."""
        result = [item for item in map(condition, row) if item is not None]
        if len(result) == 1 and _is_bound(result[0]):
            return None  # as most: one bound leaves values on its other side
        remaining = remaining_choices(row, self._constant, tried=(whole,))
        if remaining is not None:
            is_never = not remaining
        else:
            is_never = any(
                value_range(row, self._constant, of_length=of_length).is_empty
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
    _add_varying(predicate, result)
    return result


def _add_varying(part: Expression, result: set[int]) -> bool:
    varies = part.__class__ is Variable
    if part.__class__ not in _LEAVES:
        for child in children(part):
            varies |= _add_varying(child, result)
    if varies:
        result.add(id(part))
    return varies


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
    sides = matched(part)
    if sides is None:
        return None
    text, pattern = sides[0], bare(sides[1])
    # `regex(x).matches(y)` has the pattern on the left
    if isinstance(text, Call) and isinstance(part, Binary) and part.operator == ".":
        return None
    return pattern if isinstance(pattern, Literal) and isinstance(pattern.value, str) else None


def _is_bound(item: Condition) -> bool:
    """Return whether a condition is a lower or an upper bound of numbers; lengths have a least one."""
    return item.operator in _BOUNDING and not item.of_length


def _kind(value: Any) -> kinds.Kinds:
    if isinstance(value, (list, tuple)):
        return kinds.LIST
    if isinstance(value, dict):
        return kinds.DICT
    return kinds.FLOAT if isinstance(value, float) else kinds.kind_of(value)
