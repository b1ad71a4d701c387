"""Occurrences of classes and prefixes in the names of classes as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.ard.nodes import Node, Scalar, Yaql, text_of
from muranopl.ard.positions import place_within
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.names import NamespacePrefix
from muranopl.namespace.references import caught_names, thrown_names
from muranopl.namespace.result import DeclaredClass, TypeId
from muranopl.read.package import PackageId
from muranopl.workspace.symbols.collecting.meaning import Meaning, class_symbol
from muranopl.workspace.symbols.symbol import Occurrence, Role, Symbol, SymbolKind

_NAME = re.compile(r"(?:(?P<prefix>\w+|=)?(?P<colon>\s*:\s*))?(?P<name>[\w.]+)")

Prefixes = dict[str, Symbol]
"""The symbols of the prefixes that a document declares, by prefix."""


def _prefixes(declaration: ClassDeclaration, package: PackageId) -> Prefixes:
    """Return the symbols of the prefixes that apply to a document."""
    return {entry.prefix: _prefix(entry, package) for entry in declaration.namespaces or ()}


def _prefix(entry: NamespacePrefix, package: PackageId) -> Symbol:
    """Return the symbol of a prefix: documents may declare the same one differently."""
    node = entry.prefix_node
    owner = f"{node.file.path}:{node.line}:{node.column}"
    return Symbol(SymbolKind.PREFIX, entry.prefix, owner, package)


def declared_prefixes(declaration: ClassDeclaration, package: PackageId) -> Iterator[Occurrence]:
    """Yield the declarations of the prefixes that apply to a document."""
    for entry in declaration.namespaces or ():
        if isinstance(entry.prefix_node, Scalar):
            place = entry.prefix_node.place
            yield Occurrence(place, _prefix(entry, package), Role.DECLARATION)


def written_classes(declared: DeclaredClass, meaning: Meaning) -> Iterator[Occurrence]:
    """Yield the classes and prefixes in all names that are written in a class."""
    prefixes = _prefixes(declared.declaration, meaning.id)
    name = declared.declaration.name
    if name is not None:
        yield from written_at(name, prefixes, declared.id, Role.DECLARATION)
    for written in meaning.names.references.get(declared.id, ()):
        resolved = meaning.names.resolved.get(written)
        yield from _parts(written, prefixes, resolved)
    # Names of exceptions are not classes, but are spelt with prefixes
    for written in thrown_names(declared.declaration):
        yield from _parts(written, prefixes, None)
    for written in caught_names(declared.declaration):
        yield from _parts(written, prefixes, None)


def written_at(
    node: Node, prefixes: Prefixes, id_: TypeId | None, role: Role = Role.REFERENCE
) -> Iterator[Occurrence]:
    """Yield the class and the prefix of a name that is all of a scalar."""
    text = node.text if isinstance(node, Yaql) else text_of(node)
    if text:
        yield from _parts(TypeName(text, node), prefixes, id_, role)


def _parts(
    written: TypeName, prefixes: Prefixes, id_: TypeId | None, role: Role = Role.REFERENCE
) -> Iterator[Occurrence]:
    node, start = written.node, written.start
    if not isinstance(node, (Scalar, Yaql)):
        return
    text = node.text if isinstance(node, Yaql) else text_of(node) or ""
    match = _NAME.search(text, start, written.end or len(text))
    if match is None:
        return
    prefix = prefixes.get(match["prefix"] or "")
    if prefix is not None:
        yield Occurrence(place_within(node, *match.span("prefix")), prefix)
    if id_ is not None:
        place = place_within(node, *match.span("name"))
        yield Occurrence(place, class_symbol(id_), role)
