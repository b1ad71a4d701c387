"""Classes, their members and packages, as all views show them: one description of each.

`ClassDescriber` makes those of classes from complete types; `encoder` returns them as plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from muranopl.diagnostics.places import Place
from muranopl.language.grammar.known_names import DESCRIPTION, TITLE

_OF_CONTRACT = frozenset({"contract", "contract_classes", "inherited_contracts"})


class AttachedMeta(msgspec.Struct, frozen=True, eq=False):
    """A meta object: "full.Name/version" of its class, and its values as plain data.

    A property without a value has its default, else None; an expression is `{"yaql": text}`.
    `declaring` is the class or package that declares it, at `place`. Objects of one class with the
    same values are equal, wherever they are declared.
    """

    type: str
    values: dict[str, Any]
    declaring: str = ""
    place: Place | None = None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AttachedMeta):
            return NotImplemented
        return (self.type, self.values) == (other.type, other.values)

    __hash__ = None  # type: ignore[assignment]  # values are mappings


class Titled:
    """Mixin for classes and their parts: the texts of meta objects, None if there are none.

    `meta` are the objects in effect; None if two parents pass on conflicting ones.
    """

    __slots__ = ()

    meta: tuple[AttachedMeta, ...] | None

    @property
    def title(self) -> str | None:
        """The title; None for an expression, too."""
        return self.text_of(TITLE)

    @property
    def description(self) -> str | None:
        """The description; None for an expression, too."""
        return self.text_of(DESCRIPTION)

    def text_of(self, name: str) -> str | None:
        """Return the text of the last meta object of the class `name`."""
        meta = (item for item in self.meta or () if item.type.partition("/")[0] == name)
        texts = [item.values.get("text") for item in meta]
        return texts[-1] if texts and isinstance(texts[-1], str) else None


class ResolvedArgument(Titled, msgspec.Struct, frozen=True):
    """An argument of a method.

    `default` is None if there is none (`has_default` is false), or it is null. `contract_classes`
    are the classes that the contract names ("full.Name/version"). `meta` are its own meta objects,
    as none are inherited.
    """

    name: str
    contract: str | None
    usage: str
    default: Any
    contract_classes: tuple[str, ...]
    meta: tuple[AttachedMeta, ...]
    place: Place
    has_default: bool


class ResolvedMember(Titled, msgspec.Struct, frozen=True, kw_only=True):
    """A property or method and the class that declares it ("full.Name/version").

    `contract` and `default` are those of a property (`default` is None if there is none, and
    `has_default` is false, or it is null), and `inherited_contracts` those of the declarations
    above it, nearest first, which validate the value too. `place` is that of the declaration.
    `ambiguous` lists all declaring classes if unrelated parents declare the name, else it is empty.
    `arguments` are those of a method, in order; a property has none. `scope` is that of a method,
    None for a property. `overrides` are the classes with the declarations that this one hides
    directly, and `contract_classes` those that the contract names. Contracts have full names of
    classes.
    """

    name: str
    declaring: str
    usage: str
    ambiguous: tuple[str, ...]
    overrides: tuple[str, ...]
    place: Place
    scope: str | None = None
    arguments: tuple[ResolvedArgument, ...] = ()
    contract: str | None = None
    default: Any = None
    contract_classes: tuple[str, ...] = ()
    inherited_contracts: tuple[str, ...] = ()
    meta: tuple[AttachedMeta, ...] | None
    has_default: bool = False


class MetaFacts(msgspec.Struct, frozen=True):
    """The declarations of a meta class.

    They are the number of objects per place, what these apply to, and whether they are inherited.
    """

    cardinality: str
    applies: tuple[str, ...]
    inherited: bool


class ClassHead(Titled, msgspec.Struct, frozen=True):
    """A class: its name, its package, and the usage of its declaration."""

    name: str
    version: str
    package: str
    usage: str


class ResolvedClass(ClassHead, frozen=True):
    """A class with all its members. Types are "full.Name/version"; ancestors come breadth first.

    `incomplete` is true if an ancestor is unknown, so that it may have more members. `extensions`
    are the names of its extension methods, `facts` those of a meta class, None for a plain class.
    """

    incomplete: bool
    parents: tuple[str, ...]
    ancestors: tuple[str, ...]
    imports: tuple[str, ...]
    extensions: tuple[str, ...]
    meta: tuple[AttachedMeta, ...] | None
    facts: MetaFacts | None
    properties: dict[str, ResolvedMember]
    methods: dict[str, ResolvedMember]
    place: Place


class InstalledClass(ClassHead, frozen=True):
    """A class of a catalog. `ancestors` are types, "full.Name/version", nearest first.

    `builders` are the names of its model builders. `is_base` is true if it seems to be there for
    others to extend: several classes of its package do so directly, or those of other packages
    write the bodies of its methods.
    """

    meta: tuple[AttachedMeta, ...] | None
    ancestors: tuple[str, ...]
    builders: tuple[str, ...]
    is_base: bool


class ResolvedPackage(msgspec.Struct, frozen=True):
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


def encoder(place: Callable[[Place], Any]) -> Callable[[Any], Any]:
    """Return the function that returns descriptions as plain data, with places in a notation.

    A member that several classes have is encoded once, as a part of all of them.
    """
    encoded: dict[int, tuple[msgspec.Struct, dict[str, Any]]] = {}

    def data_of(value: Any) -> Any:
        if isinstance(value, Place):
            return place(value)
        if isinstance(value, msgspec.Struct):
            if id(value) not in encoded:
                data = {key: data_of(getattr(value, key)) for key in _keys(value)}
                encoded[id(value)] = value, data
            return encoded[id(value)][1]
        if isinstance(value, dict):
            return {key: data_of(item) for key, item in value.items()}
        return list(map(data_of, value)) if isinstance(value, tuple) else value

    return data_of


def _keys(part: msgspec.Struct) -> Iterable[str]:
    """Return the fields that the data of a part has, in order: those of which it has a value."""
    if isinstance(part, AttachedMeta):
        return ("type", "declaring", "values", "place")
    absent: set[str] = set()
    if isinstance(part, (ResolvedArgument, ResolvedMember)):
        absent = {"has_default"} if part.has_default else {"has_default", "default"}
        if part.contract is None:
            absent |= _OF_CONTRACT
    if isinstance(part, ResolvedMember):
        absent |= {"name"} if part.scope is not None else {"name", "scope", "arguments"}
    return [key for key in part.__struct_fields__ if key not in absent]


def place_data(place: Place) -> dict[str, Any]:
    """Return a place as plain data."""
    return {"file": place.file.display, "line": place.line, "column": place.column}
