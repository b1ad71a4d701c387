"""The public view of a complete type."""

from __future__ import annotations

from typing import Any

from muranopl.ard.plain_data import plain
from muranopl.diagnostics.places import Place
from muranopl.hierarchy.phase import Hierarchy
from muranopl.inherit.attached import Attached, ConflictError, Pick, effective, of_method, of_property, of_the_class
from muranopl.inherit.complete import CompleteType, Member
from muranopl.inherit.phase import Inheritance
from muranopl.language.contracts.describe import describe
from muranopl.language.grammar.class_ import ClassUsage, Target
from muranopl.language.grammar.method import MethodUsage
from muranopl.namespace.declared import place_of
from muranopl.namespace.result import Names, TypeId
from muranopl.phases.graph import inherited_contracts
from muranopl.resolved import AttachedMeta, MetaFacts, ResolvedClass, ResolvedMember


class View:
    """Shows types of one resolution."""

    def __init__(self, names: Names, hierarchy: Hierarchy, inheritance: Inheritance) -> None:
        self._names = names
        self._hierarchy = hierarchy
        self._types = inheritance.types

    def of(self, type_: CompleteType) -> ResolvedClass:
        """The public view of a type."""
        declaration = type_.declared.declaration
        imports = (self._names.meaning.get(written) for written in declaration.imports)
        extensions = (
            name
            for name, member in type_.methods.items()
            if member.declaration.usage is MethodUsage.EXTENSION and not member.ambiguous
        )
        return ResolvedClass(
            name=type_.id.name,
            version=type_.id.package.version,
            package=type_.id.package.name,
            usage=type_.usage.value,
            parents=tuple(map(str, type_.parents)),
            ancestors=tuple(map(str, type_.ancestors)),
            properties={name: self._member(member, of_property(name)) for name, member in type_.properties.items()},
            methods={
                name: self._member(member, of_method(member.declaration.name)) for name, member in type_.methods.items()
            },
            imports=tuple(dict.fromkeys(str(each) for each in imports if each is not None)),
            extensions=tuple(sorted(extensions)),
            meta=self._meta(type_.id, of_the_class),
            facts=_facts(type_),
            place=place_of(declaration),
        )

    def _member(self, member: Member[Any], pick: Pick) -> ResolvedMember:
        declaration = member.declaration
        contract, default = getattr(declaration, "contract", None), getattr(declaration, "default", None)
        place: Place = declaration.name_node.place
        return ResolvedMember(
            name=member.name,
            declaring=str(member.declaring),
            usage=declaration.usage.value,
            ambiguous=tuple(str(type_) for type_, _ in member.candidates) if member.ambiguous else (),
            contract=None if contract is None else describe(contract),
            default=None if default is None else plain(default),
            inherited_contracts=tuple(inherited_contracts(member)) if contract is not None else (),
            place=place,
            meta=self._meta(member.declaring, pick),
        )

    def _meta(self, owner: TypeId, pick: Pick) -> tuple[AttachedMeta, ...] | None:
        try:
            found = effective(self._hierarchy.lineages[owner], pick, self._names, self._types)
        except ConflictError:
            return None
        return tuple(AttachedMeta(str(each.type), self._values(each)) for each in found)

    def _values(self, attached: Attached) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name, member in self._types[attached.type].properties.items():
            given = None if attached.values is None else attached.values.get(name)
            shown = given if given is not None else member.declaration.default
            values[name] = None if shown is None else plain(shown)
        return values


def _facts(type_: CompleteType) -> MetaFacts | None:
    """What a meta class says about its objects, `All` spelt out."""
    if type_.usage is not ClassUsage.META:
        return None
    declaration = type_.declared.declaration
    everything = tuple(target for target in Target if target is not Target.ALL)
    applies = everything if Target.ALL in declaration.applies else declaration.applies
    return MetaFacts(
        declaration.cardinality.value, tuple(sorted({each.value for each in applies})), declaration.inherited
    )
