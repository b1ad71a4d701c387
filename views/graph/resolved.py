"""The result of `Catalog.resolve`: one complete class."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from muranopl.diagnostics.places import Place
from muranopl.inherit.complete import CompleteType
from muranopl.views.graph.class_data import ClassDescriber
from muranopl.views.graph.declared import Data


class AttachedMeta(NamedTuple):
    """A meta object: "full.Name/version" of its class, and its values as plain data.

    A property without a value has its default, else None; an expression is `{"yaql": text}`.
    """

    type: str
    values: dict[str, Any]


class ResolvedArgument(NamedTuple):
    """An argument of a method.

    `meta` are its own meta objects, as none are inherited; `contract_classes` are the classes that
    the contract names ("full.Name/version").
    """

    name: str
    usage: str
    contract: str | None
    default: Any
    place: Place
    meta: tuple[AttachedMeta, ...]
    contract_classes: tuple[str, ...]


class ResolvedMember(NamedTuple):
    """A property or method and the class that declares it ("full.Name/version").

    `contract` and `default` are those of a property (`default` is None if there is none, or it is
    null), and `inherited_contracts` those of the declarations above it, nearest first, which
    validate the value too. `place` is that of the declaration. `ambiguous` lists all declaring
    classes if unrelated parents declare the name, else it is empty. `meta` are the meta objects in
    effect; None if two parents pass on conflicting ones. `arguments` are those of a method, in
    order; a property has none. `scope` is that of a method, None for a property. `overrides` are
    the classes with the declarations that this one hides directly, and `contract_classes` those
    that the contract names. Contracts have full names of classes.
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
    scope: str | None
    overrides: tuple[str, ...]
    contract_classes: tuple[str, ...]


class MetaFacts(NamedTuple):
    """The declarations of a meta class.

    They are the number of objects per place, what these apply to, and whether they are inherited.
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


def resolved_class(type_: CompleteType, describer: ClassDescriber) -> ResolvedClass:
    """Return the public form of a class."""
    data = describer.class_(type_)
    facts = data["facts"]
    if facts is not None:
        applies = tuple(facts["applies"])
        facts = MetaFacts(facts["cardinality"], applies, facts["inherited"])
    return ResolvedClass(
        **{key: data[key] for key in ("name", "version", "package", "usage", "place")},
        parents=tuple(data["parents"]),
        ancestors=tuple(data["ancestors"]),
        imports=tuple(data["imports"]),
        extensions=tuple(data["extensions"]),
        properties={
            name: resolved_member(name, member) for name, member in data["properties"].items()
        },
        methods={name: resolved_member(name, member) for name, member in data["methods"].items()},
        meta=resolved_meta(data["meta"]),
        facts=facts,
    )


def resolved_member(name: str, data: Data) -> ResolvedMember:
    """Return the public form of a property or method."""
    return ResolvedMember(
        name=name,
        declaring=data["declaring"],
        usage=data["usage"],
        ambiguous=tuple(data["ambiguous"]),
        contract=data.get("contract"),
        default=data.get("default"),
        inherited_contracts=tuple(data.get("inherited_contracts", ())),
        place=data["place"],
        meta=resolved_meta(data["meta"]),
        arguments=tuple(map(_argument, data.get("arguments", ()))),
        scope=data.get("scope"),
        overrides=tuple(data["overrides"]),
        contract_classes=tuple(data.get("contract_classes", ())),
    )


def _argument(data: Data) -> ResolvedArgument:
    return ResolvedArgument(
        name=data["name"],
        usage=data["usage"],
        contract=data.get("contract"),
        default=data.get("default"),
        place=data["place"],
        meta=resolved_meta(data["meta"]) or (),
        contract_classes=tuple(data.get("contract_classes", ())),
    )


def resolved_meta(data: Iterable[Data] | None) -> tuple[AttachedMeta, ...] | None:
    """Return the public form of meta objects; None for those that conflict."""
    if data is None:
        return None
    return tuple(AttachedMeta(item["type"], item["values"]) for item in data)
