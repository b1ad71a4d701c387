"""What `Catalog.resolve` returns: one class, complete."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from muranopl.ard.plain_data import plain
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.places import Place
from muranopl.inherit.class_loader import LoadedClass
from muranopl.inherit.complete import CompleteType, Member
from muranopl.inherit.effective_meta import (
    MetaConflictError,
    MetaObject,
    MetaSelector,
    effective_meta,
    of_method,
    of_property,
    of_the_class,
)
from muranopl.language.grammar.class_ import ClassUsage, MetaTarget
from muranopl.language.grammar.method import MethodDeclaration, MethodUsage
from muranopl.namespace.result import TypeId
from muranopl.phases.class_data import class_data


class ResolutionError(Exception):
    """A class cannot be resolved; `diagnostics` say why."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[Any, ...]:
        return ResolutionError, (str(self), self.diagnostics)


class AttachedMeta(NamedTuple):
    """A meta object: "full.Name/version" of its class, and the values of its properties as plain data.

    A property that is not given has its default, else None; an expression is `{"yaql": text}`.
    """

    type: str
    values: dict[str, Any]


class ResolvedMember(NamedTuple):
    """A property or method and the class that declares it ("full.Name/version").

    `contract` and `default` are those of a property (`default` is None where there is none, or it is null), and
    `inherited_contracts` those of the declarations above it, nearest first, which validate the value too. `place` is
    that of the declaration. `ambiguous` lists all declaring classes where unrelated parents declare the name, else it
    is empty. `meta` are the meta objects in effect; None where two parents hand down conflicting ones.
    """

    name: str
    declaring: str
    usage: str
    ambiguous: tuple[str, ...]
    contract: str | None
    default: Any
    inherited_contracts: tuple[str, ...]
    place: Place
    meta: tuple[AttachedMeta, ...] | None


class MetaFacts(NamedTuple):
    """What a meta class says about its objects: how many at one place, attached to what, and whether inherited."""

    cardinality: str
    applies: tuple[str, ...]
    inherited: bool


class ResolvedClass(NamedTuple):
    """A class with all it has. Types are "full.Name/version"; ancestors come breadth first.

    `extensions` are the names of its extension methods, `meta` its meta objects (None where two parents hand down
    conflicting ones), `facts` those of a meta class, None for a plain class.
    """

    name: str
    version: str
    package: str
    usage: str
    parents: tuple[str, ...]
    ancestors: tuple[str, ...]
    properties: dict[str, ResolvedMember]
    methods: dict[str, ResolvedMember]
    imports: tuple[str, ...]
    extensions: tuple[str, ...]
    meta: tuple[AttachedMeta, ...] | None
    facts: MetaFacts | None
    place: Place


def resolved_class(loaded: LoadedClass) -> ResolvedClass:
    """Return the public form of a class that was loaded."""
    type_ = loaded.type
    data = class_data(type_)
    imports = (loaded.names.resolved.get(written) for written in type_.declared.declaration.imports)

    def members(
        key: str, table: Mapping[str, Member[Any]], select: Callable[[str], MetaSelector]
    ) -> dict[str, ResolvedMember]:
        return {name: _member(name, member, data[key][name], select, loaded) for name, member in table.items()}

    return ResolvedClass(
        name=data["name"],
        version=data["version"],
        package=data["package"],
        usage=data["usage"],
        parents=tuple(data["parents"]),
        ancestors=tuple(data["ancestors"]),
        properties=members("properties", type_.properties, of_property),
        methods=members("methods", type_.methods, of_method),
        imports=tuple(dict.fromkeys(str(each) for each in imports if each is not None)),
        extensions=tuple(sorted(name for name, member in type_.methods.items() if _is_extension(member))),
        meta=_meta(type_.id, of_the_class, loaded),
        facts=_facts(type_),
        place=data["place"],
    )


def _is_extension(member: Member[MethodDeclaration]) -> bool:
    return member.declaration.usage is MethodUsage.EXTENSION and not member.ambiguous


def _member(
    name: str, member: Member[Any], data: dict[str, Any], select: Callable[[str], MetaSelector], loaded: LoadedClass
) -> ResolvedMember:
    return ResolvedMember(
        name=name,
        declaring=data["declaring"],
        usage=data["usage"],
        ambiguous=tuple(data["ambiguous"]),
        contract=data.get("contract"),
        default=data.get("default"),
        inherited_contracts=tuple(data.get("inherited_contracts", ())),
        place=data["place"],
        meta=_meta(member.declaring, select(member.declaration.name), loaded),
    )


def _meta(owner: TypeId, select: MetaSelector, loaded: LoadedClass) -> tuple[AttachedMeta, ...] | None:
    """Return the meta objects in effect at one place of a class; None where two parents hand down conflicting ones."""
    types = loaded.inheritance.types
    try:
        found = effective_meta(loaded.hierarchy.nodes[owner], select, loaded.names, types)
    except MetaConflictError:
        return None
    return tuple(AttachedMeta(str(each.type), _values(each, types[each.type])) for each in found)


def _values(attached: MetaObject, type_: CompleteType) -> dict[str, Any]:
    """Return the values of a meta object of a class: those written, else defaults."""
    values: dict[str, Any] = {}
    for name, member in type_.properties.items():
        given = None if attached.values is None else attached.values.get(name)
        shown = given if given is not None else member.declaration.default
        values[name] = None if shown is None else plain(shown)
    return values


def _facts(type_: CompleteType) -> MetaFacts | None:
    """Return the facts of a meta class, with `All` replaced by all targets."""
    if type_.usage is not ClassUsage.META:
        return None
    declaration = type_.declared.declaration
    everything = tuple(target for target in MetaTarget if target is not MetaTarget.ALL)
    applies = everything if MetaTarget.ALL in declaration.applies else declaration.applies
    return MetaFacts(
        declaration.cardinality.value, tuple(sorted({each.value for each in applies})), declaration.inherited
    )
