"""The beginning and the end of a session, and changes of documents, files and settings."""

from __future__ import annotations

from lsprotocol import types

from muranopl.interfaces.lsp import uris
from muranopl.interfaces.lsp.client import ClientFeatures
from muranopl.interfaces.lsp.configuring import configure, is_configuration, watch
from muranopl.interfaces.lsp.documents import Document
from muranopl.interfaces.lsp.features import feature
from muranopl.interfaces.lsp.positions import PositionEncoding
from muranopl.interfaces.lsp.server import MuranoServer
from muranopl.interfaces.lsp.session import ClientSession


@feature(types.INITIALIZE)
async def initialize(server: MuranoServer, params: types.InitializeParams) -> None:
    """Begin the session."""
    encoding = server.workspace.position_encoding or types.PositionEncodingKind.Utf16
    # Clients of older versions of the protocol have one folder: `root_uri`, or `root_path` before that
    folders = [folder.uri for folder in params.workspace_folders or ()]
    root = params.root_uri or (uris.uri_of_path(params.root_path) if params.root_path else None)
    paths = (uris.path_of(uri) for uri in folders or filter(None, [root]))
    server.session = ClientSession(
        PositionEncoding(encoding),
        ClientFeatures.of(params.capabilities, params.initialization_options),
        [path for path in paths if path is not None],
    )
    server.session.options = params.initialization_options
    server.is_initialized = True


@feature(types.INITIALIZED)
async def initialized(server: MuranoServer, _: types.InitializedParams) -> None:
    """Read the settings and the packages."""
    await watch(server)
    await configure(server)


@feature(types.TEXT_DOCUMENT_DID_OPEN)
async def did_open(server: MuranoServer, params: types.DidOpenTextDocumentParams) -> None:
    """Take the text of a document that the user opens."""
    item = params.text_document
    path = uris.path_of(item.uri)
    if path is not None:
        _put(server, path, Document(item.uri, item.version, item.text), "open")
        server.checking.opened(path)


@feature(types.TEXT_DOCUMENT_DID_CHANGE)
async def did_change(server: MuranoServer, params: types.DidChangeTextDocumentParams) -> None:
    """Take an edit."""
    path = uris.path_of(params.text_document.uri)
    document = None if path is None else server.session.documents.get(path)
    if path is not None and document is not None:
        changed = document.changed(
            params.text_document.version, params.content_changes, server.session.encoding
        )
        _put(server, path, changed, "change")


@feature(types.TEXT_DOCUMENT_DID_SAVE)
async def did_save(server: MuranoServer, params: types.DidSaveTextDocumentParams) -> None:
    """Note that the file has the text of its document."""
    path = uris.path_of(params.text_document.uri)
    document = None if path is None else server.session.documents.get(path)
    if path is not None and document is not None:
        _put(server, path, document, "save")
        server.enqueue(lambda: server.session.files_changed([path]))


@feature(types.TEXT_DOCUMENT_DID_CLOSE)
async def did_close(server: MuranoServer, params: types.DidCloseTextDocumentParams) -> None:
    """Go back to the text on the disk."""
    path = uris.path_of(params.text_document.uri)
    if path is not None:
        server.session.documents.remove(path)
        server.checking.closed(path)
        server.enqueue(lambda: server.session.workspace.close(path))
        _check(server)


@feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
async def did_change_watched_files(
    server: MuranoServer, params: types.DidChangeWatchedFilesParams
) -> None:
    """Read files again that changed on the disk; with a configuration file, all of them."""
    paths = [path for item in params.changes if (path := uris.path_of(item.uri))]
    if any(is_configuration(server, path) for path in paths):
        await configure(server)
        return
    server.enqueue(lambda: server.session.files_changed(paths))
    _check(server)


@feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
async def did_change_configuration(
    server: MuranoServer, params: types.DidChangeConfigurationParams
) -> None:
    """Take the settings of the client."""
    if not server.session.client.has_settings:
        server.session.options = params.settings
    await configure(server)


@feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
async def did_change_folders(
    server: MuranoServer, params: types.DidChangeWorkspaceFoldersParams
) -> None:
    """Read the packages of other folders."""
    removed = {uris.path_of(folder.uri) for folder in params.event.removed}
    added = (uris.path_of(folder.uri) for folder in params.event.added)
    folders = [item for item in server.session.folders if item not in removed]
    folders += [path for path in added if path is not None and path not in folders]
    server.session.folders = folders
    await configure(server)


@feature(types.SHUTDOWN)
async def shutdown(server: MuranoServer, _: None) -> None:
    """End what runs."""
    server.checking.stop()


def _put(server: MuranoServer, path: str, document: Document, event: str) -> None:
    session = server.session
    session.documents.put(path, document)
    if uris.is_in_library(path):
        return
    server.enqueue(lambda: getattr(session.workspace, event)(path, document.text))
    _check(server)


def _check(server: MuranoServer) -> None:
    # Before that there are no settings; `configure` begins the first check
    if server.ready.is_set():
        server.checking.edited()
