"""Lenses above declarations: the number of uses, tests to run, forms to show."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec

from muranopl.diagnostics.places import Place
from muranopl.namespace.result import TypeId
from muranopl.testing.selection import FIXTURE, TEST_NAME
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols.index import SymbolIndex, index_of
from muranopl.workspace.symbols.symbol import Symbol, SymbolKind

_SHOWN = frozenset({SymbolKind.CLASS, SymbolKind.PROPERTY, SymbolKind.METHOD})


class Lens(msgspec.Struct, frozen=True):
    """A declaration with its place; `test` is the name by which a test runs, None for others."""

    place: Place
    symbol: Symbol
    test: str | None = None


def lenses(analysis: Analysis, path: str) -> Iterator[Lens]:
    """Yield the classes, properties and methods that a file declares, or its first page of a form."""
    index = index_of(analysis)
    if path not in index.units:
        yield from itertools.islice(_pages(index, path), 1)
        return
    for item in index.declarations(path):
        if item.symbol.kind in _SHOWN:
            yield Lens(item.place, item.symbol, _test(item.symbol, analysis))


def _pages(index: SymbolIndex, path: str) -> Iterator[Lens]:
    for item in index.declarations(path):
        if item.symbol.kind is SymbolKind.FORM:
            yield Lens(item.place, item.symbol)


def _test(symbol: Symbol, analysis: Analysis) -> str | None:
    """Return the name of a test method, or of a class with tests; None for anything else."""
    is_method = symbol.kind is SymbolKind.METHOD
    if is_method and not TEST_NAME.match(symbol.name):
        return None
    if symbol.package is None or symbol.kind is SymbolKind.PROPERTY:
        return None
    id_ = TypeId(symbol.owner if is_method else symbol.name, symbol.package)
    type_ = analysis.results.inheritance.types.get(id_)
    is_fixture = type_ is not None and any(
        above.name == FIXTURE for above in type_.ancestors
    )
    if not is_fixture:
        return None
    return f"{id_.name}.{symbol.name}" if is_method else id_.name
