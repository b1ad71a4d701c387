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
from muranopl.namespace.result import DeclaredClass
from muranopl.semantics.abstract.values import UNKNOWN, Value
from muranopl.semantics.bodies.observation import ObservedClass, visible_types
from muranopl.workspace.symbols.collecting.code import DOTS
from muranopl.workspace.symbols.index import At


class Part(msgspec.Struct, frozen=True, eq=False):
    """A part of an expression in a file, and its value."""

    node: Yaql
    tree: Expression
    value: Value


def value_of(at: At, text: str) -> Value:
    """Return the value that an expression would have at a position in the code of a class.

    UNKNOWN if the text is not an expression. The variables are those that the code above sets.
    """
    observed, node = observed_at(at), _parsed(text, at)
    if observed is None or node is None:
        return UNKNOWN
    return observed.evaluated(node, at.line, at.column)


def member_types(at: At, value: Value) -> Iterator[CompleteType]:
    """Yield the types whose members the class at a line can use on a value."""
    observed = observed_at(at)
    if observed is not None:
        yield from visible_types(value, observed.type, observed.classes)


def part_at(at: At) -> Part | None:
    """Return the innermost part of an expression at a position; a member with its receiver."""
    for node, observed in _expressions(at):
        if not _is_at(node, 0, len(node.text), at):
            continue
        tree = _innermost(node, node.tree, at)
        if observed is not None:
            return Part(node, tree, observed.value(node, tree))
        forms = at.index.forms
        value = None if forms is None else forms.value(node, tree)
        return Part(node, tree, value or UNKNOWN)
    return None


def observed_at(at: At) -> ObservedClass | None:
    """Return the inferred code of the class at a position."""
    declared = class_at(at)
    return None if declared is None else at.index.meaning.observed(declared.id)


def class_at(at: At) -> DeclaredClass | None:
    """Return the class at a position."""
    declaration = declaration_at(at)
    return None if declaration is None else at.index.meaning.declared(declaration)


def declaration_at(at: At) -> ClassDeclaration | None:
    """Return the last class of a file that begins above a line, or in it."""
    unit = at.index.units.get(at.path)
    result = None
    for declaration in () if unit is None else unit.classes:
        if declaration.node.line <= at.line or result is None:
            result = declaration
    return result


def _expressions(at: At) -> Iterator[tuple[Yaql, ObservedClass | None]]:
    """Yield the expressions in a line of a file, each with the class that it is in."""
    ui = at.analysis.package.ui
    if at.path in at.index.units:
        declaration, observed = declaration_at(at), observed_at(at)
        root = None if declaration is None else declaration.node
    elif ui is not None and ui.node.file.path == at.path:
        root, observed = ui.node, None
    else:
        return
    for node in () if root is None else expressions(root):
        if node.line <= at.line <= node.end_line:
            yield node, observed


def _innermost(node: Yaql, tree: Expression, at: At) -> Expression:
    for part in children(tree):
        if _is_at(node, part.start, part.end, at):
            # What stands after a dot is a part of nothing but the whole
            if isinstance(tree, Binary) and tree.operator in DOTS and part is tree.right:
                inner = _in_arguments(node, part, at)
                return tree if inner is None else inner
            return _innermost(node, part, at)
    return tree


def _in_arguments(node: Yaql, part: Expression, at: At) -> Expression | None:
    for argument in children(part):
        if _is_at(node, argument.start, argument.end, at):
            return _innermost(node, argument, at)
    return None


def _is_at(node: Yaql, start: int, end: int, at: At) -> bool:
    return touches(place_within(node, start, end), at.line, at.column)


def _parsed(text: str, at: At) -> Yaql | None:
    unit = at.index.units.get(at.path)
    if unit is None:
        return None
    try:
        tree = parse(text)
    except ExpressionError:
        return None
    return Yaql(unit.file, at.line, at.column, at.line, at.column + len(text), text, tree)
