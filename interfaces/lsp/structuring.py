"""Answers requests about one file: outline, folding, selections, tokens, linked names, formatting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec
from lsprotocol import types

from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.edits import difference
from muranopl.interfaces.lsp.features import feature
from muranopl.interfaces.lsp.searching import kind_of
from muranopl.interfaces.lsp.session import ClientSession
from muranopl.workspace.current_places import current_extent, current_place
from muranopl.workspace.line_changes import moved_lines
from muranopl.workspace.structure.lines import folding_ranges, formatted
from muranopl.workspace.structure.linked import linked_names
from muranopl.workspace.structure.outline import (
    OutlineItem,
    outline,
    selections,
)
from muranopl.workspace.structure.tokens import LEGEND, SemanticToken, TokenKind, tokens

_OWN = "readonly"


class _OpenFile(NamedTuple):
    """A file by its path, see `Workspace.path_in_package`, its text, and what is read of that."""

    path: str
    text: str
    read: str


def _file(uri: str, session: ClientSession) -> _OpenFile | None:
    path = uris.path_of(uri)
    text = None if path is None else session.documents.text(path)
    if path is None or text is None:
        return None
    read = session.workspace.read_text(path) or text
    return _OpenFile(session.workspace.path_in_package(path), text, read)


@feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
def document_symbols(
    session: ClientSession, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
    """Return the outline of a file; while its YAML is broken, without the broken lines."""
    file = _file(params.text_document.uri, session)
    if file is None:
        return []
    items = outline(file.read, file.path)
    moved = list(_moved(items, file.text))
    if session.client.nested_symbols:
        return [_symbol(item, file.text, session) for item in moved]
    uri = params.text_document.uri
    return list(_flat(moved, "", uri, file.text, session))


def _moved(items: Iterable[OutlineItem], text: str) -> Iterator[OutlineItem]:
    """Yield items of an outline at their places in the current text.

    In the place of one whose name was edited are the items below it.
    """
    for item in items:
        inner = tuple(_moved(item.items, text))
        place = current_place(item.place, text)
        extent = current_extent(item.extent, text)
        if place is None or extent is None:
            yield from inner
        else:
            yield msgspec.structs.replace(item, place=place, extent=extent, items=inner)


def _symbol(item: OutlineItem, text: str, session: ClientSession) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        # An empty name is not a name for the protocol
        item.name or '""',
        kind_of(item.kind),
        session.range_in(text, item.extent),
        session.range_in(text, item.place),
        item.detail or None,
        children=[_symbol(child, text, session) for child in item.items],
    )


def _flat(
    items: Iterable[OutlineItem], owner: str, uri: str, text: str, session: ClientSession
) -> Iterator[types.SymbolInformation]:
    for item in items:
        location = types.Location(uri, session.range_in(text, item.extent))
        yield types.SymbolInformation(
            location, item.name, kind_of(item.kind), container_name=owner or None
        )
        yield from _flat(item.items, item.name, uri, text, session)


@feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
def folding(session: ClientSession, params: types.FoldingRangeParams) -> list[types.FoldingRange]:
    """Return the ranges of lines that fold."""
    file = _file(params.text_document.uri, session)
    return [
        types.FoldingRange(
            item.first - 1,
            item.last - 1,
            kind=types.FoldingRangeKind.Comment if item.is_comment else None,
        )
        for item in ([] if file is None else folding_ranges(file.text))
    ]


@feature(types.TEXT_DOCUMENT_SELECTION_RANGE)
def selection(
    session: ClientSession, params: types.SelectionRangeParams
) -> list[types.SelectionRange]:
    """Return the selections that grow from each position."""
    file = _file(params.text_document.uri, session)
    if file is None:
        return []
    return [_selection(file, at, session) for at in params.positions]


def _selection(
    file: _OpenFile, position: types.Position, session: ClientSession
) -> types.SelectionRange:
    line, column = session.encoding.line_and_column(file.text, position)
    read_line = moved_lines(file.text, file.read).get(line)
    places = [] if read_line is None else selections(file.read, file.path, read_line, column)
    result: types.SelectionRange | None = None
    for place in reversed(places):
        extent = current_extent(place, file.text)
        if extent is not None:
            result = types.SelectionRange(session.range_in(file.text, extent), result)
    return result or types.SelectionRange(types.Range(position, position))


@feature(
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL,
    types.SemanticTokensLegend([kind.value for kind in TokenKind], [_OWN]),
)
def semantic_tokens(
    session: ClientSession, params: types.SemanticTokensParams
) -> types.SemanticTokens:
    """Return the tokens of the expressions of a file; while its YAML is broken, of the other lines."""
    file = _file(params.text_document.uri, session)
    if file is None:
        return types.SemanticTokens([])
    token_list = tokens(file.read, file.path)
    return types.SemanticTokens(list(_numbers(token_list, file.text, session)))


def _numbers(
    token_list: Sequence[SemanticToken], text: str, session: ClientSession
) -> Iterator[int]:
    """Yield five numbers for each token: its distance from the one before, length, kind, modifiers."""
    line = column = 0
    for token in token_list:
        place = current_place(token.place, text)
        if place is None:
            continue
        range_ = session.range_in(text, place)
        start = range_.start
        yield start.line - line
        yield start.character - (column if start.line == line else 0)
        yield range_.end.character - start.character
        yield LEGEND[token.kind]
        yield int(token.is_own)
        line, column = start.line, start.character


@feature(types.TEXT_DOCUMENT_LINKED_EDITING_RANGE)
def linked_editing(
    session: ClientSession, params: types.LinkedEditingRangeParams
) -> types.LinkedEditingRanges | None:
    """Return the places of a name that are edited together."""
    file = _file(params.text_document.uri, session)
    at = session.cursor(params)
    if file is None or at is None:
        return None
    places = linked_names(at, file.text)
    if not places:
        return None
    ranges = [session.range_in(file.text, place) for place in places]
    return types.LinkedEditingRanges(ranges, word_pattern=r"[$\w.-]+")


@feature(types.TEXT_DOCUMENT_FORMATTING)
def formatting(
    session: ClientSession, params: types.DocumentFormattingParams
) -> list[types.TextEdit]:
    """Return the edits that remove blanks at ends of lines, and end the file with one line end."""
    file = _file(params.text_document.uri, session)
    if file is None:
        return []
    return difference(file.text, formatted(file.text), session)
