"""Links in a file: names of files, and of packages."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.diagnostics.places import Place
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols.declarations import targets_of
from muranopl.workspace.symbols.index import index_of
from muranopl.workspace.symbols.symbol import Role, SymbolKind

_LINKED = frozenset({SymbolKind.FILE, SymbolKind.PACKAGE})


class SymbolLink(msgspec.Struct, frozen=True):
    """A name, and the place that it leads to."""

    place: Place
    target: Place
    words: str


def links(analysis: Analysis, path: str) -> Iterator[SymbolLink]:
    """Yield the links in a file."""
    index = index_of(analysis)
    for item in index.file(path).all:
        if item.symbol.kind in _LINKED and item.role is Role.REFERENCE:
            for target in targets_of(item.symbol, index):
                yield SymbolLink(item.place, target.place, item.symbol.shown)
