"""Hints between the lines: types of variables, and versions of required packages."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.ard.nodes import Node
from muranopl.diagnostics.places import Place
from muranopl.semantics.abstract.values import UNKNOWN, Value
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols.hovering.value_words import type_hint, value_words
from muranopl.workspace.symbols.index import At, SymbolIndex, index_of
from muranopl.workspace.symbols.symbol import Role, SymbolKind
from muranopl.workspace.symbols.types import observed_at, part_at


class InlayHint(msgspec.Struct, frozen=True):
    """A text after what is written at a place; `is_type` for types. `words` says more."""

    place: Place
    text: str
    words: str
    is_type: bool


def inlay_hints(analysis: Analysis, path: str) -> Iterator[InlayHint]:
    """Yield the hints in a file."""
    index = index_of(analysis)
    yield from _versions(index, path)
    shown: set[object] = set()
    for item in index.file(path).all:
        is_set = item.role is Role.WRITE or (
            item.role is Role.DECLARATION and item.symbol.kind is SymbolKind.VARIABLE
        )
        if item.symbol.kind is not SymbolKind.VARIABLE or not is_set:
            continue
        at = At(analysis, path, item.place.line, item.place.column)
        value = _value(at, item.symbol.name)
        text = type_hint(value)
        # Set again to the same, a variable needs no second hint
        if text is None or (item.symbol, text) in shown:
            continue
        shown.add((item.symbol, text))
        yield InlayHint(item.place, f": {text}", value_words(value) or "", True)


def _value(at: At, name: str) -> Value:
    """Return the value that a variable is set to; `For` and `As` set one, too."""
    part = part_at(at)
    if part is not None:
        return part.value
    observed = observed_at(at)
    return UNKNOWN if observed is None else observed.named(at.line, name)


def _versions(index: SymbolIndex, path: str) -> Iterator[InlayHint]:
    """Yield the versions that the requirements in a manifest chose, where these leave a choice."""
    if path != index.package.header.file.path:
        return
    for item in index.meaning.names.written_requirements(index.meaning.id):
        node: Node = item.requirement.node
        chosen = item.chosen
        if chosen is None or chosen.version == item.requirement.spec:
            continue
        words = f"{chosen} in {chosen.location}"
        yield InlayHint(node.place, f" → {chosen.version}", words, False)
