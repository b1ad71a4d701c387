"""Simple predicates without yaql: `$ > 0 and $ < 65536`, `$ in list(tcp, udp)`, `len($) <= 20` as Python functions.

Most of what stands in `check()` is of this kind, and yaql takes ten to a hundred times as long for it. A function
answers only where yaql, in all versions of the runtime, is known to give the same answer. For anything else (values of
other kinds, operands yaql refuses or orders by rules of its own, whatever is near a limit of the engine) it raises
NotSimple, and the caller asks yaql. A test compares the two.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection
from typing import Any

from muranopl.expression.tree import (
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
    walk,
)
from muranopl.language.contracts.predicate_patterns import compile_pattern

Function = Callable[[object], object]

MAX_DEPTH = 20
"""Deepest tree that is compiled: yaql needs nine frames for a level and gives up at Python's limit."""

MAX_ITEMS = 1_000
"""Most items of a list or mapping: half of what the engine lets a function take (2000)."""

MAX_TEXT = 1_000
"""Longest text, in characters, so that no list of MAX_DISPLAY texts comes near the engine's 512 KiB."""

MAX_DISPLAY = 100
_MAX_BITS = 1_024

_SCALARS: frozenset[object] = frozenset({type(None), bool, int, float, str})
_CONTAINERS: frozenset[object] = frozenset({list, dict})
_ORDERED: frozenset[tuple[object, object]] = frozenset(
    {(int, int), (int, float), (float, int), (float, float), (str, str)}  # true and false are no numbers in yaql
)
_ORDERINGS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


class NotSimple(Exception):  # noqa: N818 - an answer, not an error
    """The value needs yaql."""


class _UnsupportedError(Exception):
    """The expression needs yaql."""


def compile_predicate(expression: Expression, shadowed: Collection[str] = ()) -> Function | None:
    """Return a predicate as a function of `$`; None for what is not simple.

    `shadowed` are names of functions that mean something else where the expression stands (methods of extensions). `$`
    is plain data, the result is plain data of its own. The function raises NotSimple, and nothing else.
    """
    try:
        body = _Compiler(shadowed).part(expression)
    except _UnsupportedError:
        return None

    def simple(value: object) -> object:
        _require_plain(value)
        result = body(value)
        return result.copy() if isinstance(result, (list, dict)) else result

    return simple


def _require_plain(value: object) -> None:
    """Raise NotSimple unless the value is a scalar, or a list or mapping of scalars, and not large."""
    kind = type(value)
    if isinstance(value, str):
        is_plain = kind is str and len(value) <= MAX_TEXT
    elif isinstance(value, int):
        is_plain = kind in _SCALARS and value.bit_length() <= _MAX_BITS
    elif isinstance(value, list):
        is_plain = kind is list and len(value) <= MAX_ITEMS and _SCALARS.issuperset(map(type, value))
    elif isinstance(value, dict):
        kinds = (*map(type, value), *map(type, value.values())) if len(value) <= MAX_ITEMS else (dict,)
        is_plain = kind is dict and _SCALARS.issuperset(kinds)
    else:
        is_plain = kind in _SCALARS
    if not is_plain:
        raise NotSimple


