"""The syntax tree of a YAQL expression. Every node knows where it stands: offsets into the expression's text.

The shapes follow yaql's own expression classes one to one, so that a tree can be handed over for evaluation, and
compared with yaql in tests: a name in call position is a `Call`, `a.b` is `Binary(".", a, b)`, `$x` is
`Variable("$x")`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec


class Expression(msgspec.Struct, eq=False, gc=False):
    """Base of all nodes: `start` and `end` are 0-based character offsets into the text, `end` exclusive.

    Trees have no circles: without the collector's header a node is a quarter smaller.
    """

    start: int
    end: int


class Literal(Expression, eq=False):
    """A quoted string, number, `true`, `false` or `null`."""

    value: str | int | float | bool | None


class Keyword(Expression, eq=False):
    """A bare word, which yaql treats as the text of that word: `TCP`, a method's property name, a class name."""

    name: str


class Variable(Expression, eq=False):
    """`$`, `$name` or `$1`; `name` includes the dollar sign."""

    name: str


class Call(Expression, eq=False):
    """`name(arguments)`. The receiver of a method call is the left side of the `.` around it."""

    name: str
    arguments: tuple[Argument, ...]


class Index(Expression, eq=False):
    """`receiver[arguments]`."""

    receiver: Expression
    arguments: tuple[Argument, ...]


class ListDisplay(Expression, eq=False):
    """`[arguments]`."""

    arguments: tuple[Argument, ...]


class MapDisplay(Expression, eq=False):
    """`{arguments}`."""

    arguments: tuple[Argument, ...]


class Unary(Expression, eq=False):
    """`operator operand`, with operator one of `+ - not :`."""

    operator: str
    operand: Expression


class Binary(Expression, eq=False):
    """`left operator right`; `.`, `?.` and Murano's `:` and `is` are operators too."""

    operator: str
    left: Expression
    right: Expression


class Group(Expression, eq=False):
    """`(inner)`."""

    inner: Expression


class Pair(Expression, eq=False):
    """`key => value`: a named argument, or an entry of a map display."""

    key: Expression
    value: Expression


class Omitted(Expression, eq=False):
    """An argument left out between commas, as in `f(1,,2)`; it has no extent."""


Argument = Expression


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
    """The direct parts of a node, in source order."""
    parts = _PARTS.get(node.__class__)
    return () if parts is None else parts(node)


def walk(node: Expression) -> Iterator[Expression]:
    """Every node of the tree, parents first, in source order; never recurses, however deep the tree."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        parts = _PARTS.get(current.__class__)
        if parts is not None:
            stack.extend(parts(current)[::-1])


def calls_any(node: Expression) -> bool:
    """Whether anything in an expression is a call. Looked for from the right: that is where most end."""
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, Call):
            return True
        pending.extend(children(current))
    return False


def bare(node: Expression) -> Expression:
    """An expression without the parentheses around it."""
    while isinstance(node, Group):
        node = node.inner
    return node


def word(node: Expression) -> str | None:
    """The text that a bare word or a quoted text is, None for all else."""
    if isinstance(node, Keyword):
        return node.name
    return node.value if isinstance(node, Literal) and isinstance(node.value, str) else None


def operands(node: Expression, operator: str) -> list[Expression]:
    """What stands between the operators of a chain like `a and b and (c and d)`, in source order."""
    found: list[Expression] = []
    pending = [node]
    while pending:
        current = bare(pending.pop())
        if isinstance(current, Binary) and current.operator == operator:
            pending += (current.right, current.left)
        else:
            found.append(current)
    return found
