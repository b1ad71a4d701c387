"""Documents that are not on the disk: their content, and showing them to the user."""

from __future__ import annotations

from lsprotocol import types

from muranopl.ard.decoding import decode
from muranopl.ard.sources.discovery import open_source
from muranopl.ard.sources.source import SourceError
from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.pages import markdown
from muranopl.diagnostics.places import File
from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.features import feature
from muranopl.interfaces.lsp.server import MuranoServer
from muranopl.interfaces.lsp.session import ClientSession


@feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT)
def content(
    session: ClientSession, params: types.TextDocumentContentParams
) -> types.TextDocumentContentResult:
    """Return the text of a `muranopl:` URI; an empty one if there is none."""
    generated = session.generated.text(params.uri)
    if generated is not None:
        return types.TextDocumentContentResult(generated)
    code = uris.explained_code(params.uri)
    if code is not None:
        return types.TextDocumentContentResult(markdown(code) if code in rules() else "")
    entry = uris.entry_of(params.uri)
    if entry is not None:
        return types.TextDocumentContentResult(_text_of_entry(*entry))
    path = None
    if uris.virtual_path(params.uri) is not None:
        path = uris.path_of(params.uri)
    text = None if path is None else session.documents.text(path)
    return types.TextDocumentContentResult(text or "")


def show(server: MuranoServer, name: str, text: str) -> None:
    """Show a text in Markdown to the user: as a document, or as a message if the client opens none.

    `name` is the path of the document below the top of all of them.
    """
    client = server.session.client
    if not client.shows_documents:
        server.say(text, types.MessageType.Info)
        return
    uri = server.session.generated.put(name, text, virtual=client.virtual_documents)
    if client.registers_content:
        params = types.TextDocumentContentRefreshParams(uri)
        server.workspace_text_document_content_refresh(params)
    open_document(server, uri)


def open_document(server: MuranoServer, uri: str) -> None:
    """Open a document in the client, which shows documents."""
    server.window_show_document(types.ShowDocumentParams(uri, take_focus=True))


def _text_of_entry(zip_path: str, entry: str) -> str:
    source = open_source(zip_path, Findings())
    if source is None:
        return ""
    try:
        data = source.read(entry)
    except SourceError:
        return ""
    return decode(data, File("", entry), Findings(), utf16=True) or ""
