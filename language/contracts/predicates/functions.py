"""Compiles simple predicates to Python functions, without yaql: `len($) <= 20`, `$ in list(tcp)`.

Most predicates of `check()` are of this kind, and yaql takes ten to a hundred times as long for them. A
function answers only where yaql, in all versions of the runtime, is known to give the same answer.
For anything else (values of other kinds, operands yaql refuses or orders by rules of its own, sizes
near a limit of the engine) it raises NotSimple, and the caller asks yaql. A test compares the two.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Group,
    Keyword,
    ListDisplay,
    Literal,
    Unary,
    Variable,
    bare,
    operands,
    walk,
    word,
)
from muranopl.language.contracts.predicates.conditions import matched, measured
from muranopl.language.contracts.predicates.patterns import compile_pattern

Function = Callable[[object], object]

# Depth of the deepest tree that is compiled: yaql needs nine frames for a level and fails at
# Python's limit.
MAX_DEPTH = 20

# Length of the longest list or mapping: half of what the engine lets a function take (2000).
MAX_ITEMS = 1_000

# Longest text, in characters, so that no list of MAX_DISPLAY texts comes near the engine's 512 KiB.
MAX_TEXT = 1_000

MAX_DISPLAY = 100
MAX_BITS = 1_024

_SCALARS: frozenset[object] = frozenset({type(None), bool, int, float, str})
_CONTAINERS: frozenset[object] = frozenset({list, dict})
# True and false are not numbers in yaql
_ORDERED: frozenset[tuple[object, object]] = frozenset(
    {(int, int), (int, float), (float, int), (float, float), (str, str)}
)


class NotSimple(Exception):  # noqa: N818 - an answer, not an error
    """Raised where the value must be evaluated by yaql."""


class FailsError(NotSimple):
    """Yaql refuses the value: it is null, where only texts, lists and mappings are taken."""


class _UnsupportedError(Exception):
    """Raised where the expression must be evaluated by yaql."""


def is_certainly_false(predicate: Expression, value: object, *, patterns: bool = True) -> bool:
    """Return whether a predicate is certainly false for a plain value, or fails, by its first parts.

    Without `patterns`, parts that match one are unknown.
    """
    for part in operands(predicate, "and"):
        if not patterns and any(map(matched, walk(part))):
            return False
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


@functools.lru_cache(4096)
def compile_predicate(expression: Expression) -> Function | None:
    """Return a predicate as a function of `$`, or None if the expression is not simple.

    The function takes plain data, returns plain data that is not shared, and raises nothing but
    NotSimple.
    """
    try:
        body = _compiled(expression)
    except _UnsupportedError:
        return None

    def simple(value: object) -> object:
        _require_plain(value)
        result = body(value)
        if isinstance(result, (list, dict)):
            return result.copy()
        return result

    return simple


def _require_plain(value: object) -> None:
    """Raise NotSimple unless the value is a scalar, or a small list or mapping of scalars."""
    kind = type(value)
    if isinstance(value, str):
        is_plain = kind is str and len(value) <= MAX_TEXT
    elif isinstance(value, int):
        is_plain = kind in _SCALARS and value.bit_length() <= MAX_BITS
    elif isinstance(value, list):
        is_plain = (
            kind is list and len(value) <= MAX_ITEMS and _SCALARS.issuperset(map(type, value))
        )
    elif isinstance(value, dict):
        is_small = kind is dict and len(value) <= MAX_ITEMS
        is_plain = is_small and _SCALARS.issuperset(map(type, (*value, *value.values())))
    else:
        is_plain = kind in _SCALARS
    if not is_plain:
        raise NotSimple


def _compiled(node: Expression, depth: int = 0) -> Function:
    """Return an expression as a function of `$`; `depth` is its depth in the predicate."""
    # yaql itself fails on deeper ones, so that its answer has to be asked for.
    if depth > MAX_DEPTH:
        raise _UnsupportedError
    depth += 1
    match node:
        case Literal(value=value) | Keyword(name=value):
            return _constant(value)
        case Variable(name="$"):
            return lambda value: value
        case Group(inner=inner):
            return _compiled(inner, depth)
        case Unary(operator="not", operand=operand):
            part = _compiled(operand, depth)
            return lambda value: not part(value)
        case Unary(operator="+" | "-" as sign, operand=Literal(value=number)) if type(number) in {
            int,
            float,
        }:
            return _constant(-number if sign == "-" else number)  # type: ignore[operator]
        case Call() | Binary(operator=".") if (argument := measured(node)) is not None:
            return _length(_compiled(argument, depth))
        case Binary(operator="=~" | "!~" | "." as symbol) if (sides := matched(node)) is not None:
            text, pattern = sides
            return _match(_compiled(text, depth), pattern, negated=symbol == "!~")
        case Binary(operator="in", left=left, right=right):
            return _membership(_compiled(left, depth), _collection(right, depth))
        case Binary(operator=symbol, left=left, right=right) if symbol in _OPERATORS:
            return _OPERATORS[symbol](_compiled(left, depth), _compiled(right, depth))
    raise _UnsupportedError


def _collection(node: Expression, depth: int) -> Function:
    """Return the right operand of `in` as a function; a list display gives a tuple."""
    node = bare(node)
    if not (isinstance(node, ListDisplay) or (isinstance(node, Call) and node.name == "list")):
        return _compiled(node, depth)
    if len(node.arguments) > MAX_DISPLAY:
        raise _UnsupportedError
    parts = tuple(_compiled(argument, depth + 1) for argument in node.arguments)
    # A list without `$` is always the same, so it is computed once.
    if any(isinstance(part, Variable) for part in walk(node)):
        return lambda value: tuple(part(value) for part in parts)
    try:
        return _constant(tuple(part(None) for part in parts))
    except NotSimple:
        raise _UnsupportedError from None


def _constant(constant: object) -> Function:
    if isinstance(constant, str) and len(constant) > MAX_TEXT:
        raise _UnsupportedError
    if isinstance(constant, int) and constant.bit_length() > MAX_BITS:
        raise _UnsupportedError
    return lambda _value: constant


def _ordering(compare: Callable[[Any, Any], bool], left: Function, right: Function) -> Function:
    def ordering(value: object) -> bool:
        first, second = left(value), right(value)
        if (type(first), type(second)) in _ORDERED:
            return compare(first, second)
        if first is None or second is None:
            # Null is before all others
            return compare(first is not None, second is not None)
        raise NotSimple

    return ordering


def _equality(left: Function, right: Function, *, negated: bool) -> Function:
    def equality(value: object) -> bool:
        first, second = left(value), right(value)
        if type(first) in _CONTAINERS and type(second) in _CONTAINERS:
            raise NotSimple
        return (first == second) is not negated

    return equality


def _membership(left: Function, right: Function) -> Function:
    def membership(value: object) -> bool:
        item, collection = left(value), right(value)
        if isinstance(collection, str):
            if isinstance(item, str):
                return item in collection
        elif isinstance(collection, (tuple, list)) and type(item) not in _CONTAINERS:
            return item in collection
        raise NotSimple

    return membership


def _length(part: Function) -> Function:
    def length(value: object) -> int:
        measured = part(value)
        if isinstance(measured, (str, list, dict)):
            return len(measured)
        raise NotSimple if measured is not None else FailsError

    return length


def _match(part: Function, pattern: Expression, *, negated: bool) -> Function:
    text = word(pattern)
    matches = None if text is None else compile_pattern(text)
    if matches is None:
        raise _UnsupportedError

    def match(value: object) -> bool:
        matched = part(value)
        result = matches(matched)
        if result is None:
            raise NotSimple if matched is not None else FailsError
        return result is not negated

    return match


_OPERATORS: dict[str, Callable[[Function, Function], Function]] = {
    "<": functools.partial(_ordering, operator.lt),
    "<=": functools.partial(_ordering, operator.le),
    ">": functools.partial(_ordering, operator.gt),
    ">=": functools.partial(_ordering, operator.ge),
    "=": functools.partial(_equality, negated=False),
    "!=": functools.partial(_equality, negated=True),
    "and": lambda left, right: lambda value: left(value) and right(value),
    "or": lambda left, right: lambda value: left(value) or right(value),
}
