"""Functions and operators that fail on values of the right kind.

Measured on the engine: division by zero, texts that are not numbers, items and keys that are not
there, empty collections.
"""

from __future__ import annotations

from collections.abc import Callable

from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.results import constant_of
from muranopl.semantics.abstract.scope import PartScope
from muranopl.semantics.abstract.values import (
    Alternative,
    ConstantValue,
    Items,
    Value,
)


def failure(name: str, arguments: CallArguments, scope: PartScope) -> str | None:
    """Return why a function or an operator certainly fails, None if it may not.

    The arguments are of kinds that it takes; a receiver is the first.
    """
    check = FAILING.get(name)
    if check is None or not arguments.positional or not scope.values_count:
        return None
    return check(arguments)


def missing_item(list_: Value, index: Value) -> int | None:
    """Return the number of items that a list has at most, if it has none at an index."""
    at = constant_of(index)
    if not isinstance(at, int) or not list_.alternatives:
        return None
    lengths = [_length(alternative) for alternative in list_.alternatives]
    limits = [length for length in lengths if length is not None]
    if len(limits) < len(lengths) or any(-length <= at < length for length in limits):
        return None
    return max(limits)


def _length(alternative: Alternative) -> int | None:
    if not isinstance(alternative, Items) or alternative.items is None:
        return None
    return len(alternative.items)


def _division(arguments: CallArguments) -> str | None:
    divisor = constant_of(arguments.positional[-1].value)
    if divisor == 0 and len(arguments.positional) == 2:
        return "fails: it divides by zero"
    return None


def _integer(arguments: CallArguments) -> str | None:
    return _conversion(arguments, int)


def _float(arguments: CallArguments) -> str | None:
    return _conversion(arguments, float)


def _conversion(
    arguments: CallArguments, convert: Callable[[str], float]
) -> str | None:
    """Return why a text cannot be converted to a number."""
    alternatives = arguments.positional[0].value.alternatives or ()
    for alternative in alternatives:
        # One alternative on which it may not fail is enough to be silent.
        if not isinstance(alternative, ConstantValue) or not isinstance(
            alternative.value, str
        ):
            return None
        try:
            convert(alternative.value)
        except ValueError:
            continue
        return None
    if not alternatives:
        return None
    return f"fails on {alternatives[0].words}, which is not a number"


def _nothing(arguments: CallArguments) -> str | None:
    """Return why a function fails that needs an item, and has no value in its place."""
    alternatives = arguments.positional[0].value.alternatives or ()
    # A second argument is the value in place of the missing item.
    if not alternatives or len(arguments.positional) > 1 or arguments.named:
        return None
    if any(_length(alternative) != 0 for alternative in alternatives):
        return None
    return "fails on a list without items"


FAILING: dict[str, Callable[[CallArguments], str | None]] = {
    "/": _division,
    "mod": _division,
    "int": _integer,
    "float": _float,
    "first": _nothing,
    "last": _nothing,
    "single": _nothing,
    "min": _nothing,
    "max": _nothing,
    "sum": _nothing,
}
