"""Occurrences of codes in comments that suppress diagnostics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from muranopl.diagnostics.suppressions.comments import Suppression
from muranopl.workspace.symbols.symbol import Occurrence, Symbol, SymbolKind


def codes_in(path: str, suppressions: Iterable[Suppression]) -> Iterator[Occurrence]:
    """Yield the codes in the comments of a file."""
    for item in suppressions:
        if item.place.file.path == path and not item.problem:
            yield Occurrence(item.place, Symbol(SymbolKind.CODE, item.word))
