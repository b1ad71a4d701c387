"""Search for declarations in all packages of a workspace by parts of their names."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator

from muranopl.diagnostics.places import Place
from muranopl.language.grammar.entity import Named
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols.collecting.meaning import (
    class_symbol,
    member_symbol,
    package_symbol,
)
from muranopl.workspace.symbols.declarations import Target
from muranopl.workspace.symbols.index import SymbolIndex, index_of
from muranopl.workspace.symbols.symbol import Symbol, SymbolKind

MOST = 500
"""Most declarations that are returned."""


def search(analyses: Iterable[Analysis], query: str) -> list[Target]:
    """Return the declarations whose names have the letters of a query in order, best first."""
    text = query.casefold()
    ranked = (
        (rank, target.symbol.name, target.place.key(), target)
        for analysis in analyses
        for target in _declared(index_of(analysis))
        if (rank := _rank(target.symbol.name, text)) is not None
    )
    best = heapq.nsmallest(MOST, ranked, key=lambda item: item[:3])
    return [target for *_, target in best]


def _rank(name: str, text: str) -> int | None:
    """Return how well a name fits, less is better; None if it does not.

    Of a full name the last word counts first.
    """
    short = name.rpartition(".")[2].casefold()
    for rank, fits in enumerate((short == text, short.startswith(text), text in short)):
        if fits:
            return rank
    full = name.casefold()
    if text in full:
        return 3
    letters = iter(full)
    return 4 if all(letter in letters for letter in text) else None


def _declared(index: SymbolIndex) -> Iterator[Target]:
    """Yield the declarations of a package, without reading its code."""
    meaning = index.meaning
    header = meaning.package.header
    yield Target(package_symbol(meaning.id.name, meaning.id), header.place, header.place)
    opened = meaning.opened
    for declared in () if opened is None else opened.classes.values():
        declaration = declared.declaration
        place = declaration.place
        yield Target(class_symbol(declared.id), place, place)
        for property_ in declaration.properties:
            kind = SymbolKind.PROPERTY
            yield _named(member_symbol(kind, property_.name, declared.id), property_)
        for method in declaration.all_methods:
            kind = SymbolKind.METHOD
            yield _named(member_symbol(kind, method.name, declared.id), method)
    definition = meaning.package.ui
    if definition is not None and definition.node.file.text is None:
        definition = None  # it is made of a Heat template, whose parts are below
    for form in () if definition is None else definition.forms:
        yield _named(Symbol(SymbolKind.FORM, form.name, "", meaning.id), form)
        for field in form.fields:
            symbol = Symbol(SymbolKind.FIELD, field.name, form.name, meaning.id)
            yield _named(symbol, field)
    for part in index.parts_of_templates():
        yield Target(part.symbol, part.place, part.place)


def _named(symbol: Symbol, declared: Named) -> Target:
    place: Place = declared.name_node.place
    return Target(symbol, place, place)
