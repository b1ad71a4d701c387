"""The declarations of symbols: the entities of the phases, and their places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from muranopl.ard.nodes import Node
from muranopl.diagnostics.places import Place
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Named
from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.workspace.symbols.collecting.heat_templates import OF_HEAT, parts_of, template_of
from muranopl.workspace.symbols.collecting.meaning import Meaning, method_of, type_of
from muranopl.workspace.symbols.index import SymbolIndex
from muranopl.workspace.symbols.symbol import Role, Symbol, SymbolKind

_N = TypeVar("_N", bound=Named)


class Target(msgspec.Struct, frozen=True):
    """A declaration: the place of its name, and that of all of it."""

    symbol: Symbol
    place: Place
    extent: Place


def class_declaration(symbol: Symbol, meaning: Meaning) -> ClassDeclaration | None:
    """Return the class that a symbol is, or that declares it."""
    declared = meaning.class_of(symbol)
    return None if declared is None else declared.declaration


def property_declaration(symbol: Symbol, meaning: Meaning) -> PropertyDeclaration | None:
    """Return the declaration of a property, None if it is only set."""
    owner = class_declaration(symbol, meaning)
    return None if owner is None else _named(owner.properties, symbol.name)


def method_declaration(symbol: Symbol, meaning: Meaning) -> MethodDeclaration | None:
    """Return the declaration of a method, or the method of an argument or a variable."""
    owner, id_ = class_declaration(symbol, meaning), type_of(symbol)
    if symbol.kind is SymbolKind.METHOD:
        name = symbol.name
    else:
        name = method_of(symbol)[1]
    if owner is None or id_ is None:
        return None
    declared = _named(owner.all_methods, name)
    if declared is None and id_ in meaning.types:
        # The engine adds methods to classes of another core library
        member = meaning.types[id_].methods.get(name)
        declared = None if member is None else member.declaration
    return declared


def argument_declaration(symbol: Symbol, meaning: Meaning) -> ArgumentDeclaration | None:
    """Return the declaration of an argument."""
    method = method_declaration(symbol, meaning)
    return None if method is None else _named(method.arguments, symbol.name)


def targets_of(symbol: Symbol, index: SymbolIndex) -> Iterator[Target]:
    """Yield the declarations of a symbol, in the package or in those that it requires."""
    meaning = index.meaning
    if symbol.kind is SymbolKind.CLASS:
        yield from _of_class(symbol, meaning)
    elif symbol.kind is SymbolKind.PACKAGE:
        opened = meaning.package_of(symbol)
        if opened is not None:
            header = opened.package.header
            yield Target(symbol, header.place, Place(header.file))
    elif symbol.kind is SymbolKind.FILE:
        yield from _of_file(symbol, meaning)
    elif symbol.kind in OF_HEAT:
        part = heat_part(symbol, index)
        if part is not None:
            yield Target(symbol, part.name_node.place, _extent(part))
    else:
        declared = declared_entity(symbol, meaning)
        if declared is not None:
            yield Target(symbol, declared.name_node.place, _extent(declared))
        else:
            yield from _in_package(symbol, index)


def heat_part(symbol: Symbol, index: SymbolIndex) -> Named | None:
    """Return the part of a template that a symbol is, None if there is no such part."""
    opened = index.meaning.package_of(symbol)
    template = template_of(symbol.owner, opened.package if opened else index.package)
    parts = () if template is None else parts_of(template)
    for kind, part in parts:
        if (kind, part.name) == (symbol.kind, symbol.name):
            return part
    return None


def declared_entity(symbol: Symbol, meaning: Meaning) -> Named | None:
    """Return the declaration of a property, a method or an argument; None for other symbols."""
    if symbol.kind is SymbolKind.PROPERTY:
        return property_declaration(symbol, meaning)
    if symbol.kind is SymbolKind.METHOD:
        return method_declaration(symbol, meaning)
    if symbol.kind is SymbolKind.ARGUMENT:
        return argument_declaration(symbol, meaning)
    return None


def _of_class(symbol: Symbol, meaning: Meaning) -> Iterator[Target]:
    declaration = class_declaration(symbol, meaning)
    if declaration is not None:
        yield Target(symbol, declaration.place, declaration.node.place)
        return
    opened = meaning.package_of(symbol)
    # A Heat class has no file of its own, and one that cannot be read no place
    if opened is not None and symbol.name in opened.opaque:
        listed = (
            entry.name_node.place
            for entry in opened.package.manifest.classes or ()
            if entry.name == symbol.name
        )
        place = next(listed, opened.package.header.place)
        yield Target(symbol, place, place)


def _of_file(symbol: Symbol, meaning: Meaning) -> Iterator[Target]:
    opened = meaning.package_of(symbol)
    source = None if opened is None else opened.package.header.source
    if source is not None and symbol.name in source.paths():
        place = Place(source.file(symbol.name))
        yield Target(symbol, place, place)


def _in_package(symbol: Symbol, index: SymbolIndex) -> Iterator[Target]:
    """Yield where the package itself declares a symbol, or first sets it."""
    if symbol.kind in _OF_THE_LANGUAGE:
        return
    paths = index.home(symbol)
    occurrences = [item for path in paths for item in index.file(path).by_symbol.get(symbol, ())]
    declared = [item for item in occurrences if item.role is Role.DECLARATION]
    written = [item for item in occurrences if item.role is Role.WRITE]
    # Variables and undeclared properties come into being where they are set
    for item in declared or written[:1]:
        yield Target(symbol, item.place, item.place)


_OF_THE_LANGUAGE = frozenset(
    {
        SymbolKind.KEY,
        SymbolKind.WORD,
        SymbolKind.FIELD_TYPE,
        SymbolKind.FUNCTION,
        SymbolKind.CONTRACT_FUNCTION,
        SymbolKind.HEAT_FUNCTION,
        SymbolKind.CODE,
    }
)


def _extent(declared: Named) -> Place:
    """Return the place of a declaration, from its name to the end of its value."""
    key, value = declared.name_node, declared.node
    return _between(key, value) if key.file == value.file else key.place


def _between(first: Node, last: Node) -> Place:
    if (last.end_line, last.end_column) < (first.end_line, first.end_column):
        last = first
    return Place(first.file, first.line, first.column, last.end_line, last.end_column)


def _named(items: Iterable[_N], name: str) -> _N | None:
    return next((item for item in items if item.name == name), None)
