"""The hierarchies of calls and of classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec
from lsprotocol import types

from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.features import feature
from muranopl.interfaces.lsp.searching import kind_of
from muranopl.interfaces.lsp.session import ClientSession
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols import hierarchies
from muranopl.workspace.symbols.declarations import Target
from muranopl.workspace.symbols.symbol import Symbol

Item = TypeVar("Item", types.CallHierarchyItem, types.TypeHierarchyItem)
LspCall = TypeVar("LspCall", types.CallHierarchyIncomingCall, types.CallHierarchyOutgoingCall)


@feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
def prepare_calls(
    session: ClientSession, params: types.CallHierarchyPrepareParams
) -> list[types.CallHierarchyItem]:
    """Return the methods at a position."""
    at = session.at(params.text_document.uri, params.position)
    targets = () if at is None else hierarchies.methods_at(*at)
    return _items(types.CallHierarchyItem, targets, session)


@feature(types.CALL_HIERARCHY_INCOMING_CALLS)
def incoming(
    session: ClientSession, params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall]:
    """Return the methods that call a method."""
    symbol = _symbol(params.item)
    if symbol is None:
        return []
    calls = hierarchies.incoming_calls(symbol, _analyses(params.item, session))
    return _calls(types.CallHierarchyIncomingCall, calls, session)


@feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
def outgoing(
    session: ClientSession, params: types.CallHierarchyOutgoingCallsParams
) -> list[types.CallHierarchyOutgoingCall]:
    """Return the methods that a method calls."""
    symbol, analyses = _symbol(params.item), _analyses(params.item, session)
    if symbol is None or not analyses:
        return []
    calls = hierarchies.outgoing_calls(symbol, analyses[0])
    return _calls(types.CallHierarchyOutgoingCall, calls, session)


def _calls(
    kind: Callable[[types.CallHierarchyItem, list[types.Range]], LspCall],
    calls: Iterable[hierarchies.Calls],
    session: ClientSession,
) -> list[LspCall]:
    """Return calls as the protocol has them, without those of files that it cannot name."""
    return [
        kind(item, ranges)
        for call in calls
        if (ranges := list(filter(None, map(session.range, call.places))))
        for item in _items(types.CallHierarchyItem, [call.target], session)
    ]


@feature(types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY)
def prepare_types(
    session: ClientSession, params: types.TypeHierarchyPrepareParams
) -> list[types.TypeHierarchyItem]:
    """Return the classes at a position."""
    at = session.at(params.text_document.uri, params.position)
    targets = () if at is None else hierarchies.classes_at(*at)
    return _items(types.TypeHierarchyItem, targets, session)


@feature(types.TYPE_HIERARCHY_SUPERTYPES)
def supertypes(
    session: ClientSession, params: types.TypeHierarchySupertypesParams
) -> list[types.TypeHierarchyItem]:
    """Return the classes that a class extends."""
    return _types(params.item, hierarchies.supertypes, session)


@feature(types.TYPE_HIERARCHY_SUBTYPES)
def subtypes(
    session: ClientSession, params: types.TypeHierarchySubtypesParams
) -> list[types.TypeHierarchyItem]:
    """Return the classes that extend a class."""
    return _types(params.item, hierarchies.subtypes, session)


def _types(
    item: types.TypeHierarchyItem,
    find: Callable[[Symbol, Iterable[Analysis]], Sequence[Target]],
    session: ClientSession,
) -> list[types.TypeHierarchyItem]:
    symbol = _symbol(item)
    targets = () if symbol is None else find(symbol, _analyses(item, session))
    return _items(types.TypeHierarchyItem, targets, session)


def _items(kind: type[Item], targets: Iterable[Target], session: ClientSession) -> list[Item]:
    return [
        kind(
            name=target.symbol.name,
            kind=kind_of(target),
            uri=uri,
            range=extent,
            selection_range=range_,
            detail=target.symbol.owner or None,
            data=msgspec.to_builtins(target.symbol),
        )
        for target in targets
        if (uri := session.uri(target.place.file)) is not None
        and (range_ := session.range(target.place)) is not None
        and (extent := session.extent(target.extent)) is not None
    ]


def _symbol(item: types.CallHierarchyItem | types.TypeHierarchyItem) -> Symbol | None:
    """Return the symbol of an item, which the client sends back; None if it is not whole."""
    data: Any = item.data
    try:
        return msgspec.convert(data, Symbol)
    except msgspec.ValidationError:
        return None


def _analyses(
    item: types.CallHierarchyItem | types.TypeHierarchyItem, session: ClientSession
) -> list[Analysis]:
    """Return the analyses of all packages, that of the item first."""
    path = uris.path_of(item.uri)
    own = None if path is None else session.analysis(path)
    if own is None:
        return list(session.workspace.analyses())
    return [own, *session.others(own)]
