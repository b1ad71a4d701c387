"""Trees as yaql's own expression objects, to compare with what yaql parses and evaluates."""

from __future__ import annotations

import collections.abc  # noqa: F401 - yaql uses it without importing it
from collections.abc import Sequence
from typing import Any

from yaql.language import expressions, utils

from muranopl.ard.yaql import tree
from muranopl.ard.yaql.tree import Expression

# Operators whose function in yaql is called by a name.
_ALIASES = {"=": "equal", "!=": "not_equal"}


def to_yaql(expression: Expression) -> Any:
    """Return the same expression as yaql builds it, a `yaql.language.expressions.Expression`; never recurses.

    It lacks the outermost `Statement`, which needs an engine: `expressions.Statement(to_yaql(tree),
    engine)`.
    """
    done: list[Any] = []
    # The parts of each before it, the first one last
    for node in reversed(list(tree.walk(expression))):
        parts = [done.pop() for _ in tree.children(node)]
        done.append(_node(node, parts))
    return done[0]


def _node(node: Expression, parts: Sequence[Any]) -> Any:
    """One yaql object, given those of the parts."""
    match node:
        case tree.Literal(value=value):
            return expressions.Constant(value)
        case tree.Keyword(name=name):
            return expressions.KeywordConstant(name)
        case tree.Variable(name=name):
            return expressions.GetContextValue(expressions.Constant(name))
        case tree.Call(name=name):
            return expressions.Function(name, *parts)
        case tree.Binary(operator=operator):
            return expressions.BinaryOperator(operator, *parts, _ALIASES.get(operator))
        case tree.Unary(operator=operator):
            return expressions.UnaryOperator(operator, *parts, None)
        case tree.Group():
            return expressions.Wrap(*parts)
        case tree.Index():
            return expressions.IndexExpression(*parts)
        case tree.ListDisplay():
            return expressions.ListExpression(*parts)
        case tree.MapDisplay():
            return expressions.MapExpression(*parts)
        case tree.Pair():
            return expressions.MappingRuleExpression(*parts)
        case _:
            return utils.NO_VALUE
