"""Renaming, in all packages, with a preview of what is not certain."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from urllib.parse import quote, unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcServerNotInitialized

from muranopl.interfaces.lsp.features import feature
from muranopl.interfaces.lsp.server import MuranoServer
from muranopl.interfaces.lsp.session import ClientSession
from muranopl.workspace.symbols.renaming.rename import can_rename, rename
from muranopl.workspace.symbols.renaming.result import (
    FileRename,
    RenameEdit,
    RenameRefusedError,
    Renaming,
)

_UNCERTAIN = "uncertain"
_MOST_NAMED = 5
_ANNOTATIONS = {
    _UNCERTAIN: types.ChangeAnnotation(
        label="May be another member of this name",
        needs_confirmation=True,
        description="Nothing is known about the value whose member this is.",
    )
}


@feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare(
    session: ClientSession, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """Return the name at a position that can be renamed. Raise JsonRpcException."""
    at = session.at(params.text_document.uri, params.position)
    if at is None:
        return None
    try:
        place = can_rename(*at, session.others(at.analysis))
    except RenameRefusedError as error:
        raise _refusal(error) from None
    name = posixpath.basename(place.symbol.name)
    return types.PrepareRenamePlaceholder(session.range(place.place), name)


@feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
async def renamed(
    server: MuranoServer, params: types.RenameParams
) -> types.WorkspaceEdit | None:
    """Return the edits that rename the symbol at a position. Raise JsonRpcException.

    The user is shown the places of the same name that are not renamed.
    """
    if not server.is_initialized:
        raise JsonRpcServerNotInitialized
    await server.ready.wait()
    result = await server.run(_renaming, server.session, params)
    if result is None:
        return None
    if left := _left(result, server.session):
        message = types.ShowMessageParams(types.MessageType.Info, left)
        server.window_show_message(message)
    return await server.run(_edit, result, server.session)


def _renaming(session: ClientSession, params: types.RenameParams) -> Renaming | None:
    at = session.at(params.text_document.uri, params.position)
    if at is None:
        return None
    try:
        return rename(*at, params.new_name, others=session.others(at.analysis))
    except RenameRefusedError as error:
        raise _refusal(error) from None


def _left(result: Renaming, session: ClientSession) -> str:
    """Return a text about the places that keep the name; empty if there are none."""
    places = list(result.left)
    if not _annotates(session):
        places += [edit.place for edit in result.edits if not edit.certain]
    if not places:
        return ""
    shown = [f"{place.file.display}:{place.line}" for place in places[:_MOST_NAMED]]
    more = len(places) - len(shown)
    return (
        "Not renamed, as something else of this name may be meant: "
        + ", ".join(shown)
        + (f", and {more} more" if more else "")
    )


def _annotates(session: ClientSession) -> bool:
    """Return whether the client lets the user choose among edits."""
    return session.client.annotates_edits and session.client.versioned_edits


def _refusal(error: RenameRefusedError) -> JsonRpcException:
    return JsonRpcException(str(error), types.LSPErrorCodes.RequestFailed.value)


def _edit(result: Renaming, session: ClientSession) -> types.WorkspaceEdit:
    """Return the edits; those that are not certain only to clients that let users choose."""
    annotates = _annotates(session)
    by_uri: dict[str, list[RenameEdit]] = {}
    for item in result.edits:
        uri = session.uri(item.place.file)
        if uri is not None and (item.certain or annotates):
            by_uri.setdefault(uri, []).append(item)
    if not session.client.versioned_edits:
        plain = {
            uri: [_text_edit(item, session) for item in edits]
            for uri, edits in by_uri.items()
        }
        return types.WorkspaceEdit(changes=plain)
    changes: list[types.TextDocumentEdit | types.RenameFile] = [
        types.TextDocumentEdit(
            types.OptionalVersionedTextDocumentIdentifier(uri, _version(uri, session)),
            [_annotated(item, session) for item in edits],
        )
        for uri, edits in by_uri.items()
    ]
    if session.client.renames_files:
        changes += _file_renames(result.files, session)
    return types.WorkspaceEdit(
        document_changes=changes,
        change_annotations=_ANNOTATIONS if annotates else None,
    )


def _text_edit(item: RenameEdit, session: ClientSession) -> types.TextEdit:
    return types.TextEdit(session.range(item.place), item.text)


def _annotated(
    item: RenameEdit, session: ClientSession
) -> types.TextEdit | types.AnnotatedTextEdit:
    if item.certain:
        return _text_edit(item, session)
    return types.AnnotatedTextEdit(_UNCERTAIN, session.range(item.place), item.text)


def _version(uri: str, session: ClientSession) -> int | None:
    open_documents = (item for item in session.documents.values() if item.uri == uri)
    return next((item.version for item in open_documents), None)


def _file_renames(
    files: Iterable[FileRename], session: ClientSession
) -> Iterable[types.RenameFile]:
    for item in files:
        uri = session.uri(item.file)
        if uri is None or item.file.archive is not None:
            continue
        # The folder stays as the client writes it, who may encode more or less of it
        folder, *names = uri.rsplit("/", item.file.path.count("/") + 1)
        if unquote("/".join(names)) == item.file.path:
            yield types.RenameFile(uri, f"{folder}/{quote(item.path)}")
