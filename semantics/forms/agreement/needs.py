"""Looks up the classes of objects of a UI definition, and lists the values that an object requires.

They are properties and arguments of constructors. A mapping is written in YAML, created by an
expression, or the data of a form. Reference: ui-agreement, 5.3 and 5.4.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator
from collections.abc import Mapping as ByName

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence
from muranopl.diagnostics.diagnostic import Fix
from muranopl.diagnostics.places import Place
from muranopl.inherit.complete import CompleteType, Member
from muranopl.inherit.property_overrides import is_usage_kept
from muranopl.language.contracts.functions.declaration import ClassArguments
from muranopl.language.contracts.tree import Contract
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.method import ArgumentDeclaration
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.namespace.package_scope import ModelNames
from muranopl.namespace.result import DeclaredPackage, TypeId
from muranopl.read.manifest_fixes import requiring
from muranopl.read.package import PackageId
from muranopl.semantics.abstract.contracts import JudgeOf
from muranopl.semantics.abstract.values import Value
from muranopl.semantics.bodies.classes import ClassIndex

APPLICATION = f"{CORE_LIBRARY}.Application"


class ModelClasses(ModelNames):
    """Lookup of the classes of a model, with what is known of them."""

    def __init__(self, opened: DeclaredPackage, classes: ClassIndex) -> None:
        super().__init__(opened, classes.names)
        self._classes = classes

    @property
    def is_usable(self) -> bool:
        """Whether the engine takes the manifest, so that the classes of the package are known."""
        return self._opened.package.header.usable

    def requiring(self, package: PackageId) -> tuple[Fix, ...]:
        """Return the fix that requires a package which has a class of the model."""
        return requiring(self._opened.package.header, package)

    def type(self, id_: TypeId) -> CompleteType | None:
        """Return a class that may have unknown ancestors."""
        return self._classes.get_incomplete(id_)

    def of_contract(self, arguments: ClassArguments, *, default: bool = False) -> TypeId | None:
        """Return the class that `class()` or `template()` takes, or creates by default."""
        named = arguments.default or arguments.type if default else arguments.type
        if isinstance(named, TypeName):
            return self._classes.names.resolved.get(named)
        return None

    def is_contract_reported(self, member: Member[PropertyDeclaration]) -> bool:
        """Return whether a class of the package is reported for the contract of a property."""
        return (
            bool(member.above)
            and member.declaring.package == self._opened.id
            and bool(self._classes.hidden_not_kept(member))
        )

    def is_usage_reported(self, member: Member[PropertyDeclaration]) -> bool:
        """Return whether a class of the package is reported for the usage of a property."""
        return member.declaring.package == self._opened.id and not is_usage_kept(member)

    def is_unlisted(self, name: str) -> bool:
        """Return whether the package has a class that its manifest does not list."""
        return self._opened.has(name) and self._opened.find(name) is None

    def surely_no(self, id_: TypeId, name: str) -> bool:
        """Return whether no object of a class is one of the class `name`, whatever its version."""
        result = self._classes.get(id_)
        return result is not None and all(
            item.name != name for item in (result.id, *result.ancestors)
        )


SETTABLE = frozenset({PropertyUsage.IN, PropertyUsage.IN_OUT, PropertyUsage.CONST})
DROPPED = frozenset({PropertyUsage.RUNTIME, PropertyUsage.CONFIG, PropertyUsage.STATIC})
"""Usages of properties whose values in a model are dropped silently."""
OFFERED = SETTABLE | {PropertyUsage.OUT}
"""Usages of properties that are suggested for an unknown name."""


class Taker(msgspec.Struct, frozen=True):
    """A declaration that takes a value, and the class that declares it."""

    owner: TypeId
    declaration: PropertyDeclaration | ArgumentDeclaration

    @property
    def contract(self) -> Contract | None:
        """The contract of the declaration."""
        return self.declaration.contract


class Needs:
    """The values that objects of one class take: properties, and arguments of all constructors."""

    def __init__(self, type_: CompleteType, classes: ClassIndex, judge_of: JudgeOf) -> None:
        self.type = type_
        self._judge_of = judge_of
        arguments, self.is_open = classes.constructor_arguments(type_)
        self._arguments = {
            name: Taker(owner, declaration) for name, (owner, declaration) in arguments.items()
        }

    def takers(self, name: str) -> Iterator[tuple[Taker, bool]]:
        """Yield the declarations that take a value of a name, and whether they convert it.

        Others only validate the converted value.
        """
        member = self.type.properties.get(name)
        if member is not None and not member.ambiguous:
            for position, (owner, declaration) in enumerate(member.chain):
                yield Taker(owner, declaration), position == 0
        if name in self._arguments:
            yield self._arguments[name], True

    def takes(self, name: str) -> bool:
        """Return whether a value of a name may be given."""
        return (
            self.is_open
            or self.type.incomplete
            or name in self._arguments
            or name in self.type.properties
        )

    def names(self, usages: frozenset[PropertyUsage]) -> Iterator[str]:
        """Yield the names of the properties of some usages, and of the arguments."""
        for name, property_ in self.type.properties.items():
            if property_.declaration.usage in usages:
                yield name
        yield from self._arguments

    def missing(self, given: Collection[str], excluded: Collection[str]) -> list[Taker]:
        """Return the declarations that certainly require a value that is not given or excluded."""
        return [
            taker
            for name, taker in self._needed.items()
            if name not in given and name not in excluded
        ]

    @functools.cached_property
    def _needed(self) -> dict[str, Taker]:
        """The required values of all objects of the class, {} if it has unknown ancestors."""
        return {} if self.type.incomplete else dict(self._all_needed())

    def _all_needed(self) -> Iterator[tuple[str, Taker]]:
        for name, member in self.type.properties.items():
            declared = member.declaration
            if member.ambiguous or declared.usage not in SETTABLE or declared.default is not None:
                continue
            if any(
                self._needs_value(Taker(*item), converting=position == 0)
                for position, item in enumerate(member.declarations())
            ):
                yield name, Taker(member.declaring, declared)
        for name, taker in self._arguments.items():
            if (
                name not in self.type.properties
                and taker.declaration.default is None
                and self._needs_value(taker, converting=True)
            ):
                yield name, taker

    def _needs_value(self, taker: Taker, *, converting: bool) -> bool:
        return (
            self._judge_of(taker.owner).applied(converting=converting).refuses_null(taker.contract)
        )


class MappingEntry(msgspec.Struct, frozen=True, eq=False):
    """An entry of a mapping: the place of its key, the `place` to report `value` at, the value."""

    key: Place
    place: Place
    value: Node | Value


class MappingContents(msgspec.Struct, frozen=True, eq=False):
    """The entries of a mapping by their keys; `is_open` is true if there may be others.

    `source` is the object whose entries they are: the contents of one source are the same wherever
    it is used.
    """

    source: object
    entries: ByName[object, MappingEntry]
    is_open: bool = False


def contents_of(node: Mapping) -> MappingContents:
    """Return the contents of a mapping written in YAML."""
    entries: dict[object, MappingEntry] = {
        key.value: MappingEntry(key.place, place_at(value, key.place), value)
        for key, value in node.pairs
        if isinstance(key, Scalar)
    }
    # A computed key may be any.
    return MappingContents(
        node, entries, is_open=any(not isinstance(key, Scalar) for key, _ in node.pairs)
    )


def contents_at(entries: ByName[str, Value], place: Place) -> MappingContents:
    """Return the contents of a mapping that an expression gives, all of it at one place."""
    return MappingContents(
        entries, {name: MappingEntry(place, place, value) for name, value in entries.items()}
    )


def place_at(value: Node, above: Place) -> Place:
    """Return where to report a value: a list or mapping at the key `above` it."""
    return above if isinstance(value, (Mapping, Sequence)) else value.place
