"""From a name to its declarations, and back to all places where it is used.

Most functions return places for a position in a file; there are none where no name stands. `links`
returns the names of files and packages in a whole file, with the places that they lead to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from muranopl.diagnostics.places import Place
from muranopl.namespace.result import TypeId
from muranopl.semantics.abstract.contracts import type_of as contract_value
from muranopl.semantics.abstract.values import Items, Value
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols.collecting.code import VARIABLE
from muranopl.workspace.symbols.collecting.meaning import (
    Meaning,
    class_symbol,
    member_symbol,
    type_of,
)
from muranopl.workspace.symbols.declarations import (
    Target,
    declared_entity,
    targets_of,
)
from muranopl.workspace.symbols.families import descendants, family, members, overriding
from muranopl.workspace.symbols.index import At, SymbolIndex, index_of
from muranopl.workspace.symbols.symbol import MEMBERS, Occurrence, Role, Symbol, SymbolKind
from muranopl.workspace.symbols.types import observed_at, part_at

MOST_POSSIBLE = 5
"""Most declarations that are offered for a member of an unknown value."""
_LINKED = frozenset({SymbolKind.FILE, SymbolKind.PACKAGE})


class Destinations(msgspec.Struct, frozen=True, eq=False):
    """The names at a position, and the declarations that answer the question."""

    origins: tuple[Occurrence, ...]
    targets: tuple[Target, ...]


class SymbolLink(msgspec.Struct, frozen=True):
    """A name, and the place that it leads to."""

    place: Place
    target: Place
    words: str


def definition(at: At) -> Destinations:
    """Return the declarations that a name refers to; of a declaration, itself."""
    return _found(at, _meant(at))


def declaration(at: At) -> Destinations:
    """Return the first declarations of a name: of a member, those that override nothing."""
    return _found(at, (root for symbol in _meant(at) for root in _roots(symbol, at.index)))


def type_definition(at: At) -> Destinations:
    """Return the classes of the objects that a name or an expression gives."""
    origins = at.occurrences
    symbols = [item.symbol for item in origins if item.symbol.kind is SymbolKind.CLASS]
    values = [value for item in origins if (value := _declared_value(item.symbol, at.index))]
    part = part_at(at)
    values += [] if part is None else [part.value]
    symbols += [class_symbol(id_) for value in values for id_ in _classes(value)]
    return _found(at, symbols)


def implementations(at: At, others: Iterable[Analysis] = ()) -> Destinations:
    """Return the classes that extend a class, and the members that override a member."""
    indexes = [index_of(item) for item in (at.analysis, *others)]
    origins = at.occurrences
    targets: dict[Target, None] = {}
    for item in origins:
        for index in indexes:
            for symbol in _implementing(item.symbol, index):
                targets.update(dict.fromkeys(targets_of(symbol, index)))
    return Destinations(tuple(origins), tuple(targets))


def links(analysis: Analysis, path: str) -> Iterator[SymbolLink]:
    """Yield the links in a file."""
    index = index_of(analysis)
    for item in index.file(path).all:
        if item.symbol.kind in _LINKED and item.role is Role.REFERENCE:
            for target in targets_of(item.symbol, index):
                yield SymbolLink(item.place, target.place, item.symbol.shown)


def references(at: At, others: Iterable[Analysis] = ()) -> list[Occurrence]:
    """Return the places that name what stands at a position, in all these packages.

    Members that override one another count as one. What may be a member of an unknown value is
    not certain, and left out.
    """
    analyses = (at.analysis, *others)
    return [
        use
        for symbol in dict.fromkeys(item.symbol for item in at.occurrences)
        for use in uses_of(symbol, analyses)
    ]


def highlights(at: At) -> list[Occurrence]:
    """Return the places in one file that name what stands at a position."""
    meanings = (at.index.meaning,)
    symbols = {symbol for item in at.occurrences for symbol in family(item.symbol, meanings)}
    return [item for item in at.index.file(at.path).all if item.symbol in symbols]


def uses_of(symbol: Symbol, analyses: Sequence[Analysis]) -> list[Occurrence]:
    """Return the occurrences of a symbol and its family in some packages, each place once."""
    indexes = [index_of(item) for item in analyses]
    together = family(symbol, distinct_meanings(indexes))
    uses = {
        item.place: item
        for index in indexes
        for related in together
        for item in index.of(related)
        if item.certain
    }
    return sorted(uses.values(), key=lambda item: item.place.key())


def possible_uses(symbol: Symbol, indexes: Iterable[SymbolIndex]) -> list[Occurrence]:
    """Return the members of unknown values that have the name of a member."""
    if symbol.kind not in MEMBERS:
        return []
    unknown = Symbol(symbol.kind, symbol.name)
    return [item for index in indexes for item in index.of(unknown)]


def distinct_meanings(indexes: Iterable[SymbolIndex]) -> list[Meaning]:
    """Return the meanings of packages, one for those with the same results of the phases."""
    # Packages that were analysed together share the classes that are searched
    by_results = {id(index.meaning.results): index.meaning for index in indexes}
    return list(by_results.values())


def _meant(at: At) -> list[Symbol]:
    """Return the symbols at a position, with the class of the object in place of `$this`."""
    result: list[Symbol] = []
    for item in at.occurrences:
        # `$this` has no declaration: its class is what the user looks for
        if item.symbol.owner == VARIABLE:
            observed = observed_at(at)
            if item.symbol.name == "$this" and observed is not None:
                result.append(class_symbol(observed.type.id))
        elif item.certain:
            result.append(item.symbol)
        else:
            result += _possible(item.symbol, at.index)
    return result


def _possible(symbol: Symbol, index: SymbolIndex) -> list[Symbol]:
    """Return the members that the member of an unknown value may be, if these are few."""
    ids = index.meaning.declaring(symbol.kind, symbol.name)
    # A common name, such as `name`, would lead to half of the catalog
    if len(ids) > MOST_POSSIBLE:
        return []
    return [member_symbol(symbol.kind, symbol.name, id_) for id_ in sorted(ids)]


def _found(at: At, symbols: Iterable[Symbol]) -> Destinations:
    targets = {
        target: None for symbol in dict.fromkeys(symbols) for target in targets_of(symbol, at.index)
    }
    return Destinations(tuple(at.occurrences), tuple(targets))


def _roots(symbol: Symbol, index: SymbolIndex) -> Iterator[Symbol]:
    """Yield the declarations of a member that override nothing; other symbols are their own."""
    id_ = type_of(symbol)
    type_ = None if id_ is None else index.meaning.types.get(id_)
    if symbol.kind not in MEMBERS or type_ is None:
        yield symbol
        return
    member = members(type_, symbol.kind).get(symbol.name)
    if member is None:
        yield symbol
        return
    # A member may override several ones, of several parents
    pending = [member]
    while pending:
        current = pending.pop()
        if current.above:
            pending += current.above
        else:
            for owner, _ in current.candidates:
                yield member_symbol(symbol.kind, symbol.name, owner)


def _implementing(symbol: Symbol, index: SymbolIndex) -> Iterator[Symbol]:
    id_ = type_of(symbol)
    if symbol.kind is SymbolKind.CLASS and id_ is not None:
        for type_ in descendants(id_, index.meaning):
            yield class_symbol(type_.id)
    elif symbol.kind in MEMBERS:
        yield from overriding(symbol, index.meaning)


def _declared_value(symbol: Symbol, index: SymbolIndex) -> Value | None:
    """Return the values that the contract of a property or an argument gives."""
    if symbol.kind not in {SymbolKind.PROPERTY, SymbolKind.ARGUMENT}:
        return None
    contract = getattr(declared_entity(symbol, index.meaning), "contract", None)
    return contract_value(contract, index.meaning.names.resolved)


def _classes(value: Value) -> Iterator[TypeId]:
    """Yield the classes of the objects in a value, and in the items of collections."""
    for class_ in value.classes:
        yield class_.id
    for item in value.alternatives or ():
        if isinstance(item, Items):
            inside = [*(item.items or ()), *([item.item] if item.item else [])]
            for part in inside:
                yield from _classes(part)
