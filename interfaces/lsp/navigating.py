"""Answers requests about names: their declarations, the places that use them, and texts about them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator

from lsprotocol import types

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.pages import markdown
from muranopl.diagnostics.places import Place
from muranopl.interfaces.lsp.features import feature
from muranopl.interfaces.lsp.session import ClientSession, Positioned
from muranopl.workspace.symbols import navigation
from muranopl.workspace.symbols.declarations import Target
from muranopl.workspace.symbols.hover import Hover, hover
from muranopl.workspace.symbols.index import At
from muranopl.workspace.symbols.navigation import Destinations
from muranopl.workspace.symbols.symbol import Role, SymbolKind

Links = list[types.Location] | list[types.LocationLink]


@feature(types.TEXT_DOCUMENT_HOVER)
def hover_text(session: ClientSession, params: types.HoverParams) -> types.Hover | None:
    """Return the text about the name or the expression at a position."""
    at = session.at(params)
    if at is None:
        return None
    result = _page(at) or hover(at)
    if result is None:
        return None
    content = types.MarkupContent(types.MarkupKind.Markdown, result.text)
    return types.Hover(content, session.range(result.place))


def _page(at: At) -> Hover | None:
    """Return the page of a code in a comment that suppresses it."""
    for item in at.occurrences:
        code = item.symbol.name
        if item.symbol.kind is SymbolKind.CODE and code in rules():
            return Hover(item.place, markdown(code))
    return None


def _found(find: Callable[[At], Destinations], session: ClientSession, params: Positioned) -> Links:
    at = session.at(params)
    return [] if at is None else _links(find(at), session)


for method, find in (
    (types.TEXT_DOCUMENT_DEFINITION, navigation.definition),
    (types.TEXT_DOCUMENT_DECLARATION, navigation.declaration),
    (types.TEXT_DOCUMENT_TYPE_DEFINITION, navigation.type_definition),
):
    feature(method)(functools.partial(_found, find))


@feature(types.TEXT_DOCUMENT_IMPLEMENTATION)
def implementation(session: ClientSession, params: types.ImplementationParams) -> Links:
    """Return the classes that extend a class, and the members that override one."""
    at = session.at(params)
    if at is None:
        return []
    destinations = navigation.implementations(at, session.others(at.analysis))
    return _links(destinations, session)


@feature(types.TEXT_DOCUMENT_REFERENCES)
def references(session: ClientSession, params: types.ReferenceParams) -> list[types.Location]:
    """Return the places that name the symbol at a position, in all packages."""
    at = session.at(params)
    if at is None:
        return []
    with_declaration = params.context.include_declaration
    return locations(
        (
            item.place
            for item in navigation.references(at, session.others(at.analysis))
            if with_declaration or item.role is not Role.DECLARATION
        ),
        session,
    )


@feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
def highlights(
    session: ClientSession, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight]:
    """Return the places in a file that name the symbol at a position."""
    at = session.at(params)
    return [
        types.DocumentHighlight(range_, _HIGHLIGHTS[item.role])
        for item in (() if at is None else navigation.highlights(at))
        if (range_ := session.range(item.place)) is not None
    ]


_HIGHLIGHTS = {
    Role.DECLARATION: types.DocumentHighlightKind.Text,
    Role.REFERENCE: types.DocumentHighlightKind.Read,
    Role.WRITE: types.DocumentHighlightKind.Write,
}


def locations(places: Iterable[Place], session: ClientSession) -> list[types.Location]:
    """Return the locations of places whose files the client can open."""
    possible = (session.location(place) for place in places)
    return [location for location in possible if location is not None]


def _links(found: Destinations, session: ClientSession) -> Links:
    places = [target.place for target in found.targets]
    if not session.client.links:
        return locations(places, session)
    origin = session.range(found.origins[0].place) if found.origins else None
    return [
        types.LocationLink(uri, extent, range_, origin)
        for _, uri, extent, range_ in openable(found.targets, session)
    ]


def openable(
    targets: Iterable[Target], session: ClientSession
) -> Iterator[tuple[Target, str, types.Range, types.Range]]:
    """Yield declarations that the client can open, with the URIs, extents and ranges of their names."""
    for target in targets:
        uri = session.uri(target.place.file)
        extent, range_ = session.extent(target.extent), session.range(target.place)
        if uri is not None and extent is not None and range_ is not None:
            yield target, uri, extent, range_
