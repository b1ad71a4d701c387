"""The result of `Catalog.resolve`: one complete class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.plain_data import plain
from muranopl.diagnostics.places import Place
from muranopl.graph.class_data import class_data, declared_data
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
from muranopl.language.grammar.meta import MetaUse
from muranopl.language.grammar.method import (
    ArgumentDeclaration,
    MethodDeclaration,
    MethodUsage,
)
from muranopl.namespace.result import Names, TypeId


class AttachedMeta(NamedTuple):
    """A meta object: "full.Name/version" of its class, and its values as plain data.

    A property without a value has its default, else None; an expression is `{"yaql": text}`.
    """

    type: str
    values: dict[str, Any]


class ResolvedArgument(NamedTuple):
    """An argument of a method; `meta` are its own meta objects, as none are inherited."""

    name: str
    usage: str
    contract: str | None
    default: Any
    place: Place
    meta: tuple[AttachedMeta, ...]


class ResolvedMember(NamedTuple):
    """A property or method and the class that declares it ("full.Name/version").

    `contract` and `default` are those of a property (`default` is None if there is none, or it is
    null), and `inherited_contracts` those of the declarations above it, nearest first, which
    validate the value too. `place` is that of the declaration. `ambiguous` lists all declaring
    classes if unrelated parents declare the name, else it is empty. `meta` are the meta objects in
    effect; None if two parents pass on conflicting ones. `arguments` are those of a method, in
    order; a property has none.
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
    arguments: tuple[ResolvedArgument, ...]


class MetaFacts(NamedTuple):
    """The declarations of a meta class.

    How many objects per place, attached to what, and whether inherited.
    """

    cardinality: str
    applies: tuple[str, ...]
    inherited: bool


class ResolvedClass(NamedTuple):
    """A class with all its members. Types are "full.Name/version"; ancestors come breadth first.

    `extensions` are the names of its extension methods, `meta` its meta objects (None if two
    parents pass on conflicting ones), `facts` those of a meta class, None for a plain class.
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


class ResolvedPackage(NamedTuple):
    """A package as the engine has it installed.

    `requirements` are the packages in which its names are looked up, in this order, each with the
    specification of its version: itself, the core library, and those under `Require`. `classes` are
    the full names it lists. `meta` are its meta objects, None if one of them is invalid.
    """

    name: str
    version: str
    requirements: dict[str, str]
    classes: tuple[str, ...]
    meta: tuple[AttachedMeta, ...] | None
    place: Place


def resolved_class(loaded: LoadedClass) -> ResolvedClass:
    """Return the public form of a class that was loaded."""
    type_ = loaded.type
    data = class_data(type_)
    imports = (
        loaded.names.resolved.get(written)
        for written in type_.declared.declaration.imports
    )
    return ResolvedClass(
        **{key: data[key] for key in ("name", "version", "package", "usage", "place")},
        parents=tuple(data["parents"]),
        ancestors=tuple(data["ancestors"]),
        properties={
            name: _member(name, member, data["properties"][name], of_property, loaded)
            for name, member in type_.properties.items()
        },
        methods=resolved_methods(loaded, type_.methods, data),
        imports=tuple(
            dict.fromkeys(str(import_) for import_ in imports if import_ is not None)
        ),
        extensions=tuple(
            sorted(
                name for name, member in type_.methods.items() if _is_extension(member)
            )
        ),
        meta=_meta(type_.id, of_the_class, loaded),
        facts=_facts(type_),
    )


def resolved_methods(
    loaded: LoadedClass, names: Iterable[str], data: Mapping[str, Any] | None = None
) -> dict[str, ResolvedMember]:
    """Return the public form of some methods of a class.

    `data` is the class as plain data, if known.
    """
    shown, methods = (data or class_data(loaded.type))["methods"], loaded.type.methods
    return {
        name: _member(name, methods[name], shown[name], of_method, loaded)
        for name in names
    }


def _is_extension(member: Member[MethodDeclaration]) -> bool:
    return member.declaration.usage is MethodUsage.EXTENSION and not member.ambiguous


def _member(
    name: str,
    member: Member[Any],
    data: dict[str, Any],
    select: Callable[[str], MetaSelector],
    loaded: LoadedClass,
) -> ResolvedMember:
    return ResolvedMember(
        name=name,
        declaring=data["declaring"],
        usage=data["usage"],
        contract=data.get("contract"),
        default=data.get("default"),
        place=data["place"],
        ambiguous=tuple(data["ambiguous"]),
        inherited_contracts=tuple(data.get("inherited_contracts", ())),
        meta=_meta(member.declaring, select(member.declaration.name), loaded),
        arguments=tuple(
            _argument(item, loaded)
            for item in getattr(member.declaration, "arguments", ())
        ),
    )


def _argument(
    declaration: ArgumentDeclaration, loaded: LoadedClass
) -> ResolvedArgument:
    data = declared_data(declaration)
    return ResolvedArgument(
        name=declaration.name,
        usage=data["usage"],
        contract=data.get("contract"),
        default=data.get("default"),
        place=declaration.name_node.place,
        meta=attached_metas(declaration.meta, loaded.names, loaded.inheritance.types),
    )


def _meta(
    owner: TypeId, select: MetaSelector, loaded: LoadedClass
) -> tuple[AttachedMeta, ...] | None:
    """Return the meta objects in effect at one place of a class.

    Return None if two parents pass on conflicting ones.
    """
    types = loaded.inheritance.types
    try:
        result = effective_meta(
            loaded.hierarchy.nodes[owner], select, loaded.names, types
        )
    except MetaConflictError:
        return None
    return tuple(_attached(types[item.type], item.values) for item in result)


def attached_metas(
    uses: Iterable[MetaUse], names: Names, types: Mapping[TypeId, CompleteType]
) -> tuple[AttachedMeta, ...]:
    """Return the public form of the meta objects of one declaration."""
    return tuple(
        _attached(types[type_], values)
        for type_, values in attached(uses, names, types)
    )


def _attached(type_: CompleteType, written: MappingNode | None) -> AttachedMeta:
    """Return a meta object of a class with the values written, else the defaults."""
    values: dict[str, Any] = {}
    for name, member in type_.properties.items():
        given = None if written is None else written.get(name)
        shown = given if given is not None else member.declaration.default
        values[name] = None if shown is None else plain(shown)
    return AttachedMeta(str(type_.id), values)


def _facts(type_: CompleteType) -> MetaFacts | None:
    """Return the facts of a meta class, with `All` replaced by all targets."""
    if type_.usage is not ClassUsage.META:
        return None
    declaration = type_.declared.declaration
    everything = tuple(target for target in MetaTarget if target is not MetaTarget.ALL)
    applies = (
        everything if MetaTarget.ALL in declaration.applies else declaration.applies
    )
    return MetaFacts(
        declaration.cardinality.value,
        tuple(sorted({apply.value for apply in applies})),
        declaration.inherited,
    )
