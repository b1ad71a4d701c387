"""Offers changes of packages at a position: prefixes, methods to implement, forms."""

from __future__ import annotations

import os
from collections.abc import Iterator

from lsprotocol import types

from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.edits import workspace_edit
from muranopl.interfaces.lsp.session import ClientSession
from muranopl.workspace.current_places import NotEditableError, check_analysed_can_be_edited
from muranopl.workspace.refactoring.form import generate_form
from muranopl.workspace.refactoring.refactoring import (
    Refactoring,
    extract_prefix,
    implement_methods,
)
from muranopl.workspace.symbols.index import At

_REFACTORINGS = (extract_prefix, implement_methods, generate_form)


def refactorings(
    path: str, position: types.Position, session: ClientSession
) -> Iterator[types.CodeAction]:
    """Yield the changes that are possible at a position of a file; disabled while its YAML is broken."""
    document = types.TextDocumentIdentifier(uris.uri_of_path(path))
    at = session.at(types.TextDocumentPositionParams(document, position))
    if at is None or uris.is_in_library(path):
        return
    disabled = _disabled(at, session)
    if disabled is not None and not session.client.disabled_actions:
        return
    for refactoring in filter(None, (item(at) for item in _REFACTORINGS)):
        edit = None if disabled is not None else _edit(refactoring, at, session)
        if disabled is not None or edit is not None:
            title = refactoring.title[:1].upper() + refactoring.title[1:]
            kind = types.CodeActionKind.RefactorRewrite
            yield types.CodeAction(title, kind, edit=edit, disabled=disabled)


def _disabled(at: At, session: ClientSession) -> types.CodeActionDisabled | None:
    """Return why the file at a position cannot be edited; None if it can."""
    try:
        check_analysed_can_be_edited(at, session.current_text)
    except NotEditableError as error:
        return types.CodeActionDisabled(str(error))
    return None


def _edit(refactoring: Refactoring, at: At, session: ClientSession) -> types.WorkspaceEdit | None:
    """Return the edits; None if the client cannot make the files."""
    edit = workspace_edit(refactoring.edits, session)
    if edit is None or not refactoring.files:
        return edit
    if not session.client.creates_files:
        return None
    folder = at.analysis.package.header.source.location
    changes: list[types.TextDocumentEdit | types.CreateFile] = []
    for file in refactoring.files:
        uri = uris.uri_of_path(os.path.join(folder, file.path))
        start = types.Range(types.Position(0, 0), types.Position(0, 0))
        identifier = types.OptionalVersionedTextDocumentIdentifier(uri, None)
        text = types.TextEdit(start, file.text)
        changes += [
            types.CreateFile(uri, options=types.CreateFileOptions(ignore_if_exists=True)),
            types.TextDocumentEdit(identifier, [text]),
        ]
    return types.WorkspaceEdit(document_changes=[*(edit.document_changes or ()), *changes])
