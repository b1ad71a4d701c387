"""Locates the part of an expression that failed, if it is the only one of its kind."""

from __future__ import annotations

from muranopl.ard.nodes import Node, Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Binary, Call, Expression, Index, Keyword, walk
from muranopl.diagnostics.places import Place

_PROPERTY = "#property#"
_OPERATOR = "#operator_"


def place_of(node: Node, called: str | None) -> Place:
    """Return the place of the only call of a function in an expression, else that of all of it."""
    if not isinstance(node, Yaql) or called is None:
        return node.place
    result = [part for item in walk(node.tree) if (part := _part(item, called)) is not None]
    if len(result) == 1:
        return place_within(node, result[0].start, result[0].end)
    return node.place


def _part(part: Expression, called: str) -> Expression | None:
    """Return the part to point at if it calls the function."""
    if isinstance(part, Call):
        return part if part.name == called else None
    if isinstance(part, Index):
        return part if called == "#indexer" else None
    if not isinstance(part, Binary):
        return None
    if (
        isinstance(part.right, Keyword)
        and part.operator in {".", "?."}
        and f"{_PROPERTY}{part.right.name}" == called
    ):
        return part.right
    return part if f"{_OPERATOR}{part.operator}" == called else None
