"""Where methods assign a property of their object: `- $.name: value`."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.diagnostics.places import Place
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.method import CONSTRUCTOR
from muranopl.read.assignments import assigned_attributes


def assignments(declaration: ClassDeclaration, name: str) -> Iterator[Place]:
    """The places where a class assigns the property; not in its constructor, which may set any."""
    for method in declaration.all_methods:
        if method.body is not None and method.symbol != CONSTRUCTOR:
            yield from (key.place for key, assigned in assigned_attributes(method.body.node) if assigned == name)
