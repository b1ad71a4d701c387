"""Reduces a class to its part that other packages see: all of it but the bodies of most methods.

For a UI definition, it is the application. Packages that require another one depend on this part
alone, so they need no new check while it stays the same. Of the bodies that it lacks, it has the
attributes that they assign, `- $.name: value`, and the owner without which they fail:
`$.find(Class).require()`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from muranopl.ard import nodes
from muranopl.ard.nodes import Node, Sequence, Yaql, mapping_at, pairs_in, text_of, walk
from muranopl.ard.yaql.tree import Binary, Call, Expression, Keyword, Variable
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import replaced
from muranopl.language.grammar.instructions.body import body as read_body
from muranopl.language.grammar.method import MethodDeclaration, MethodUsage
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.ui.keys import snake_case
from muranopl.read.package import PackageHeader

# Usages of methods with visible bodies: a default or contract of another package may call them.
_RUN_BY_OTHERS = {MethodUsage.STATIC, MethodUsage.EXTENSION}


def seen_by_others(
    classes: Iterable[ClassDeclaration], header: PackageHeader
) -> tuple[ClassDeclaration, ...]:
    """Return the classes of a file, read without bodies, with what others may see of these.

    Those of an extension have none.
    """
    if header.manifest.extension is not None:
        return tuple(classes)
    return tuple(map(_seen, classes))


def _seen(declaration: ClassDeclaration) -> ClassDeclaration:
    """Return a class with the bodies of methods that others may call.

    For other methods it is enough to know that they have a body, which attributes it assigns
    (`assigned_attributes`), as classes that extend the class are compared with that, and which owner
    it needs (`needed_owner`), as others may make an object without one.
    """
    return replaced(
        declaration,
        methods=tuple(map(_read, declaration.methods)),
        workflow=tuple(map(_read, declaration.workflow)),
    )


def _read(method: MethodDeclaration) -> MethodDeclaration:
    if method.body is None or method.usage not in _RUN_BY_OTHERS:
        return method
    # Diagnostics of the body belong to the check of its own package, so they are dropped here
    return replaced(method, body=read_body(method.body.node, Reading(Findings()), ""))


def hidden_bodies(declaration: ClassDeclaration) -> Iterator[Node]:
    """Yield the bodies whose instructions are not visible to other packages."""
    for method in (*declaration.methods, *declaration.workflow):
        if method.body is not None and method.usage not in _RUN_BY_OTHERS:
            yield method.body.node


def application_alone(document: Node) -> Node:
    """Return the document of a UI definition as far as other packages see it."""
    if not isinstance(document, nodes.Mapping):
        return document
    entries = [
        pair for pair in document.pairs if snake_case(text_of(pair[0]) or "") == "application"
    ]
    return mapping_at(document, entries)


def assigned_attributes(code: Node) -> Iterator[tuple[Yaql, str]]:
    """Yield the keys of instructions that assign an attribute of `$`, with its name."""
    for node in walk(code):
        for key, _ in pairs_in(node):
            if isinstance(key, Yaql):
                match key.tree:
                    case Binary(
                        operator=".", left=Variable(name="$" | "$this"), right=Keyword(name=name)
                    ):
                        yield key, name


def needed_owner(body: Node) -> Yaql | None:
    """Return the first expression of a body that is always run and requires an owner, or None.

    Nothing below the first block is considered, as a block may end the method.
    """
    for item in body.items if isinstance(body, Sequence) else (body,):
        value = item
        if isinstance(item, nodes.Mapping):
            if len(item.pairs) != 1 or not isinstance(item.pairs[0][0], Yaql):
                return None
            value = item.pairs[0][1]
        if isinstance(value, Yaql) and requires_owner(value.tree):
            return value
    return None


def requires_owner(tree: Expression) -> bool:
    """Return whether an expression begins with `$.find(Class).require()`."""
    while isinstance(tree, Binary) and tree.operator == ".":
        match tree:
            case Binary(
                left=Binary(
                    operator=".", left=Variable(name="$" | "$this"), right=Call(name="find")
                ),
                right=Call(name="require"),
            ):
                return True
        tree = tree.left
    return False
