"""Answers requests for symbols of all packages, and for links and hints in a file."""

from __future__ import annotations

from lsprotocol import types

from muranopl.interfaces.lsp.features import feature
from muranopl.interfaces.lsp.session import ClientSession
from muranopl.workspace.symbols.inlay_hints import inlay_hints
from muranopl.workspace.symbols.navigation import links
from muranopl.workspace.symbols.search import search
from muranopl.workspace.symbols.symbol import SymbolKind

KINDS = {
    SymbolKind.PACKAGE: types.SymbolKind.Package,
    SymbolKind.CLASS: types.SymbolKind.Class,
    SymbolKind.PREFIX: types.SymbolKind.Namespace,
    SymbolKind.PROPERTY: types.SymbolKind.Property,
    SymbolKind.METHOD: types.SymbolKind.Method,
    SymbolKind.ARGUMENT: types.SymbolKind.Variable,
    SymbolKind.VARIABLE: types.SymbolKind.Variable,
    SymbolKind.FORM: types.SymbolKind.Struct,
    SymbolKind.FIELD: types.SymbolKind.Field,
    SymbolKind.TEMPLATE: types.SymbolKind.Object,
    SymbolKind.PARAMETER: types.SymbolKind.Variable,
    SymbolKind.TEMPLATE_PARAMETER: types.SymbolKind.Variable,
    SymbolKind.RESOURCE: types.SymbolKind.Object,
    SymbolKind.CONDITION: types.SymbolKind.Boolean,
    SymbolKind.OUTPUT: types.SymbolKind.Property,
    SymbolKind.FILE: types.SymbolKind.File,
    SymbolKind.GROUP: types.SymbolKind.Namespace,
}


def kind_of(kind: SymbolKind) -> types.SymbolKind:
    """Return a kind of symbols in the protocol."""
    return KINDS.get(kind, types.SymbolKind.Key)


@feature(types.WORKSPACE_SYMBOL)
def workspace_symbols(
    session: ClientSession, params: types.WorkspaceSymbolParams
) -> list[types.WorkspaceSymbol]:
    """Return the declarations whose names match a query, the best first."""
    return [
        types.WorkspaceSymbol(
            location,
            target.symbol.name,
            kind_of(target.symbol.kind),
            container_name=target.symbol.owner or None,
        )
        for target in search(session.workspace.analyses(), params.query)
        if (location := session.location(target.place)) is not None
    ]


@feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
def document_links(
    session: ClientSession, params: types.DocumentLinkParams
) -> list[types.DocumentLink]:
    """Return the names in a file that lead to files and packages."""
    file = session.file(params.text_document.uri)
    return [
        types.DocumentLink(range_, uri, link.words)
        for link in ([] if file is None else links(*file))
        if (uri := session.uri(link.target.file)) is not None
        and (range_ := session.range(link.place)) is not None
    ]


@feature(types.TEXT_DOCUMENT_INLAY_HINT)
def hints(session: ClientSession, params: types.InlayHintParams) -> list[types.InlayHint]:
    """Return the hints in a range of a file: types of variables, versions of packages."""
    file = session.file(params.text_document.uri)
    shown = range(params.range.start.line, params.range.end.line + 1)
    return [
        types.InlayHint(
            range_.end,
            hint.text,
            kind=types.InlayHintKind.Type if hint.is_type else None,
            tooltip=types.MarkupContent(types.MarkupKind.Markdown, hint.words)
            if hint.words
            else None,
            padding_left=True,
        )
        for hint in ([] if file is None else inlay_hints(*file))
        if (range_ := session.range(hint.place)) is not None and range_.start.line in shown
    ]
