"""What others see of a class: all of it but the bodies of most methods.

Packages that require another one are checked against this alone, so they need no new check while it stays the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Sequence
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Reading, replaced
from muranopl.language.grammar.instructions.block import Body
from muranopl.language.grammar.instructions.body import body as read_body
from muranopl.language.grammar.method import MethodDeclaration, MethodUsage
from muranopl.read.assignments import assigned_attributes

_RUN_BY_OTHERS = {MethodUsage.STATIC, MethodUsage.EXTENSION}
"""Bodies of these are seen by others: a default or contract may call them."""


def seen_by_others(declaration: ClassDeclaration) -> ClassDeclaration:
    """Return a class with of the bodies of its methods only what classes that extend it are compared with.

    That is whether there is a body (a method with nothing in it promises nothing), and which attributes it assigns.
    """
    return replaced(
        declaration, methods=tuple(map(_head, declaration.methods)), workflow=tuple(map(_head, declaration.workflow))
    )


def _head(method: MethodDeclaration) -> MethodDeclaration:
    body = method.body
    if body is None:
        return method
    runs = method.usage in _RUN_BY_OTHERS
    return replaced(method, body=read_body(body.node, Reading(Findings()), "") if runs else _abridged(body.node))


def _abridged(body: Node) -> Body:
    """Return the assignments to attributes of a body, without the values and not parsed."""
    assigned = tuple(
        Mapping(key.file, key.line, key.column, key.end_line, key.end_column, ((key, key),))
        for key, _ in assigned_attributes(body)
    )
    return Body(Sequence(body.file, body.line, body.column, body.end_line, body.end_column, assigned))


def hidden_bodies(declaration: ClassDeclaration) -> Iterator[Node]:
    """Yield the bodies that others see abridged."""
    for method in (*declaration.methods, *declaration.workflow):
        if method.body is not None and method.usage not in _RUN_BY_OTHERS:
            yield method.body.node
