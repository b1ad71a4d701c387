"""Descriptions of complete types: for the class graph, dumps, documents and `Catalog.resolve`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from muranopl.ard.plain_data import plain
from muranopl.inherit.class_loader import LoadedClass
from muranopl.inherit.complete import CompleteType, Member
from muranopl.inherit.effective_meta import (
    MetaConflictError,
    MetaSelector,
    attached,
    effective_meta,
    of_method,
    of_property,
    of_the_class,
)
from muranopl.language.grammar.class_ import ClassUsage, MetaTarget
from muranopl.language.grammar.members import MetaUse
from muranopl.language.grammar.method import (
    ArgumentDeclaration,
    MethodDeclaration,
    MethodScope,
    MethodUsage,
)
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.namespace.result import Names, TypeId
from muranopl.phases.results import PhaseResults
from muranopl.views.classes import (
    AttachedMeta,
    MetaFacts,
    ResolvedArgument,
    ResolvedClass,
    ResolvedMember,
)
from muranopl.views.graph.contract_names import ContractNames
from muranopl.views.graph.declared import Data

_EVERYWHERE = tuple(target for target in MetaTarget if target is not MetaTarget.ALL)

Typed = PropertyDeclaration | ArgumentDeclaration
ClassResults = PhaseResults | LoadedClass
"""What classes are described from: the results of a check, or of a load."""


class ClassDescriber:
    """Describes complete types; a member that several of them have is described once.

    `contracts` knows the classes that contracts name: a load does not look them up, but a check.
    """

    def __init__(self, results: ClassResults, contracts: ContractNames | None = None) -> None:
        self._names = results.names
        self._nodes = results.hierarchy.nodes
        self._types = results.inheritance.types
        self._contracts = contracts or ContractNames(results.names)
        self._members: dict[int, ResolvedMember] = {}

    def class_(self, type_: CompleteType) -> ResolvedClass:
        """Return a class with all its members."""
        declaration = type_.declared.declaration
        imports = (self._names.resolved.get(written) for written in declaration.imports)
        return ResolvedClass(
            name=type_.id.name,
            version=type_.id.package.version,
            package=type_.id.package.name,
            usage=type_.usage.value,
            incomplete=type_.incomplete,
            parents=tuple(map(str, type_.parents)),
            ancestors=tuple(map(str, type_.ancestors)),
            imports=_texts(import_ for import_ in imports if import_ is not None),
            extensions=tuple(
                sorted(name for name, member in type_.methods.items() if _is_extension(member))
            ),
            meta=self.meta(type_.id),
            facts=_facts(type_),
            properties=self._all(type_.properties),
            methods=self._all(type_.methods),
            place=declaration.place,
        )

    def _all(self, members: Mapping[str, Member[Any]]) -> dict[str, ResolvedMember]:
        return {name: self.member(member) for name, member in members.items()}

    def member(self, member: Member[Any]) -> ResolvedMember:
        """Return a property or method of a class; it is the same object at each call."""
        cached = self._members.get(id(member))
        if cached is None:
            cached = self._members[id(member)] = self._member(member)
        return cached

    def _member(self, member: Member[Any]) -> ResolvedMember:
        declaration, owner = member.declaration, member.declaring
        is_method = isinstance(declaration, MethodDeclaration)
        ambiguous = (type_ for type_, _ in member.candidates) if member.ambiguous else ()
        select = of_method if is_method else of_property
        return ResolvedMember(
            name=member.name,
            declaring=str(owner),
            usage=declaration.usage.value,
            ambiguous=_texts(ambiguous),
            overrides=_texts(overridden(member)),
            place=declaration.name_node.place,
            meta=self.meta(owner, select(declaration.name)),
            **(self._of_method(declaration, owner) if is_method else self._of_property(member)),
        )

    def _of_method(self, declaration: MethodDeclaration, owner: TypeId) -> Data:
        arguments = (self._argument(argument, owner) for argument in declaration.arguments)
        scope = declaration.scope or MethodScope.SESSION
        return {"scope": scope.value, "arguments": tuple(arguments)}

    def _of_property(self, member: Member[PropertyDeclaration]) -> Data:
        inherited = (
            self._contracts.text(value.contract, type_)
            for type_, value in member.chain[1:]
            if value.contract is not None
        )
        typed = self._typed(member.declaration, member.declaring)
        return {**typed, "inherited_contracts": tuple(inherited)}

    def _argument(self, declaration: ArgumentDeclaration, owner: TypeId) -> ResolvedArgument:
        return ResolvedArgument(
            name=declaration.name,
            usage=declaration.usage.value,
            meta=attached_meta(declaration.meta, self._names, self._types, owner),
            place=declaration.name_node.place,
            **self._typed(declaration, owner),
        )

    def _typed(self, declaration: Typed, owner: TypeId) -> Data:
        """Return the fields for the contract and the default of a property or argument."""
        contract, default = declaration.contract, declaration.default
        classes = () if contract is None else self._contracts.types(contract, owner)
        return {
            "contract": None if contract is None else self._contracts.text(contract, owner),
            "contract_classes": _texts(classes),
            "default": None if default is None else plain(default),
            "has_default": default is not None,
        }

    def meta(
        self, owner: TypeId, select: MetaSelector = of_the_class
    ) -> tuple[AttachedMeta, ...] | None:
        """Return the meta objects in effect at one place of a class.

        Return None if two parents pass on conflicting ones.
        """
        try:
            result = effective_meta(self._nodes[owner], select, self._names, self._types)
        except MetaConflictError:
            return None
        return tuple(
            _meta_object(self._types[item.type], item.use, str(item.owner)) for item in result
        )


def attached_meta(
    uses: Iterable[MetaUse],
    names: Names,
    types: Mapping[TypeId, CompleteType],
    declaring: object,
) -> tuple[AttachedMeta, ...]:
    """Return the meta objects of one declaration of `declaring`, a type or a package."""
    return tuple(
        _meta_object(types[type_], use, str(declaring))
        for type_, use in attached(uses, names, types)
    )


def _meta_object(type_: CompleteType, use: MetaUse, declaring: str) -> AttachedMeta:
    """Return a meta object of a class with the values written, else the defaults."""
    values: Data = {}
    for name, member in type_.properties.items():
        value = None if use.values is None else use.values.get(name)
        shown = value if value is not None else member.declaration.default
        values[name] = None if shown is None else plain(shown)
    return AttachedMeta(str(type_.id), values, declaring, use.type.place)


def overridden(member: Member[Any]) -> tuple[TypeId, ...]:
    """Return the classes whose declarations of a name the one that counts hides directly."""
    own = {type_ for type_, _ in member.candidates}
    hidden: dict[TypeId, None] = {}
    for above in member.above:
        types = [type_ for type_, _ in above.candidates]
        # A member of several parents has the same declarations as one of them.
        hidden |= dict.fromkeys(overridden(above) if own.issuperset(types) else types)
    return tuple(type_ for type_ in hidden if type_ not in own)


def _texts(types: Iterable[TypeId]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(str, types)))


def _is_extension(member: Member[MethodDeclaration]) -> bool:
    return member.declaration.usage is MethodUsage.EXTENSION and not member.ambiguous


def _facts(type_: CompleteType) -> MetaFacts | None:
    """Return the facts of a meta class, with `All` replaced by all targets."""
    if type_.usage is not ClassUsage.META:
        return None
    declaration = type_.declared.declaration
    applies = declaration.applies
    if MetaTarget.ALL in applies:
        applies = _EVERYWHERE
    return MetaFacts(
        declaration.cardinality.value,
        tuple(sorted({apply.value for apply in applies})),
        declaration.inherited,
    )
