"""Classes and their members as plain data: for dumps, the class graph and `Catalog.resolve`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from muranopl.ard.plain_data import plain
from muranopl.diagnostics.places import Place
from muranopl.hierarchy.phase import Hierarchy
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
from muranopl.inherit.phase import Inheritance
from muranopl.language.grammar.class_ import ClassUsage, MetaTarget
from muranopl.language.grammar.meta import MetaUse
from muranopl.language.grammar.method import (
    ArgumentDeclaration,
    MethodDeclaration,
    MethodScope,
    MethodUsage,
)
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.namespace.result import Names, TypeId
from muranopl.views.graph.contract_names import ContractNames
from muranopl.views.graph.declared import Data, declared

_SHOWN = ("Contract", "Usage", "Scope", "Default")
"""The keys of members and arguments that are shown as declared."""
_EVERYWHERE = tuple(target for target in MetaTarget if target is not MetaTarget.ALL)

Typed = PropertyDeclaration | ArgumentDeclaration
PlaceNotation = Callable[[Place], Any]
"""Returns a place in the notation of a use of the data."""


class ClassResults(Protocol):
    """The results of the phases that classes are described from: those of a check, or of a load."""

    @property
    def names(self) -> Names:
        """The result of phase 2."""

    @property
    def hierarchy(self) -> Hierarchy:
        """The result of phase 3."""

    @property
    def inheritance(self) -> Inheritance:
        """The result of phase 4."""


def place_data(place: Place) -> Data:
    """Return a place as plain data."""
    return {"file": place.file.display, "line": place.line, "column": place.column}


def _as_it_is(place: Place) -> Place:
    return place


class ClassDescriber:
    """Describes complete types; a member that several of them have is described once.

    `contracts` knows the classes that contracts name: a load does not look them up, but a check.
    `place` returns the notation of places.
    """

    def __init__(
        self,
        results: ClassResults,
        contracts: ContractNames | None = None,
        place: PlaceNotation = _as_it_is,
    ) -> None:
        self._names = results.names
        self._nodes = results.hierarchy.nodes
        self._types = results.inheritance.types
        self._contracts = contracts or ContractNames(results.names)
        self._place = place
        self._members: dict[int, Data] = {}

    def class_(self, type_: CompleteType) -> Data:
        """Return a class with all its members; types are "full.Name/version"."""
        declaration = type_.declared.declaration
        imports = (self._names.resolved.get(written) for written in declaration.imports)
        return {
            "name": type_.id.name,
            "version": type_.id.package.version,
            "package": type_.id.package.name,
            "usage": type_.usage.value,
            "incomplete": type_.incomplete,
            "parents": [str(parent) for parent in type_.parents],
            "ancestors": [str(ancestor) for ancestor in type_.ancestors],
            "imports": _texts(import_ for import_ in imports if import_ is not None),
            "extensions": sorted(
                name for name, member in type_.methods.items() if _is_extension(member)
            ),
            "meta": self._meta(type_.id, of_the_class),
            "facts": _facts(type_),
            "properties": self._all(type_.properties),
            "methods": self._all(type_.methods),
            "place": self._place(declaration.place),
        }

    def _all(self, members: Mapping[str, Member[Any]]) -> Data:
        return {name: self.member(member) for name, member in members.items()}

    def member(self, member: Member[Any]) -> Data:
        """Return a property or method of a class; it is the same object at each call.

        A property has its `contract` and `default` only if it has them, a method its `arguments`.
        `inherited_contracts` validate a value after its own contract has made it: those of the
        declarations above, nearest first.
        """
        cached = self._members.get(id(member))
        if cached is None:
            cached = self._members[id(member)] = self._member(member)
        return cached

    def _member(self, member: Member[Any]) -> Data:
        declaration, owner = member.declaration, member.declaring
        ambiguous = []
        if member.ambiguous:
            ambiguous = _texts(type_ for type_, _ in member.candidates)
        data: Data = {
            "declaring": str(owner),
            "usage": declaration.usage.value,
            "ambiguous": ambiguous,
            "overrides": _texts(overridden(member)),
            "place": self._place(declaration.name_node.place),
        }
        if isinstance(declaration, MethodDeclaration):
            data |= {
                "scope": MethodScope.SESSION.value,
                **declared(declaration, _SHOWN),
                "arguments": [
                    self._argument(argument, owner) for argument in declaration.arguments
                ],
                "meta": self._meta(owner, of_method(declaration.name)),
            }
            return data
        data |= self._typed(declaration, owner)
        if declaration.contract is not None:
            data["inherited_contracts"] = [
                self._contracts.text(value.contract, type_)
                for type_, value in member.chain[1:]
                if value.contract is not None
            ]
        return data | {"meta": self._meta(owner, of_property(declaration.name))}

    def _argument(self, declaration: ArgumentDeclaration, owner: TypeId) -> Data:
        return {
            "name": declaration.name,
            **self._typed(declaration, owner),
            "meta": attached_meta(declaration.meta, self._names, self._types, owner, self._place),
            "place": self._place(declaration.name_node.place),
        }

    def _typed(self, declaration: Typed, owner: TypeId) -> Data:
        """Return the usage of a property or argument; its contract and default if it has them."""
        data = declared(declaration, _SHOWN)
        if declaration.contract is not None:
            data["contract"] = self._contracts.text(declaration.contract, owner)
            data["contract_classes"] = _texts(self._contracts.types(declaration.contract, owner))
        return data

    def _meta(self, owner: TypeId, select: MetaSelector) -> list[Data] | None:
        """Return the meta objects in effect at one place of a class.

        Return None if two parents pass on conflicting ones.
        """
        try:
            result = effective_meta(self._nodes[owner], select, self._names, self._types)
        except MetaConflictError:
            return None
        return [
            _meta_object(self._types[item.type], item.use, str(item.owner), self._place)
            for item in result
        ]


def attached_meta(
    uses: Iterable[MetaUse],
    names: Names,
    types: Mapping[TypeId, CompleteType],
    declaring: object,
    place: PlaceNotation = _as_it_is,
) -> list[Data]:
    """Return the meta objects of one declaration of `declaring`, a type or a package."""
    return [
        _meta_object(types[type_], use, str(declaring), place)
        for type_, use in attached(uses, names, types)
    ]


def _meta_object(type_: CompleteType, use: MetaUse, declaring: str, place: PlaceNotation) -> Data:
    """Return a meta object of a class with the values written, else the defaults."""
    values: Data = {}
    for name, member in type_.properties.items():
        value = None if use.values is None else use.values.get(name)
        shown = value if value is not None else member.declaration.default
        values[name] = None if shown is None else plain(shown)
    return {
        "type": str(type_.id),
        "declaring": declaring,
        "values": values,
        "place": place(use.type.place),
    }


def overridden(member: Member[Any]) -> tuple[TypeId, ...]:
    """Return the classes whose declarations of a name the one that counts hides directly."""
    own = {type_ for type_, _ in member.candidates}
    hidden: dict[TypeId, None] = {}
    for above in member.above:
        types = [type_ for type_, _ in above.candidates]
        # A member of several parents has the same declarations as one of them.
        hidden |= dict.fromkeys(overridden(above) if own.issuperset(types) else types)
    return tuple(type_ for type_ in hidden if type_ not in own)


def _texts(types: Iterable[TypeId]) -> list[str]:
    return list(dict.fromkeys(map(str, types)))


def _is_extension(member: Member[MethodDeclaration]) -> bool:
    return member.declaration.usage is MethodUsage.EXTENSION and not member.ambiguous


def _facts(type_: CompleteType) -> Data | None:
    """Return the facts of a meta class, with `All` replaced by all targets."""
    if type_.usage is not ClassUsage.META:
        return None
    declaration = type_.declared.declaration
    applies = declaration.applies
    if MetaTarget.ALL in applies:
        applies = _EVERYWHERE
    return {
        "cardinality": declaration.cardinality.value,
        "applies": sorted({apply.value for apply in applies}),
        "inherited": declaration.inherited,
    }
