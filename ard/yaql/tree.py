"""Defines the syntax tree of a YAQL expression. Every node has offsets into the expression's text.

The shapes follow yaql's own expression classes one to one, so that a tree can be passed on for
evaluation, and compared with yaql in tests: a name in call position is a `Call`, `a.b` is
`Binary(".", a, b)`, `$x` is `Variable("$x")`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec


class Expression(msgspec.Struct, eq=False, gc=False, array_like=True):
    """Base class of all nodes.

    `start` and `end` are 0-based character offsets into the text, `end` exclusive. The kinds have
    tags so that trees can be stored and read back, see `muranopl.phases.reuse.parsed_files`. Trees
    have no cycles: without the collector's header a node is a quarter smaller.
    """

    start: int
    end: int


class Literal(Expression, tag=0):
    """A quoted string, number, `true`, `false` or `null`."""

    value: str | int | float | bool | None


class Keyword(Expression, tag=1):
    """A bare word, which yaql treats as the text of that word.

    `TCP`, a method's property name, a class name.
    """

    name: str


class Variable(Expression, tag=2):
    """`$`, `$name` or `$1`; `name` includes the dollar sign."""

    name: str


class Call(Expression, tag=3):
    """`name(arguments)`. The receiver of a method call is the left side of the `.` around it."""

    name: str
    arguments: tuple[AnyExpression, ...]


class Index(Expression, tag=4):
    """`receiver[arguments]`."""

    receiver: AnyExpression
    arguments: tuple[AnyExpression, ...]


class ListDisplay(Expression, tag=5):
    """`[arguments]`."""

    arguments: tuple[AnyExpression, ...]


class MapDisplay(Expression, tag=6):
    """`{arguments}`."""

    arguments: tuple[AnyExpression, ...]


class Unary(Expression, tag=7):
    """`operator operand`, with operator one of `+ - not :`."""

    operator: str
    operand: AnyExpression


class Binary(Expression, tag=8):
    """`left operator right`; `.`, `?.` and Murano's `:` and `is` are operators too."""

    operator: str
    left: AnyExpression
    right: AnyExpression


class Group(Expression, tag=9):
    """`(inner)`."""

    inner: AnyExpression


class Pair(Expression, tag=10):
    """`key => value`: a named argument, or an entry of a map display."""

    key: AnyExpression
    value: AnyExpression


class Omitted(Expression, tag=11):
    """An argument omitted between commas, as in `f(1,,2)`; it has no extent."""


if TYPE_CHECKING:
    AnyExpression = Expression
else:  # what reading back can tell apart: types without a common base
    AnyExpression = (
        Literal
        | Keyword
        | Variable
        | Call
        | Index
        | ListDisplay
        | MapDisplay
        | Unary
        | Binary
        | Group
        | Pair
        | Omitted
    )


_PARTS: dict[type[Expression], Callable[[Any], tuple[Expression, ...]]] = {
    Binary: lambda node: (node.left, node.right),
    Unary: lambda node: (node.operand,),
    Call: lambda node: node.arguments,
    ListDisplay: lambda node: node.arguments,
    MapDisplay: lambda node: node.arguments,
    Index: lambda node: (node.receiver, *node.arguments),
    Pair: lambda node: (node.key, node.value),
    Group: lambda node: (node.inner,),
}


def children(node: Expression) -> tuple[Expression, ...]:
    """Return the direct parts of a node, in source order."""
    parts = _PARTS.get(node.__class__)
    return () if parts is None else parts(node)


def walk(node: Expression) -> list[Expression]:
    """Return every node of the tree, parents first, in source order."""
    result: list[Expression] = []
    stack = [node]
    while stack:
        current = stack.pop()
        result.append(current)
        parts = _PARTS.get(current.__class__)
        if parts is not None:
            stack.extend(parts(current)[::-1])
    return result


def below(node: Expression, level: int) -> Expression | None:
    """Return the first node that is deeper in a tree than a level, counted from 1; or None."""
    pending = [(node, 1)]
    while pending:
        current, depth = pending.pop()
        if depth > level:
            return current
        pending.extend([(part, depth + 1) for part in reversed(children(current))])
    return None


def calls_any(node: Expression) -> bool:
    """Return whether an expression contains a call.

    The search starts at the right, where most calls are.
    """
    pending = [node]
    while pending:
        current = pending.pop()
        if current.__class__ is Call:
            return True
        pending.extend(children(current))
    return False


def bare(node: Expression) -> Expression:
    """Return an expression without the parentheses around it."""
    while node.__class__ is Group:  # faster than `isinstance`, and mostly false
        node = node.inner
    return node


def word(node: Expression) -> str | None:
    """Return the text of a bare word or a quoted text; None for all else."""
    if isinstance(node, Keyword):
        return node.name
    if isinstance(node, Literal) and isinstance(node.value, str):
        return node.value
    return None


def operands(node: Expression, operator: str) -> list[Expression]:
    """Return the operands of a chain like `a and b and (c and d)`, in source order."""
    expressions: list[Expression] = []
    pending = [node]
    while pending:
        current = bare(pending.pop())
        if isinstance(current, Binary) and current.operator == operator:
            pending += (current.right, current.left)
        else:
            expressions.append(current)
    return expressions
