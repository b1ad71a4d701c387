"""Answers requests to rename a symbol in all packages, with a preview of what is not certain, or files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence
from urllib.parse import quote, unquote

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcServerNotInitialized

from muranopl.diagnostics.places import File, lines_of
from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.features import feature
from muranopl.interfaces.lsp.server import MuranoServer
from muranopl.interfaces.lsp.session import ClientSession, path_inside, path_of
from muranopl.workspace.current_places import (
    NotEditableError,
    check_analysed_can_be_edited,
    check_can_be_edited,
)
from muranopl.workspace.line_changes import moved_lines
from muranopl.workspace.symbols.index import At
from muranopl.workspace.symbols.renaming.moved_files import moved_files
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
        label="Possibly another member with this name",
        needs_confirmation=True,
        description="The class of the object is unknown.",
    )
}


@feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
def prepare(
    session: ClientSession, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """Return the name at a position that can be renamed. Raise JsonRpcException."""
    try:
        at = _at(session, params)
        if at is None:
            return None
        place = can_rename(at, session.others(at.analysis))
    except (NotEditableError, RenameRefusedError) as error:
        raise _refusal(error) from None
    range_ = session.range(place.place)
    if range_ is None:
        return None
    name = posixpath.basename(place.symbol.name)
    return types.PrepareRenamePlaceholder(range_, name)


def _at(
    session: ClientSession, params: types.PrepareRenameParams | types.RenameParams
) -> At | None:
    """Return the position in its file. Raise NotEditableError if that cannot be edited now."""
    at = session.cursor(params)
    if at is not None:
        check_analysed_can_be_edited(at, session.current_text)
    return at


@feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
async def renamed(server: MuranoServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """Return the edits that rename the symbol at a position. Raise JsonRpcException.

    The user is shown the places of the same name that are not renamed.
    """
    if not server.is_initialized:
        raise JsonRpcServerNotInitialized
    await server.ready.wait()
    result = await server.run(_renaming, server.session, params)
    if result is None:
        return None
    edit = await server.run(_edit, result, server.session)
    if left := _left(result, server.session):
        server.say(left, types.MessageType.Info)
    return edit


_IMAGES = "gif,ico,jpeg,jpg,png,svg,webp"
_MOVABLE = ("**/{Classes,UI,Resources}/**", f"**/*.{{{_IMAGES}}}")
"""The files that a manifest, code or execution plans may name, and the folders of some."""


@feature(
    types.WORKSPACE_WILL_RENAME_FILES,
    types.FileOperationRegistrationOptions(
        [
            types.FileOperationFilter(types.FileOperationPattern(pattern), scheme="file")
            for pattern in _MOVABLE
        ]
    ),
)
async def will_rename(
    server: MuranoServer, params: types.RenameFilesParams
) -> types.WorkspaceEdit | None:
    """Return the edits of the names of files that the user is about to rename or move."""
    if not server.is_initialized:
        raise JsonRpcServerNotInitialized
    await server.ready.wait()
    moves = [(uris.path_of(item.old_uri), uris.path_of(item.new_uri)) for item in params.files]
    try:
        return await server.run(_moving, server.session, moves)
    except JsonRpcException as error:
        # Clients rename the files anyway, and most of them do not show why nothing is edited
        server.say(str(error), types.MessageType.Warning)
        return None


def _moving(
    session: ClientSession, moves: Iterable[tuple[str | None, str | None]]
) -> types.WorkspaceEdit | None:
    """Return the edits for files and folders with new paths. Raise JsonRpcException."""
    edits: list[RenameEdit] = []
    for old, new in moves:
        analysis = None if old is None else session.analysis(old)
        if old is None or new is None or analysis is None or analysis.is_alone:
            continue
        before, after = path_inside(analysis, old), path_inside(analysis, new)
        paths = analysis.package.header.source.paths()
        moved = {
            path: after + path.removeprefix(before)
            for path in paths
            if path == before or path.startswith(f"{before}/")
        }
        edits += moved_files(analysis, moved)
    return _edit(Renaming(tuple(edits)), session) if edits else None


def _renaming(session: ClientSession, params: types.RenameParams) -> Renaming | None:
    try:
        at = _at(session, params)
        if at is None:
            return None
        _check_unread(session, at)
        return rename(at, params.new_name, session.others(at.analysis))
    except (NotEditableError, RenameRefusedError) as error:
        raise _refusal(error) from None


def _check_unread(session: ClientSession, at: At) -> None:
    """Raise NotEditableError if a broken line, which is not read, may name what is at a position."""
    names = {re.split(r"[.:/]", item.symbol.name)[-1].strip("$") for item in at.occurrences}
    for path, document in session.documents.items():
        read = session.workspace.read_text(path)
        if read is None or read == document.text:
            continue
        there = moved_lines(document.text, read)
        for number, line in enumerate(lines_of(document.text), 1):
            if number not in there and names & set(re.findall(r"\w+", line)):
                check_can_be_edited(File("", path, read), document.text)


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
        "Not renamed, because the name may refer to something else: "
        + ", ".join(shown)
        + (f", and {more} more" if more else "")
    )


def _annotates(session: ClientSession) -> bool:
    """Return whether the client lets the user choose among edits."""
    return session.client.annotates_edits and session.client.versioned_edits


def _refusal(error: Exception) -> JsonRpcException:
    return JsonRpcException(str(error), types.LSPErrorCodes.RequestFailed.value)


def _edit(result: Renaming, session: ClientSession) -> types.WorkspaceEdit:
    """Return the edits; those that are not certain only to clients that let users choose.

    Raise JsonRpcException if they are not about the current text of a file.
    """
    annotates = _annotates(session)
    by_file: dict[File, list[RenameEdit]] = {}
    for item in result.edits:
        if item.certain or annotates:
            by_file.setdefault(item.place.file, []).append(item)
    plain: dict[str, Sequence[types.TextEdit]] = {}
    changes: list[types.TextDocumentEdit | types.RenameFile] = []
    for file, edits in by_file.items():
        uri = session.uri(file)
        if uri is None:
            continue
        # Of one moment: the version must be that of the text which the places are compared with
        document = None if file.archive else session.documents.get(path_of(file))
        text = session.current_text(file) if document is None else document.text
        try:
            check_can_be_edited(file, text)
        except NotEditableError as error:
            raise _refusal(error) from None
        items = [_text_edit(item, text or "", session) for item in edits]
        plain[uri] = [item for item in items if isinstance(item, types.TextEdit)]
        version = None if document is None else document.version
        identifier = types.OptionalVersionedTextDocumentIdentifier(uri, version)
        changes.append(types.TextDocumentEdit(identifier, items))
    if not session.client.versioned_edits:
        return types.WorkspaceEdit(changes=plain)
    if session.client.renames_files:
        changes += _file_renames(result.files, session)
    return types.WorkspaceEdit(
        document_changes=changes, change_annotations=_ANNOTATIONS if annotates else None
    )


def _text_edit(
    item: RenameEdit, text: str, session: ClientSession
) -> types.TextEdit | types.AnnotatedTextEdit:
    range_ = session.range_in(text, item.place)
    if item.certain:
        return types.TextEdit(range_, item.text)
    return types.AnnotatedTextEdit(_UNCERTAIN, range_, item.text)


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
