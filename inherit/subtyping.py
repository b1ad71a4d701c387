"""Subtyping of the classes that two contracts name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts.compatible.comparison import ClassRelation, Subtyping
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.namespace.references import references
from muranopl.namespace.result import Names, TypeId


def named_classes(member: Named) -> Iterator[TypeName]:
    """Yield the class names in the contracts of a property or method."""
    if isinstance(member, PropertyDeclaration):
        yield from references(member.contract)
    elif isinstance(member, MethodDeclaration):
        for argument in member.arguments:
            yield from references(argument.contract)


def class_relation(names: Names, types: Mapping[TypeId, CompleteType]) -> ClassRelation:
    """Return the function that compares two classes.

    `types` must have all classes it is called with. The engine compares classes by name, and
    versions by the requirements of the contract's package: for two versions of one class, and for a
    class with an unknown ancestor, the answer is UNKNOWN.
    """

    def relation(first: TypeName, second: TypeName) -> Subtyping:
        own, other = names.resolved.get(first), names.resolved.get(second)
        if own is None or other is None:
            return Subtyping.UNKNOWN
        node, below = types.get(own), types.get(other)
        if own == other or (node is not None and other in node.ancestors):
            return Subtyping.SUBTYPE
        if (
            node is None
            or node.incomplete
            or other.name in {own.name, *(above.name for above in node.ancestors)}
        ):
            return Subtyping.UNKNOWN
        related = (
            below is None
            or below.incomplete
            or own.name in {above.name for above in below.ancestors}
        )
        return Subtyping.NOT_SUBTYPE if related else Subtyping.UNRELATED

    return relation
