"""Finds the values of expressions at positions, as far as inference knows them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.ard.nodes import Yaql, expressions
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.lexer import ExpressionError
from muranopl.ard.yaql.parser import parse
from muranopl.ard.yaql.tree import Binary, Expression, children
from muranopl.diagnostics.places import touches
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.semantics.abstract.values import UNKNOWN, Value
from muranopl.semantics.bodies.observation import ObservedClass, visible_types
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols.collecting.code import DOTS
from muranopl.workspace.symbols.index import SymbolIndex, index_of


class Part(msgspec.Struct, frozen=True, eq=False):
    """A part of an expression in a file, and its value."""

    node: Yaql
    tree: Expression
    value: Value


def value_of(analysis: Analysis, path: str, line: int, column: int, text: str) -> Value:
    """Return the value that an expression would have at a position in the code of a class.

    UNKNOWN if the text is not an expression. The variables are those that the code above sets.
    """
    observed = observed_at(index_of(analysis), path, line)
    node = _parsed(text, path, line, column, analysis)
    if observed is None or node is None:
        return UNKNOWN
    return observed.evaluated(node, line, column)


def member_types(analysis: Analysis, path: str, line: int, value: Value) -> Iterator[CompleteType]:
    """Yield the types whose members the class at a line can use on a value."""
    observed = observed_at(index_of(analysis), path, line)
    if observed is not None:
        yield from visible_types(value, observed.type, observed.classes)


def part_at(index: SymbolIndex, path: str, line: int, column: int) -> Part | None:
    """Return the innermost part of an expression at a position; a member with its receiver."""
    for node, observed in _expressions(index, path, line):
        if not _is_at(node, 0, len(node.text), line, column):
            continue
        tree = _innermost(node, node.tree, line, column)
        if observed is not None:
            return Part(node, tree, observed.value(node, tree))
        value = None if index.forms is None else index.forms.value(node, tree)
        return Part(node, tree, value or UNKNOWN)
    return None


def observed_at(index: SymbolIndex, path: str, line: int) -> ObservedClass | None:
    """Return the inferred code of the class at a line of a file."""
    declaration = declaration_at(index, path, line)
    declared = None if declaration is None else index.meaning.declared(declaration)
    return None if declared is None else index.meaning.observed(declared.id)


def declaration_at(index: SymbolIndex, path: str, line: int) -> ClassDeclaration | None:
    """Return the last class of a file that begins above a line, or in it."""
    unit = index.units.get(path)
    result = None
    for declaration in () if unit is None else unit.classes:
        if declaration.node.line <= line or result is None:
            result = declaration
    return result


def _expressions(
    index: SymbolIndex, path: str, line: int
) -> Iterator[tuple[Yaql, ObservedClass | None]]:
    """Yield the expressions in a line of a file, each with the class that it is in."""
    ui = index.package.ui
    if path in index.units:
        declaration = declaration_at(index, path, line)
        observed = observed_at(index, path, line)
        root = None if declaration is None else declaration.node
    elif ui is not None and ui.node.file.path == path:
        root, observed = ui.node, None
    else:
        return
    for node in () if root is None else expressions(root):
        if node.line <= line <= node.end_line:
            yield node, observed


def _innermost(node: Yaql, tree: Expression, line: int, column: int) -> Expression:
    for part in children(tree):
        if _is_at(node, part.start, part.end, line, column):
            # What stands after a dot is a part of nothing but the whole
            if isinstance(tree, Binary) and tree.operator in DOTS and part is tree.right:
                inner = _in_arguments(node, part, line, column)
                return tree if inner is None else inner
            return _innermost(node, part, line, column)
    return tree


def _in_arguments(node: Yaql, part: Expression, line: int, column: int) -> Expression | None:
    for argument in children(part):
        if _is_at(node, argument.start, argument.end, line, column):
            return _innermost(node, argument, line, column)
    return None


def _is_at(node: Yaql, start: int, end: int, line: int, column: int) -> bool:
    return touches(place_within(node, start, end), line, column)


def _parsed(text: str, path: str, line: int, column: int, analysis: Analysis) -> Yaql | None:
    unit = index_of(analysis).units.get(path)
    if unit is None:
        return None
    try:
        tree = parse(text)
    except ExpressionError:
        return None
    return Yaql(unit.file, line, column, line, column + len(text), text, tree)