class _Compiler:
    """Makes functions of `$` of the parts of one expression; raises _UnsupportedError."""

    def __init__(self, shadowed: Collection[str]) -> None:
        self._shadowed = shadowed

    def part(self, node: Expression, depth: int = 0) -> Function:
        """Compile an expression; `depth` is how deep in the whole it stands."""
        if depth > MAX_DEPTH:
            raise _UnsupportedError
        match node:
            case Literal(value=value) | Keyword(name=value):
                return _constant(value)
            case Variable(name="$"):
                return _dollar
            case Group(inner=inner):
                return self.part(inner, depth + 1)
            case Unary(operator="not", operand=operand):
                return _negation(self.part(operand, depth + 1))
            case Unary(operator=sign, operand=Literal(value=number)):
                return _signed(sign, number)
            case Binary(operator=symbol, left=left, right=right):
                return self._binary(symbol, left, right, depth + 1)
            case Call(name="len", arguments=(argument,)):
                return self._length(argument, depth + 1)
        raise _UnsupportedError

    def _binary(self, symbol: str, left: Expression, right: Expression, depth: int) -> Function:
        if symbol == ".":
            return self._method(left, right, depth)
        if symbol in _ORDERINGS:
            return _ordering(_ORDERINGS[symbol], self.part(left, depth), self.part(right, depth))
        if symbol in {"=", "!="}:
            return _equality(self.part(left, depth), self.part(right, depth), negated=symbol == "!=")
        if symbol in {"=~", "!~"} and symbol not in self._shadowed:
            return _match(self.part(left, depth), _text_of(right), negated=symbol == "!~")
        if symbol == "in":
            return _membership(self.part(left, depth), self._collection(right, depth))
        if symbol == "and":
            return _conjunction(self.part(left, depth), self.part(right, depth))
        if symbol == "or":
            return _disjunction(self.part(left, depth), self.part(right, depth))
        raise _UnsupportedError

    def _method(self, receiver: Expression, call: Expression, depth: int) -> Function:
        match call:
            case Call(name="len", arguments=()):
                return self._length(receiver, depth)
            case Call(name="matches", arguments=(pattern,)) if "matches" not in self._shadowed:
                return _match(self.part(receiver, depth), _text_of(pattern), negated=False)
        raise _UnsupportedError

    def _length(self, node: Expression, depth: int) -> Function:
        if "len" in self._shadowed:
            raise _UnsupportedError
        return _length(self.part(node, depth))

    def _collection(self, node: Expression, depth: int) -> Function:
        """Compile the right side of `in`: a list written out, which gives a tuple, or anything else."""
        node = bare(node)
        if isinstance(node, Call) and node.name == "list" and "list" not in self._shadowed:
            return self._display(node.arguments, depth)
        if isinstance(node, ListDisplay):
            return self._display(node.arguments, depth)
        return self.part(node, depth)

    def _display(self, arguments: tuple[Expression, ...], depth: int) -> Function:
        if len(arguments) > MAX_DISPLAY:
            raise _UnsupportedError
        parts = tuple(self.part(argument, depth + 1) for argument in arguments)
        if any(isinstance(part, Variable) for argument in arguments for part in walk(argument)):
            return lambda value: tuple(part(value) for part in parts)
        try:
            return _constant(tuple(part(None) for part in parts))
        except NotSimple:
            raise _UnsupportedError from None


def _text_of(node: Expression) -> str:
    if isinstance(node, Keyword):
        return node.name
    if isinstance(node, Literal) and isinstance(node.value, str):
        return node.value
    raise _UnsupportedError


def _dollar(value: object) -> object:
    return value


def _constant(constant: object) -> Function:
    if isinstance(constant, str) and len(constant) > MAX_TEXT:
        raise _UnsupportedError
    if isinstance(constant, int) and constant.bit_length() > _MAX_BITS:
        raise _UnsupportedError
    return lambda _value: constant


def _signed(sign: str, number: object) -> Function:
    if type(number) not in {int, float} or sign not in {"+", "-"}:
        raise _UnsupportedError
    return _constant(-number if sign == "-" else number)  # type: ignore[operator]


def _negation(part: Function) -> Function:
    return lambda value: not part(value)


def _conjunction(left: Function, right: Function) -> Function:
    return lambda value: left(value) and right(value)


def _disjunction(left: Function, right: Function) -> Function:
    return lambda value: left(value) or right(value)


def _ordering(compare: Callable[[Any, Any], bool], left: Function, right: Function) -> Function:
    def ordering(value: object) -> bool:
        first, second = left(value), right(value)
        if (type(first), type(second)) in _ORDERED:
            return compare(first, second)
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
        raise NotSimple

    return length


def _match(part: Function, pattern: str, *, negated: bool) -> Function:
    matches = compile_pattern(pattern)
    if matches is None:
        raise _UnsupportedError

    def match(value: object) -> bool:
        found = matches(part(value))
        if found is None:
            raise NotSimple
        return found is not negated

    return match
