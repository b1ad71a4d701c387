"""How the classes named in two contracts stand to one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts.compatible.comparison import ClassRelation, Kinship
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.namespace.references import references
from muranopl.namespace.result import Names, TypeId


def named_classes(member: Named) -> Iterator[TypeName]:
    """The class names in the contracts of a property or method."""
    if isinstance(member, PropertyDeclaration):
        yield from references(member.contract)
    elif isinstance(member, MethodDeclaration):
        for argument in member.arguments:
            yield from references(argument.contract)


def kinship(names: Names, types: Mapping[TypeId, CompleteType]) -> ClassRelation:
    """Return the question of how one class stands to another; `types` has all that may be asked about.

    The engine compares classes by name, and versions by what the asking package requires: of two versions of one class,
    and of a class with an unknown ancestor, nothing is said.
    """

    def relation(first: TypeName, second: TypeName) -> Kinship:
        own, other = names.resolved.get(first), names.resolved.get(second)
        if own is None or other is None:
            return Kinship.UNKNOWN
        known = types.get(own)
        if own == other or (known is not None and other in known.ancestors):
            return Kinship.SAME_OR_BELOW
        if known is None or known.incomplete or other.name in {own.name, *(above.name for above in known.ancestors)}:
            return Kinship.UNKNOWN
        below = types.get(other)
        related = below is None or below.incomplete or own.name in {above.name for above in below.ancestors}
        return Kinship.NOT_BELOW if related else Kinship.UNRELATED

    return relation
