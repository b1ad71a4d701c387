"""Finds the declarations that get a lens: a number of uses, tests and methods to run, forms to show."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec

from muranopl.diagnostics.places import Place
from muranopl.language.grammar.known_names import TEST_FIXTURE, TEST_NAME
from muranopl.language.grammar.method import ArgumentDeclaration, ArgumentUsage, MethodUsage
from muranopl.namespace.result import TypeId
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols.collecting.meaning import type_of
from muranopl.workspace.symbols.declarations import method_declaration
from muranopl.workspace.symbols.index import SymbolIndex, index_of
from muranopl.workspace.symbols.symbol import Symbol, SymbolKind

_SHOWN = frozenset({SymbolKind.CLASS, SymbolKind.PROPERTY, SymbolKind.METHOD})


class Lens(msgspec.Struct, frozen=True):
    """A declaration with its place; `test` is the name by which a test runs, None for others.

    `runs` is whether it is a method that needs no object and no arguments.
    """

    place: Place
    symbol: Symbol
    test: str | None = None
    runs: bool = False


def lenses(analysis: Analysis, path: str) -> Iterator[Lens]:
    """Yield the classes, properties and methods that a file declares, or its first page of a form."""
    index = index_of(analysis)
    if path not in index.units:
        yield from itertools.islice(_pages(index, path), 1)
        return
    for item in index.declarations(path):
        if item.symbol.kind in _SHOWN:
            symbol = item.symbol
            yield Lens(item.place, symbol, _test(symbol, analysis), _runs(symbol, index))


def tests(analysis: Analysis) -> Iterator[Lens]:
    """Yield the test classes and tests of a package, each class before its tests.

    As in a run of tests, these are those of classes that the manifest lists.
    """
    package = analysis.results.names.packages.get(analysis.package.id)
    fixtures = {
        item.id
        for item in (() if package is None else package.classes.values())
        if item.listed is not None and _is_fixture(item.id, analysis)
    }
    if fixtures:
        for path in index_of(analysis).units:
            for lens in lenses(analysis, path):
                if lens.test is not None and type_of(lens.symbol) in fixtures:
                    yield lens


def _pages(index: SymbolIndex, path: str) -> Iterator[Lens]:
    for item in index.declarations(path):
        if item.symbol.kind is SymbolKind.FORM:
            yield Lens(item.place, item.symbol)


def _runs(symbol: Symbol, index: SymbolIndex) -> bool:
    """Return whether a symbol is a static method that can be called without arguments."""
    if symbol.kind is not SymbolKind.METHOD:
        return False
    method = method_declaration(symbol, index.meaning)
    if method is None or method.usage is not MethodUsage.STATIC:
        return False
    return not any(map(_is_required, method.arguments))


def _is_required(argument: ArgumentDeclaration) -> bool:
    return argument.usage is ArgumentUsage.STANDARD and argument.default is None


def _test(symbol: Symbol, analysis: Analysis) -> str | None:
    """Return the name of a test method, or of a class with tests; None for anything else."""
    is_method = symbol.kind is SymbolKind.METHOD
    if is_method and not TEST_NAME.match(symbol.name):
        return None
    id_ = type_of(symbol)
    if id_ is None or symbol.kind is SymbolKind.PROPERTY:
        return None
    if not _is_fixture(id_, analysis):
        return None
    return f"{id_.name}.{symbol.name}" if is_method else id_.name


def _is_fixture(id_: TypeId, analysis: Analysis) -> bool:
    type_ = analysis.results.inheritance.types.get(id_)
    return type_ is not None and any(above.name == TEST_FIXTURE for above in type_.ancestors)
