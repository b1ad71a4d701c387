"""Finds calls and operators that fail on values although these have the right kinds.

Measured on the engine: division by zero, texts that are not numbers, dates or regular expressions,
items and keys that are not there, empty collections, values that are not compared.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from muranopl.ard.descriptions import quoted
from muranopl.diagnostics.bounds import PATTERN_LENGTH
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.application import PartScope
from muranopl.semantics.abstract.overloads import CallArguments, matching_forms
from muranopl.semantics.abstract.results import constant_of
from muranopl.semantics.abstract.value_contents import shown
from muranopl.semantics.abstract.values import Alternative, ConstantValue, Items, Value


def failure(name: str, arguments: CallArguments, scope: PartScope) -> str | None:
    """Return why one of `MAY_FAIL` certainly fails, None if it may not.

    The arguments are of kinds that it takes; a receiver is the first.
    """
    if not arguments.positional or not scope.values_count:
        return None
    if name in _COMPARING:
        return _uncompared(arguments, scope) or _nothing(arguments)
    return FAILING[name](arguments)


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


def _conversion(convert: Callable[[str], float], arguments: CallArguments) -> str | None:
    """Return why a value cannot be converted to a number."""
    value = arguments.positional[0].value
    if not value.may_be(_CONVERTED):
        return f"fails on {shown(value)}, which is not a number"
    alternatives = value.alternatives or ()
    for alternative in alternatives:
        # One alternative on which it may not fail is enough to be silent.
        if not isinstance(alternative, ConstantValue) or not isinstance(alternative.value, str):
            return None
        try:
            convert(alternative.value)
        except ValueError:
            continue
        return None
    if not alternatives:
        return None
    return f"fails on {alternatives[0].words}, which is not a number"


def _empty(most: int, arguments: CallArguments) -> str | None:
    """Return why a function with at most this many arguments fails, which needs an item.

    A further argument is the value in place of the missing item.
    """
    is_empty = _lengths(arguments.positional[0].value) == {0}
    if len(arguments.positional) > most or arguments.named or not is_empty:
        return None
    return "fails on a list without items"


_nothing = functools.partial(_empty, 1)
_nothing_to_join = functools.partial(_empty, 2)


def _single(arguments: CallArguments) -> str | None:
    lengths = _lengths(arguments.positional[0].value)
    if lengths and min(lengths) > 1:
        return "fails on a list with more than one item"
    return _nothing(arguments)


def _unpacked(arguments: CallArguments) -> str | None:
    """Return why the items of a list cannot get the names of `unpack()`, which may have none."""
    names = len(arguments.positional) - 1
    lengths = _lengths(arguments.positional[0].value)
    if not names or not lengths or names in lengths:
        return None
    return f"fails: the number of names ({names}) differs from the number of items ({max(lengths)})"


def _lengths(collection: Value) -> set[int]:
    """Return the numbers of items that a collection may have, none if they are unknown."""
    lengths = {_length(alternative) for alternative in collection.alternatives or ()}
    return {length for length in lengths if length is not None} if None not in lengths else set()


def _serialization(arguments: CallArguments) -> str | None:
    """Return why a word is none of the types that `dump()` can write."""
    alternatives = arguments.value(1, "serializationType").alternatives or ()
    for alternative in alternatives:
        if not isinstance(alternative, ConstantValue) or alternative.value in _SERIALIZATIONS:
            return None
    if not alternatives:
        return None
    *most, last = _SERIALIZATIONS
    words = f"{', '.join(most)} and {last}"
    return f"fails on {alternatives[0].words}: the types are {words}"


def _uncompared(arguments: CallArguments, scope: PartScope) -> str | None:
    """Return why the function `max(a, b)` or `min(a, b)` cannot compare its arguments."""
    values = [argument.value for argument in arguments.positional]
    if len(values) != 2 or values[0].may_be(kinds.ITEMS | kinds.DICT):
        return None
    if matching_forms("binary", "<", arguments, scope.functions):
        return None
    return f"cannot compare {shown(values[0])} and {shown(values[1])}"


def _second_pattern(arguments: CallArguments) -> str | None:
    if len(arguments.positional) < 2 or arguments.positional[0].value.may_be(kinds.REGEX):
        return None
    return _pattern(arguments, 1)


def _pattern(arguments: CallArguments, position: int = 0) -> str | None:
    """Return why the text at a position is not a regular expression."""
    from muranopl.ard.regular_expressions import problem_of_pattern  # few calls have one

    text = constant_of(arguments.positional[position].value)
    if not isinstance(text, str) or len(text) > PATTERN_LENGTH.most:
        return None
    problem = problem_of_pattern(text)
    if problem is None or problem.startswith(_TAKEN_ELSEWHERE):
        return None
    return f"fails: {quoted(text)} is not a regular expression: {problem}"


_CONVERTED = kinds.UNKNOWN | kinds.NULL | kinds.BOOL | kinds.NUMBER | kinds.STRING
"""The kinds of values that can be converted to a number."""
_SERIALIZATIONS = ("Serializable", "Inline", "Mixed")
_COMPARING = frozenset({"max", "min"})
_TAKEN_ELSEWHERE = ("global flags", "bad escape", "it is nested")
"""Problems with regular expressions that earlier Pythons, or larger machines, do not have."""

FAILING: dict[str, Callable[[CallArguments], str | None]] = {
    "/": _division,
    "mod": _division,
    "int": functools.partial(_conversion, int),
    "float": functools.partial(_conversion, float),
    "first": _nothing,
    "last": _nothing,
    "single": _single,
    "sum": _nothing,
    "unpack": _unpacked,
    "dump": _serialization,
    "accumulate": _nothing_to_join,
    "aggregate": _nothing_to_join,
    "reduce": _nothing_to_join,
    "regex": _pattern,
    "matches": _second_pattern,
    "=~": _second_pattern,
    "!~": _second_pattern,
}

MAY_FAIL = _COMPARING | FAILING.keys()
"""The functions and operators that may fail on values of the kinds that they take."""
