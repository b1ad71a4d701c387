"""Facts of packages: what `class_facts` declares, taken from packages that were read and inherited."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterator

from muranopl.ard.nodes import Yaql, expressions
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.phase import Inheritance
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.namespace.result import Names, TypeId
from muranopl.read.containment import for_each
from muranopl.read.package import Package, PackageId
from muranopl.semantics.inference.class_facts import Calls, ClassFacts, PackageFacts

# Texts in quotes are taken for calls as well, which does no harm: what might be called is only less surely wrong.
_CALL = re.compile(r"\b(\w+)\(")


def known_as(id_: TypeId) -> str:
    """Return the name of a class in facts: full name, package and version."""
    return f"{id_.name}@{id_.package}"


def package_facts(names: Names, inheritance: Inheritance, wanted: Collection[str]) -> dict[PackageId, PackageFacts]:
    """Return the facts of all packages of the wanted names, which have to be read whole."""
    types: dict[PackageId, list[CompleteType]] = {id_: [] for id_ in names.packages if id_.name in wanted}
    for id_, type_ in inheritance.types.items():
        if id_.package in types:
            types[id_.package].append(type_)

    name_of = functools.cache(known_as)  # one text for each class, however many descendants it has

    def facts(id_: PackageId) -> PackageFacts:
        classes = tuple(_facts(type_, name_of) for type_ in types[id_])
        return PackageFacts(id_.name, classes, calls(names.packages[id_].package))

    return for_each(types, lambda id_: id_, facts)


def _facts(type_: CompleteType, name_of: Callable[[TypeId], str]) -> ClassFacts:
    declaration = type_.declared.declaration
    return ClassFacts(
        name_of(type_.id),
        tuple(map(name_of, type_.ancestors)),
        frozenset(each.name for each in declaration.properties),
        frozenset(each.symbol for each in declaration.all_methods),
        type_.incomplete,
    )


def calls(package: Package) -> Calls:
    """Return what the code of all methods of a package calls."""
    found: dict[str, set[str]] = {}
    for unit in package.units:
        for method in (method for class_ in unit.classes for method in class_.all_methods):
            called = {name for node in _code(method) for name in _CALL.findall(node.text)}
            if called:
                found.setdefault(method.symbol, set()).update(called)
    return {name: frozenset(called) for name, called in found.items()}


def _code(method: MethodDeclaration) -> Iterator[Yaql]:
    return iter(()) if method.body is None else expressions(method.body.node)
