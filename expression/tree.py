"""The syntax tree of a YAQL expression. Every node knows where it stands: offsets into the expression's text.

The shapes follow yaql's own expression classes one to one, so that a tree can be handed over for evaluation, and
compared with yaql in tests: a name in call position is a `Call`, `a.b` is `Binary(".", a, b)`, `$x` is
`Variable("$x")`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec


class Expression(msgspec.Struct, eq=False):
    """Base of all nodes: `start` and `end` are 0-based character offsets into the text, `end` exclusive."""

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


def children(node: Expression) -> tuple[Expression, ...]:
    """The direct parts of a node, in source order."""
    if isinstance(node, Binary):
        return (node.left, node.right)
    if isinstance(node, Unary):
        return (node.operand,)
    if isinstance(node, (Call, ListDisplay, MapDisplay)):
        return node.arguments
    if isinstance(node, Index):
        return (node.receiver, *node.arguments)
    if isinstance(node, Pair):
        return (node.key, node.value)
    if isinstance(node, Group):
        return (node.inner,)
    return ()


def walk(node: Expression) -> Iterator[Expression]:
    """Every node of the tree, parents first, in source order; never recurses, however deep the tree."""
    stack = [node]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(reversed(children(current)))
