"""The declarations around a position."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Node
from muranopl.diagnostics.places import Place
from muranopl.namespace.result import DeclaredClass
from muranopl.workspace.symbols.collecting.meaning import class_symbol, member_symbol
from muranopl.workspace.symbols.index import SymbolIndex
from muranopl.workspace.symbols.symbol import Symbol, SymbolKind
from muranopl.workspace.symbols.types import declaration_at


def class_at(index: SymbolIndex, path: str, line: int) -> DeclaredClass | None:
    """Return the class at a line of a file."""
    declaration = declaration_at(index, path, line)
    return None if declaration is None else index.meaning.declared(declaration)


def member_at(index: SymbolIndex, path: str, line: int) -> Symbol | None:
    """Return the property or the method whose declaration has a line, else the class."""
    declared = class_at(index, path, line)
    if declared is None:
        return None
    for symbol, key, value in _members(declared):
        if key.line <= line <= last_line(value):
            return symbol
    return class_symbol(declared.id)


def _members(declared: DeclaredClass) -> Iterator[tuple[Symbol, Node, Node]]:
    for property_ in declared.declaration.properties:
        symbol = member_symbol(SymbolKind.PROPERTY, property_.name, declared.id)
        yield symbol, property_.name_node, property_.node
    for method in declared.declaration.all_methods:
        symbol = member_symbol(SymbolKind.METHOD, method.name, declared.id)
        yield symbol, method.name_node, method.node


def last_line(node: Node | Place) -> int:
    """Return the last line of a value; a block ends at the beginning of the next line."""
    if node.end_column == 1 and node.end_line > node.line:
        return node.end_line - 1
    return node.end_line
