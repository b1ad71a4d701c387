"""Declarations that belong together: members that override one another, and who extends a class."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from muranopl.inherit.complete import CompleteType, Member
from muranopl.namespace.result import TypeId
from muranopl.workspace.symbols.collecting.meaning import (
    Meaning,
    local_symbol,
    member_symbol,
    method_of,
    type_of,
)
from muranopl.workspace.symbols.symbol import MEMBERS, Symbol, SymbolKind


def family(symbol: Symbol, meanings: Iterable[Meaning]) -> frozenset[Symbol]:
    """Return the symbols that have to have one name.

    They are the members that a member overrides or is overridden by, directly or not, and the
    arguments of such methods. Other symbols are alone.
    """
    if symbol.kind is SymbolKind.ARGUMENT and symbol.package is not None:
        return _arguments(symbol, meanings)
    if symbol.kind not in MEMBERS or symbol.package is None:
        return frozenset({symbol})
    owners = {type_of(symbol)}
    related = list(_related(symbol, meanings))
    size = 0
    # Members of two classes may be one only because a third class inherits both
    while size < len(owners):
        size = len(owners)
        for together in related:
            if not owners.isdisjoint(together):
                owners |= together
    return frozenset(
        member_symbol(symbol.kind, symbol.name, owner) for owner in owners if owner is not None
    )


def _related(symbol: Symbol, meanings: Iterable[Meaning]) -> Iterator[set[TypeId]]:
    """Yield the classes whose declarations of a name are one member of some type."""
    for meaning in meanings:
        for type_ in meaning.types.values():
            member = members(type_, symbol.kind).get(symbol.name)
            if member is not None:
                yield {owner for owner, _ in member.chain}


def _arguments(symbol: Symbol, meanings: Iterable[Meaning]) -> frozenset[Symbol]:
    """Return an argument with those of the same name in the methods that override its method."""
    method = method_of(symbol)[1]
    id_ = type_of(symbol)
    if id_ is None:
        return frozenset({symbol})
    meanings = tuple(meanings)
    result = {symbol}
    for other in family(member_symbol(SymbolKind.METHOD, method, id_), meanings):
        other_id = type_of(other)
        if other_id is not None and _has_argument(other_id, other.name, symbol.name, meanings):
            result.add(local_symbol(SymbolKind.ARGUMENT, symbol.name, other.name, other_id))
    return frozenset(result)


def _has_argument(id_: TypeId, method: str, name: str, meanings: Iterable[Meaning]) -> bool:
    for meaning in meanings:
        type_ = meaning.types.get(id_)
        for item in () if type_ is None else type_.declared.declaration.all_methods:
            if item.name == method:
                return any(argument.name == name for argument in item.arguments)
    return False


def members(type_: CompleteType, kind: SymbolKind) -> Mapping[str, Member[Any]]:
    """Return the properties or the methods of a type."""
    return type_.properties if kind is SymbolKind.PROPERTY else type_.methods


def descendants(id_: TypeId, meaning: Meaning) -> Iterator[CompleteType]:
    """Yield the types at hand that extend a class, directly or not."""
    for type_ in meaning.types.values():
        if id_ in type_.ancestors:
            yield type_


def children(id_: TypeId, meaning: Meaning) -> Iterator[CompleteType]:
    """Yield the types at hand that extend a class directly."""
    for type_ in meaning.types.values():
        if id_ in type_.parents:
            yield type_


def overriding(symbol: Symbol, meaning: Meaning) -> Iterator[Symbol]:
    """Yield the declarations in descendants of its class that override a member."""
    id_ = type_of(symbol)
    if id_ is None:
        return
    for type_ in descendants(id_, meaning):
        member = members(type_, symbol.kind).get(symbol.name)
        if member is not None and member.declaring == type_.id:
            yield member_symbol(symbol.kind, symbol.name, type_.id)
