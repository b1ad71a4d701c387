"""Reports objects that `new()` makes without the owner that their constructors require."""

from __future__ import annotations

from muranopl.ard.nodes import Yaql, is_false
from muranopl.ard.yaql.tree import Call
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.fixes import Applicability, Fix
from muranopl.inherit.complete import CompleteType
from muranopl.language import library
from muranopl.language.contracts import kinds
from muranopl.language.grammar.method import CONSTRUCTOR
from muranopl.read.embedded import library_body
from muranopl.read.exports import needed_owner
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.bodies.scope import ExpressionScope

_EMBEDDED = ("io.murano", "io.murano.applications")
"""Packages of the embedded core library, whose class files leave bodies out."""


def check_owner(
    tree: Call, type_: CompleteType, arguments: CallArguments, scope: ExpressionScope
) -> None:
    """Report `new(Class)` if a constructor of the class needs an owner."""
    if _gives_owner(arguments):
        return
    needed = _needed(type_)
    if needed is None:
        return
    first = tree.arguments[0]
    written = f"{scope.text(first)}, $this"

    def fixes() -> tuple[Fix, ...]:
        if len(arguments.positional) > 1 or scope.method.declaration.is_on_class:
            return ()
        return scope.fix(first, written, Applicability.UNSAFE)

    scope.report(
        rules.NO_OWNER,
        tree,
        severity=scope.severity,
        class_=type_.id.name,
        text=needed.text,
        written=written,
        related=_related(needed),
        fixes=fixes,
    )


def _gives_owner(arguments: CallArguments) -> bool:
    """Return whether there is a second argument that may be an object."""
    if "owner" in arguments.named:
        return True  # a name for it that does not exist is reported as such
    return len(arguments.positional) > 1 and arguments.positional[1].value.kinds != kinds.NULL


def _needed(type_: CompleteType) -> Yaql | None:
    """Return the expression of a constructor that fails without an owner, or None."""
    constructors = type_.methods.get(CONSTRUCTOR)
    for owner, method in () if constructors is None else constructors.chain:
        body = None if method.body is None else method.body.node
        if body is not None and is_false(body) and owner.package.name in _EMBEDDED:
            recorded = library_body(owner.name, CONSTRUCTOR)
            body = None if recorded is None else recorded.node
        needed = None if body is None else needed_owner(body)
        if needed is not None:
            return needed
    return None


def _related(needed: Yaql) -> tuple[Related, ...]:
    """Return the place of the expression; bodies of the embedded core library are not files of users."""
    if needed.place.file.root == library.NAME:
        return ()
    return (Related("the constructor needs an owner here", needed.place),)
