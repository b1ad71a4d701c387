"""What others see of a class: all of it but the bodies of most methods.

Packages that require another one are checked against this alone, so they need no new check while it stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Node
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Reading, replaced
from muranopl.language.grammar.instructions.body import body as read_body
from muranopl.language.grammar.method import MethodDeclaration, MethodUsage

_RUN_BY_OTHERS = {MethodUsage.STATIC, MethodUsage.EXTENSION}
"""Bodies of these are seen by others: a default or contract may call them."""


def seen_by_others(declaration: ClassDeclaration) -> ClassDeclaration:
    """Return a class that was read without bodies with the instructions of those methods that others may call.

    Of other methods it is enough that they have a body, and which attributes this assigns (`assigned_attributes`):
    classes that extend the class are compared with that.
    """
    return replaced(
        declaration, methods=tuple(map(_read, declaration.methods)), workflow=tuple(map(_read, declaration.workflow))
    )


def _read(method: MethodDeclaration) -> MethodDeclaration:
    if method.body is None or method.usage not in _RUN_BY_OTHERS:
        return method
    return replaced(method, body=read_body(method.body.node, Reading(Findings()), ""))


def hidden_bodies(declaration: ClassDeclaration) -> Iterator[Node]:
    """Yield the bodies whose instructions others do not see."""
    for method in (*declaration.methods, *declaration.workflow):
        if method.body is not None and method.usage not in _RUN_BY_OTHERS:
            yield method.body.node
