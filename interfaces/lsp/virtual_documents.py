"""The content of files that are not on the disk, for clients that ask for it."""

from __future__ import annotations

from lsprotocol import types

from muranopl.ard.decoding import decode
from muranopl.ard.sources.discovery import open_source
from muranopl.ard.sources.source import SourceError
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.features import feature
from muranopl.interfaces.lsp.session import ClientSession


@feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT)
def content(
    session: ClientSession, params: types.TextDocumentContentParams
) -> types.TextDocumentContentResult:
    """Return the text of a `muranopl:` URI; an empty one if there is none."""
    generated = session.generated.text(params.uri)
    if generated is not None:
        return types.TextDocumentContentResult(generated)
    entry = uris.entry_of(params.uri)
    if entry is not None:
        return types.TextDocumentContentResult(_text_of_entry(*entry))
    path = None
    if uris.virtual_path(params.uri) is not None:
        path = uris.path_of(params.uri)
    text = None if path is None else session.documents.text(path)
    return types.TextDocumentContentResult(text or "")


def _text_of_entry(zip_path: str, entry: str) -> str:
    source = open_source(zip_path, Findings())
    if source is None:
        return ""
    try:
        data = source.read(entry)
    except SourceError:
        return ""
    return decode(data, File("", entry), Findings(), utf16=True) or ""
