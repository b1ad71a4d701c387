"""Answers requests for completion, and for the signatures of calls."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from muranopl.diagnostics.places import File, Place, lines_of
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.lsp.edits import edit_of_paths
from muranopl.interfaces.lsp.features import command, feature
from muranopl.interfaces.lsp.server import MuranoServer
from muranopl.interfaces.lsp.session import ClientSession, path_of
from muranopl.workspace.completion.complete import complete
from muranopl.workspace.completion.completion import Completion, CompletionKind, Insertion
from muranopl.workspace.completion.signature_help import CallSignature, signature_help
from muranopl.workspace.symbols.index import At

INSERT = "muranopl.insert"
"""The command that inserts what a completion brings along into another file."""

_KINDS = {
    CompletionKind.KEY: types.CompletionItemKind.Property,
    CompletionKind.SKELETON: types.CompletionItemKind.Snippet,
    CompletionKind.WORD: types.CompletionItemKind.EnumMember,
    CompletionKind.INSTRUCTION: types.CompletionItemKind.Keyword,
    CompletionKind.CLASS: types.CompletionItemKind.Class,
    CompletionKind.PREFIX: types.CompletionItemKind.Module,
    CompletionKind.PROPERTY: types.CompletionItemKind.Field,
    CompletionKind.METHOD: types.CompletionItemKind.Method,
    CompletionKind.ARGUMENT: types.CompletionItemKind.Variable,
    CompletionKind.VARIABLE: types.CompletionItemKind.Variable,
    CompletionKind.FUNCTION: types.CompletionItemKind.Function,
    CompletionKind.FIELD_TYPE: types.CompletionItemKind.TypeParameter,
    CompletionKind.FORM: types.CompletionItemKind.Struct,
    CompletionKind.FIELD: types.CompletionItemKind.Field,
    CompletionKind.PACKAGE: types.CompletionItemKind.Module,
    CompletionKind.FILE: types.CompletionItemKind.File,
    CompletionKind.CODE: types.CompletionItemKind.Constant,
}


@feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[*".$:(,[ "]))
def completion(session: ClientSession, params: types.CompletionParams) -> types.CompletionList:
    """Return the proposals at a position."""
    at = session.cursor(params)
    if at is None:
        return types.CompletionList(is_incomplete=False, items=[])
    text = session.text_of(params)
    proposals = complete(at, text, session.neighbours(at.analysis))
    items = [_item(item, text, at, session) for item in proposals]
    return types.CompletionList(is_incomplete=False, items=items)


@feature(
    types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpOptions(trigger_characters=["(", ","])
)
def signatures(
    session: ClientSession, params: types.SignatureHelpParams
) -> types.SignatureHelp | None:
    """Return the signatures of the call around a position."""
    at = session.cursor(params)
    if at is None:
        return None
    text = session.text_of(params)
    candidates = signature_help(at, text)
    if not candidates:
        return None
    return types.SignatureHelp([_signature(item) for item in candidates], 0)


def _item(item: Completion, text: str, at: At, session: ClientSession) -> types.CompletionItem:
    is_snippet = item.snippet and session.client.snippets
    new = item.text if is_snippet else item.plain_text
    if is_snippet and not session.client.keeps_indentation:
        # Such clients add the indentation of the line to the other lines of snippets
        line = lines_of(text)[at.line - 1]
        new = new.replace("\n" + line[: len(line) - len(line.lstrip(" "))], "\n")
    return types.CompletionItem(
        item.label,
        kind=_KINDS[item.kind],
        label_details=_label_details(item.detail) if session.client.label_details else None,
        detail=item.detail or None,
        documentation=_markdown(item.words),
        sort_text=f"{item.order:02}{item.label}",
        filter_text=item.label,
        insert_text_format=types.InsertTextFormat.Snippet
        if is_snippet
        else types.InsertTextFormat.PlainText,
        # The texts have their indentation: clients must not add that of the line
        insert_text_mode=types.InsertTextMode.AsIs if session.client.keeps_indentation else None,
        text_edit=_edit(item, new, text, at, session),
        additional_text_edits=list(_insertions(item.insertions, text, at, session)) or None,
        tags=[types.CompletionItemTag.Deprecated] if item.deprecated else None,
        command=_command(item.insertions, at, session),
    )


def _edit(
    item: Completion, new: str, text: str, at: At, session: ClientSession
) -> types.TextEdit | types.InsertReplaceEdit:
    """Return the edit of a completion; without a choice, it replaces a word that the cursor is in."""
    inserted, replaced = (
        session.range_in(text, Place(File("", ""), at.line, item.start, at.line, end))
        for end in (item.insert_end, item.replace_end)
    )
    if session.client.replacing_items and inserted != replaced:
        return types.InsertReplaceEdit(new, inserted, replaced)
    return types.TextEdit(replaced if item.start < at.column else inserted, new)


def _label_details(detail: str) -> types.CompletionItemLabelDetails | None:
    """Return what is shown beside a label: parameters right behind it, other texts at a distance."""
    if detail.startswith("("):
        return types.CompletionItemLabelDetails(detail=detail)
    return types.CompletionItemLabelDetails(description=detail) if detail else None


def _command(
    insertions: Iterable[Insertion], at: At, session: ClientSession
) -> types.Command | None:
    """Return the command that inserts what belongs into the manifest, if that is another file."""
    file = at.analysis.package.header.file
    # The protocol lets a completion edit its own file only; a command can edit others
    for item in insertions:
        is_elsewhere = item.path == file.path != at.path
        if is_elsewhere and session.client.applies_edits:
            arguments = [path_of(file), item.line, item.column, item.text]
            return types.Command("Add to the manifest", INSERT, arguments=arguments)
    return None


@command(INSERT)
async def insert(server: MuranoServer, *arguments: object) -> bool:
    """Insert a text into a file; return whether the client did so."""
    session = server.session
    try:
        path, line, column, text = msgspec.convert(arguments[:4], tuple[str, int, int, str])
    except msgspec.ValidationError:
        return False
    position = session.encoding.position(session.text(path), line, column)
    edit = types.TextEdit(types.Range(position, position), text)
    params = types.ApplyWorkspaceEditParams(edit_of_paths({path: [edit]}, session))
    try:
        answer = await server.workspace_apply_edit_async(params)
    except JsonRpcException as error:
        answer = types.ApplyWorkspaceEditResult(False, error.message)
    if not answer.applied:
        _log_refusal(server, path, answer.failure_reason)
    return answer.applied


def _log_refusal(server: MuranoServer, path: str, reason: str | None) -> None:
    """Log in the client that it has not made an edit: the diagnostics show that it is missing."""
    why = visible(reason or "the editor gave no reason")
    text = f"{visible(path)} was not changed: {why}"
    server.window_log_message(types.LogMessageParams(types.MessageType.Warning, text))


def _insertions(
    insertions: Iterable[Insertion], text: str, at: At, session: ClientSession
) -> Iterable[types.TextEdit]:
    """Yield what is inserted elsewhere in the same file: completion changes no other one."""
    for item in insertions:
        if item.path == at.path:
            position = session.encoding.position(text, item.line, item.column)
            yield types.TextEdit(types.Range(position, position), item.text)


def _signature(item: CallSignature) -> types.SignatureInformation:
    return types.SignatureInformation(
        item.label,
        _markdown(item.words),
        [
            types.ParameterInformation(parameter.label, _markdown(parameter.words))
            for parameter in item.parameters
        ],
        item.active,
    )


def _markdown(words: str) -> types.MarkupContent | None:
    if not words:
        return None
    return types.MarkupContent(types.MarkupKind.Markdown, words)
