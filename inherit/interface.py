"""Interfaces: what the check of one package may want to know of the classes of others that it does not require.

Code of a class may rely on what its descendants have, and those are mostly in packages that require its own. An
interface is all that can be asked of them; it is small, plain, and can be kept where the package itself is not at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from muranopl.ard.nodes import expressions
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.phase import Inheritance
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.namespace.result import Names, TypeId
from muranopl.read.package import PackageId

# Texts in quotes are taken for calls as well, which does no harm: what might be called is only less surely wrong.
_CALL = re.compile(r"\b(\w+)\(")


ANY = "*"
"""Stands for whatever name there may be."""


class ClassFacts(msgspec.Struct, frozen=True, array_like=True):
    """A class: its name as `known_as` has it, those of its ancestors, and what it declares itself.

    `incomplete` as in `CompleteType`: some ancestor is unknown.
    """

    name: str
    ancestors: tuple[str, ...]
    properties: frozenset[str]
    methods: frozenset[str]
    incomplete: bool


class Interface(msgspec.Struct, frozen=True, array_like=True):
    """A package: its full name, its classes, and which names the code of its methods calls, by the method's name."""

    package: str
    classes: tuple[ClassFacts, ...]
    calls: dict[str, frozenset[str]]

    def names(self) -> frozenset[str]:
        """The names of all members that its classes declare; `ANY` is among them where a class may have more."""
        found: set[str] = {ANY} if any(each.incomplete for each in self.classes) else set()
        return frozenset(found.union(*(each.properties | each.methods for each in self.classes)))


def known_as(id_: TypeId) -> str:
    """A class as interfaces name it: full name, package and version."""
    return f"{id_.name}@{id_.package}"


def interfaces(names: Names, inheritance: Inheritance) -> dict[PackageId, Interface]:
    """The interface of every package."""
    types: dict[PackageId, list[CompleteType]] = {id_: [] for id_ in names.packages}
    for type_ in inheritance.types.values():
        types[type_.id.package].append(type_)
    return {id_: Interface(id_.name, tuple(map(_facts, own)), _calls(own)) for id_, own in types.items()}


def _facts(type_: CompleteType) -> ClassFacts:
    declaration = type_.declared.declaration
    return ClassFacts(
        known_as(type_.id),
        tuple(map(known_as, type_.ancestors)),
        frozenset(each.name for each in declaration.properties),
        frozenset(each.symbol for each in declaration.all_methods),
        type_.incomplete,
    )


def _calls(types: Iterable[CompleteType]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for type_ in types:
        for method in type_.declared.declaration.all_methods:
            called = set(_called(method))
            if called:
                found.setdefault(method.symbol, set()).update(called)
    return {name: frozenset(called) for name, called in found.items()}


def _called(method: MethodDeclaration) -> Iterator[str]:
    for node in () if method.body is None else expressions(method.body.node):
        yield from _CALL.findall(node.text)
