"""Class names inside YAQL: arguments of contract functions, and type literals anywhere in an expression."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Yaql
from muranopl.contracts.tree import TypeName
from muranopl.expression.tree import Binary, Expression, Group, Keyword, Literal, Unary, walk


def type_name_in(expression: Expression, node: Yaql) -> TypeName | None:
    """The class that an argument names: `ns:Name`, `:Name`, `Name` or a quoted name; None when it is computed."""
    while isinstance(expression, Group):
        expression = expression.inner
    text = _literal(expression)
    if text is None and isinstance(expression, Keyword):
        text = expression.name
    if text is None and isinstance(expression, Literal) and isinstance(expression.value, str):
        text = expression.value
    return None if text is None else TypeName(text, node, expression.start, expression.end)


def type_literals(node: Yaql) -> Iterator[TypeName]:
    """Every `ns:Name` and `:Name` of an expression; each is looked up when the expression runs."""
    inside: set[int] = set()
    for expression in walk(node.tree):
        if isinstance(expression, Binary) and expression.operator == ":":
            inside.add(id(expression.right))  # `a::b` is no type literal in a second `:`
        text = None if id(expression) in inside else _literal(expression)
        if text is not None:
            yield TypeName(text, node, expression.start, expression.end)


def _literal(expression: Expression) -> str | None:
    if isinstance(expression, Binary) and expression.operator == ":":
        if isinstance(expression.left, Keyword) and isinstance(expression.right, Keyword):
            return f"{expression.left.name}:{expression.right.name}"
    elif isinstance(expression, Unary) and expression.operator == ":" and isinstance(expression.operand, Keyword):
        return f":{expression.operand.name}"
    return None
