"""Assignments to attributes of the own object in code: `- $.name: value`."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Yaql, walk
from muranopl.ard.yaql.tree import Binary, Expression, Keyword, Variable


def assigned_attributes(code: Node) -> Iterator[tuple[Yaql, str]]:
    """Yield the keys of instructions that assign an attribute of `$`, with its name."""
    for node in walk(code):
        for key, _ in node.pairs if isinstance(node, Mapping) else ():
            name = None
            if isinstance(key, Yaql):
                name = _attribute(key.tree)
            if isinstance(key, Yaql) and name is not None:
                yield key, name


def _attribute(target: Expression) -> str | None:
    """Return the name of the attribute if an expression is `$.name` or `$this.name`."""
    if (
        isinstance(target, Binary)
        and target.operator == "."
        and isinstance(target.left, Variable)
        and target.left.name in ("$", "$this")
        and isinstance(target.right, Keyword)
    ):
        return target.right.name
    return None
