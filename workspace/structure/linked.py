"""Finds names that are edited together, as a change of one alone would break the file."""

from __future__ import annotations

import re

from muranopl.diagnostics.places import Place
from muranopl.workspace.structure.parsed import parsed
from muranopl.workspace.symbols.index import At
from muranopl.workspace.symbols.navigation import highlights
from muranopl.workspace.symbols.symbol import SymbolKind

_LOCAL = frozenset(
    {
        SymbolKind.VARIABLE,
        SymbolKind.PREFIX,
        SymbolKind.TEMPLATE,
        SymbolKind.RESOURCE,
        SymbolKind.CONDITION,
    }
)
_ANCHOR = re.compile(r"(?<![^\s\[,{-])[&*]([^\s,\[\]{}]+)")


def linked_names(at: At, text: str) -> list[Place]:
    """Return the places of the name at a position, if only its file uses it.

    These are variables, prefixes, templates, resources and conditions of Heat, and anchors of YAML;
    none for another name.
    """
    anchors = _anchors(at, text)
    if anchors:
        return anchors
    occurrences = highlights(at)
    if any(item.symbol.kind not in _LOCAL or not item.certain for item in occurrences):
        return []
    places = list(dict.fromkeys(item.place for item in occurrences))
    if any(item.file.text != text for item in places):
        return []
    return places if len({_written(text, place) for place in places}) == 1 else []


def _anchors(at: At, text: str) -> list[Place]:
    """Return the names of an anchor and its aliases."""
    file = parsed(at.path, text).file
    anchors: list[tuple[str, Place]] = []
    for number, content in enumerate(text.split("\n"), 1):
        for match in _ANCHOR.finditer(content.partition(" #")[0]):
            first, last = match.start(1) + 1, match.end(1) + 1
            anchors.append((match[1], Place(file, number, first, number, last)))
    here = {
        name
        for name, place in anchors
        if place.line == at.line and place.column <= at.column <= place.end_column
    }
    places = [place for name, place in anchors if name in here]
    return places if len(places) > 1 else []


def _written(text: str, place: Place) -> str:
    return text.split("\n")[place.line - 1][place.column - 1 : place.end_column - 1]
