"""Creates the facts that `class_facts` declares from packages that were read completely."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from weakref import WeakKeyDictionary

import msgspec

from muranopl.ard.nodes import expressions
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.known_names import ROOT_CLASS
from muranopl.namespace.declarations import declare_classes
from muranopl.namespace.prefixes import full_name
from muranopl.namespace.result import DeclaredClass, DeclaredPackage
from muranopl.read.package import ClassUnit, Package
from muranopl.semantics.bodies.class_facts import ClassFacts, OwnMembers, PackageFacts

# Quoted texts match as well, which is harmless: additional calls only make checks less strict.
_CALL = re.compile(r"\b(\w+)\(")


def package_facts(package: Package) -> PackageFacts:
    """Return the facts of a package whose classes have not been declared yet."""
    return declared_facts(declare_classes(package, Findings(max_per_code=1)))


def declared_facts(declared: DeclaredPackage) -> PackageFacts:
    """Return the facts of a package."""
    return PackageFacts(
        declared.id.name, tuple(map(_facts, declared.classes.values())), _Calls(declared.package)
    )


def _facts(declared: DeclaredClass) -> ClassFacts:
    declaration = declared.declaration
    # Names are not resolved, as other packages may not be loaded.
    extends = tuple(
        full_name(written.text, declared.namespaces) or "" for written in declaration.extends
    )
    own = OwnMembers(
        frozenset(property_.name for property_ in declaration.properties),
        frozenset(method.symbol for method in declaration.all_methods),
    )
    return ClassFacts(
        declared.id.name,
        extends or ((ROOT_CLASS,) if declared.id.name != ROOT_CLASS else ()),
        msgspec.Raw(msgspec.msgpack.encode(own)),
    )


class _Calls(Mapping[str, frozenset[str]]):
    """The calls in the code of all methods of a package, computed on demand.

    Mostly only for constructors.
    """

    def __init__(self, package: Package) -> None:
        self._declaring: dict[str, dict[ClassUnit, None]] = {}
        for unit in package.units:
            for class_ in unit.classes:
                for method in class_.all_methods:
                    self._declaring.setdefault(method.symbol, {})[unit] = None

    def __getitem__(self, name: str) -> frozenset[str]:
        return frozenset().union(*(_called_in(unit, name) for unit in self._declaring[name]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._declaring)

    def __len__(self) -> int:
        return len(self._declaring)


_CALLED: WeakKeyDictionary[ClassUnit, dict[str, frozenset[str]]] = WeakKeyDictionary()


def _called_in(unit: ClassUnit, name: str) -> frozenset[str]:
    """Return the calls in the code of the methods of a name in a file (cached)."""
    by_name = _CALLED.setdefault(unit, {})
    if name not in by_name:
        bodies = (
            method.body
            for class_ in unit.classes
            for method in class_.all_methods
            if method.symbol == name
        )
        code = (node for body in bodies if body is not None for node in expressions(body.node))
        by_name[name] = frozenset(called for node in code for called in _CALL.findall(node.text))
    return by_name[name]
