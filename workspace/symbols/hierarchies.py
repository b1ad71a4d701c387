"""Calls of methods, and inheritance of classes, step by step."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from muranopl.ard.nodes import Node
from muranopl.diagnostics.places import Place
from muranopl.namespace.result import DeclaredClass
from muranopl.semantics.abstract.values import ClassType
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols.collecting.meaning import class_symbol, member_symbol, type_of
from muranopl.workspace.symbols.declarations import Target, targets_of
from muranopl.workspace.symbols.families import children, descendants
from muranopl.workspace.symbols.index import At, SymbolIndex, index_of
from muranopl.workspace.symbols.navigation import distinct_meanings, possible_uses, uses_of
from muranopl.workspace.symbols.symbol import Role, Symbol, SymbolKind
from muranopl.workspace.symbols.types import class_at


class Calls(msgspec.Struct, frozen=True):
    """A declaration that calls, or is called, and the places of the calls.

    They are not `certain` on objects whose class does not decide the method.
    """

    target: Target
    places: tuple[Place, ...]
    certain: bool = True


def methods_at(at: At) -> tuple[Target, ...]:
    """Return the methods that are named at a position, else the one around it."""
    symbols = [
        item.symbol
        for item in at.occurrences
        if item.symbol.kind is SymbolKind.METHOD and item.certain
    ]
    around = None if symbols else _member_at(at)
    if around is not None and around.kind is SymbolKind.METHOD:
        symbols.append(around)
    return _targets(symbols, [at.index])


def incoming_calls(symbol: Symbol, analyses: Sequence[Analysis]) -> tuple[Calls, ...]:
    """Return the declarations whose code calls a method, or may do so by one that it overrides.

    Those with calls on objects of unknown classes come last.
    """
    indexes = [index_of(item) for item in analyses]
    callers: dict[tuple[bool, Symbol], list[Place]] = {}

    @functools.cache
    def is_called_on(receiver: ClassType) -> bool:
        return _is_called_on(receiver, symbol, indexes)

    for item in (*uses_of(symbol, analyses), *possible_uses(symbol, indexes)):
        if item.role is Role.REFERENCE and (
            not item.receivers or any(map(is_called_on, item.receivers))
        ):
            for analysis in analyses:
                place = item.place
                at = At(analysis, place.file.path, place.line, place.column)
                caller = _member_at(at)
                if caller is not None and at.index.units[at.path].file == place.file:
                    callers.setdefault((item.certain, caller), []).append(place)
                    break
    return _calls(callers, indexes)


def _is_called_on(receiver: ClassType, symbol: Symbol, indexes: Iterable[SymbolIndex]) -> bool:
    """Return whether a call on an object of a class, or of one below it, may run a method."""
    owner = type_of(symbol)
    for meaning in distinct_meanings(indexes):
        own = meaning.types.get(receiver.id)
        below = () if receiver.exact else descendants(receiver.id, meaning)
        for type_ in (*(() if own is None else (own,)), *below):
            member = type_.methods.get(symbol.name)
            if member is not None and any(declaring == owner for declaring, _ in member.candidates):
                return True
    return False


def outgoing_calls(symbol: Symbol, analysis: Analysis) -> tuple[Calls, ...]:
    """Return the methods that the code of a method calls."""
    index = index_of(analysis)
    called: dict[tuple[bool, Symbol], list[Place]] = {}
    for target in targets_of(symbol, index):
        first, last = target.extent.line, _last_line(target.extent)
        for item in index.file(target.place.file.path).all:
            is_call = item.symbol.kind is SymbolKind.METHOD and item.certain
            inside = first <= item.place.line <= last and item.role is Role.REFERENCE
            if is_call and inside:
                called.setdefault((item.certain, item.symbol), []).append(item.place)
    return _calls(called, [index])


def classes_at(at: At) -> tuple[Target, ...]:
    """Return the class that is named at a position, else the one around it."""
    symbols = [item.symbol for item in at.occurrences if item.symbol.kind is SymbolKind.CLASS]
    around = None if symbols else class_at(at)
    if around is not None:
        symbols.append(class_symbol(around.id))
    return _targets(symbols, [at.index])


def supertypes(symbol: Symbol, analyses: Iterable[Analysis]) -> tuple[Target, ...]:
    """Return the classes that a class extends directly."""
    indexes = [index_of(item) for item in analyses]
    id_ = type_of(symbol)
    types = (index.meaning.types[id_] for index in indexes if id_ in index.meaning.types)
    type_ = next(types, None)
    parents = () if type_ is None else type_.parents
    return _targets(map(class_symbol, parents), indexes)


def subtypes(symbol: Symbol, analyses: Iterable[Analysis]) -> tuple[Target, ...]:
    """Return the classes that extend a class directly, in all these packages."""
    indexes = [index_of(item) for item in analyses]
    id_ = type_of(symbol)
    below = (
        class_symbol(type_.id)
        for index in indexes
        for type_ in (() if id_ is None else children(id_, index.meaning))
    )
    return _targets(below, indexes)


def _member_at(at: At) -> Symbol | None:
    """Return the property or the method whose declaration has a line, else the class."""
    declared = class_at(at)
    if declared is None:
        return None
    for symbol, key, value in _members(declared):
        if key.line <= at.line <= _last_line(value):
            return symbol
    return class_symbol(declared.id)


def _members(declared: DeclaredClass) -> Iterator[tuple[Symbol, Node, Node]]:
    for property_ in declared.declaration.properties:
        symbol = member_symbol(SymbolKind.PROPERTY, property_.name, declared.id)
        yield symbol, property_.name_node, property_.node
    for method in declared.declaration.all_methods:
        symbol = member_symbol(SymbolKind.METHOD, method.name, declared.id)
        yield symbol, method.name_node, method.node


def _last_line(node: Node | Place) -> int:
    """Return the last line of a value; a block ends at the beginning of the next line."""
    if node.end_column == 1 and node.end_line > node.line:
        return node.end_line - 1
    return node.end_line


def _calls(
    calls: dict[tuple[bool, Symbol], list[Place]], indexes: Sequence[SymbolIndex]
) -> tuple[Calls, ...]:
    return tuple(
        Calls(target, tuple(places), certain)
        for (certain, symbol), places in calls.items()
        for target in _targets([symbol], indexes)
    )


def _targets(symbols: Iterable[Symbol], indexes: Sequence[SymbolIndex]) -> tuple[Target, ...]:
    """Return the declarations of symbols, each once; the first package that has one counts."""
    result: dict[Target, None] = {}
    for symbol in dict.fromkeys(symbols):
        per_index: Iterator[list[Target]] = (list(targets_of(symbol, index)) for index in indexes)
        result.update(dict.fromkeys(next((item for item in per_index if item), ())))
    return tuple(result)
