"""Answers requests for the hierarchies of calls and of classes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import msgspec
from lsprotocol import types

from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.features import feature
from muranopl.interfaces.lsp.navigating import openable
from muranopl.interfaces.lsp.searching import kind_of
from muranopl.interfaces.lsp.session import ClientSession, Positioned
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.symbols import hierarchies
from muranopl.workspace.symbols.declarations import Target
from muranopl.workspace.symbols.index import At
from muranopl.workspace.symbols.symbol import Symbol

_POSSIBLE = "(possible call)"

Item = TypeVar("Item", types.CallHierarchyItem, types.TypeHierarchyItem)
LspCall = TypeVar("LspCall", types.CallHierarchyIncomingCall, types.CallHierarchyOutgoingCall)


def _prepared(
    kind: type[Item],
    find: Callable[[At], Iterable[Target]],
    session: ClientSession,
    params: Positioned,
) -> list[Item]:
    """Return the declarations at a position, from which a hierarchy begins."""
    at = session.at(params)
    return _items(kind, () if at is None else find(at), session)


feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)(
    functools.partial(_prepared, types.CallHierarchyItem, hierarchies.methods_at)
)
feature(types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY)(
    functools.partial(_prepared, types.TypeHierarchyItem, hierarchies.classes_at)
)


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
        for item in _items(
            types.CallHierarchyItem, [call.target], session, "" if call.certain else _POSSIBLE
        )
    ]


def _types(
    find: Callable[[Symbol, Iterable[Analysis]], Sequence[Target]],
    session: ClientSession,
    params: types.TypeHierarchySupertypesParams | types.TypeHierarchySubtypesParams,
) -> list[types.TypeHierarchyItem]:
    """Return the classes that `find` returns for a class."""
    symbol = _symbol(params.item)
    targets = () if symbol is None else find(symbol, _analyses(params.item, session))
    return _items(types.TypeHierarchyItem, targets, session)


feature(types.TYPE_HIERARCHY_SUPERTYPES)(functools.partial(_types, hierarchies.supertypes))
feature(types.TYPE_HIERARCHY_SUBTYPES)(functools.partial(_types, hierarchies.subtypes))


def _items(
    kind: type[Item], targets: Iterable[Target], session: ClientSession, remark: str = ""
) -> list[Item]:
    return [
        kind(
            name=target.symbol.name,
            kind=kind_of(target.symbol.kind),
            uri=uri,
            range=extent,
            selection_range=range_,
            detail=" ".join(filter(None, (target.symbol.owner, remark))) or None,
            data=msgspec.to_builtins(target.symbol),
        )
        for target, uri, extent, range_ in openable(targets, session)
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
