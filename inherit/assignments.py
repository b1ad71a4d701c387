"""Where methods assign a property of their object: `- $.name: value`."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Yaql, walk
from muranopl.diagnostics.places import Place
from muranopl.expression.tree import Binary, Expression, Keyword, Variable
from muranopl.inherit.complete import ALIASES
from muranopl.language.grammar.class_ import ClassDeclaration


def assignments(declaration: ClassDeclaration, name: str) -> Iterator[Place]:
    """The places where a class assigns the property; not in its constructor, which may set any."""
    for method in declaration.all_methods:
        if method.body is not None and ALIASES.get(method.name, method.name) != ".init":
            for node in walk(method.body):
                yield from (key.place for key in _keys(node) if _assigns(key.tree, name))


def _keys(node: Node) -> Iterator[Yaql]:
    if isinstance(node, Mapping):
        yield from (key for key, _ in node.pairs if isinstance(key, Yaql))


def _assigns(target: Expression, name: str) -> bool:
    return (
        isinstance(target, Binary)
        and target.operator == "."
        and isinstance(target.left, Variable)
        and target.left.name in ("$", "$this")
        and isinstance(target.right, Keyword)
        and target.right.name == name
    )
