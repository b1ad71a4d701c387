"""Facts of packages: what `class_facts` declares, taken from packages that were read whole."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from muranopl.ard.nodes import Yaql, expressions
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.core_library import ROOT_CLASS
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.namespace.declarations import declare_classes
from muranopl.namespace.prefixes import full_name
from muranopl.namespace.result import DeclaredClass
from muranopl.read.package import Package
from muranopl.semantics.inference.class_facts import Calls, ClassFacts, OwnMembers, PackageFacts

# Texts in quotes are taken for calls as well, which does no harm: what might be called is only less surely wrong.
_CALL = re.compile(r"\b(\w+)\(")


def package_facts(package: Package) -> PackageFacts:
    """Return the facts of a package."""
    declared = declare_classes(package, Findings(max_per_code=1))
    return PackageFacts(package.id.name, tuple(map(_facts, declared.classes.values())), calls(package))


def _facts(declared: DeclaredClass) -> ClassFacts:
    declaration = declared.declaration
    extends = tuple(full_name(written.text, declared.namespaces) or "" for written in declaration.extends)
    own = OwnMembers(
        frozenset(each.name for each in declaration.properties),
        frozenset(each.symbol for each in declaration.all_methods),
    )
    return ClassFacts(
        declared.id.name,
        extends or ((ROOT_CLASS,) if declared.id.name != ROOT_CLASS else ()),
        msgspec.Raw(msgspec.msgpack.encode(own)),
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
