"""Literals in expressions, as the nodes that they would be in YAML."""

from __future__ import annotations

from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence
from muranopl.ard.yaql.tree import (
    Expression,
    Keyword,
    ListDisplay,
    Literal,
    MapDisplay,
    Pair,
    Unary,
)
from muranopl.language.grammar.unparsed import CONSTANTS

_NUMBERS = frozenset({int, float})


def literal_node(expression: Expression, around: Node) -> Node | None:
    """Return a literal as a node in the place of `around`, None for other expressions.

    Parts of lists and mappings that are not literals are `Broken`.
    """
    node = _node(expression, around)
    return None if isinstance(node, Broken) else node


def _node(expression: Expression, around: Node) -> Node:
    match expression:
        case Literal(value=value):
            return Scalar(*around.span, value)
        # The names of constants in other languages are reported as such.
        case Keyword(name=name) if name not in CONSTANTS:
            return Scalar(*around.span, name)
        case Unary(operator="-", operand=Literal(value=number)) if type(number) in _NUMBERS:
            return Scalar(*around.span, -number)  # type: ignore[operator]
        case ListDisplay(arguments=items):
            return Sequence(*around.span, tuple(_node(item, around) for item in items))
        case MapDisplay(arguments=entries):
            pairs = [
                (_node(entry.key, around), _node(entry.value, around))
                for entry in entries
                if isinstance(entry, Pair)
            ]
            if len(pairs) == len(entries):
                return Mapping(*around.span, tuple(pairs))
    return Broken(*around.span)
