"""An editor without a screen: a client of `muranopl lsp`, and the files that it edits."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import functools
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from cattrs import Converter
from lsprotocol import types
from pygls.protocol import default_converter
from pygls.uris import from_fs_path
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import register_lsp_features

from muranopl.interfaces.lsp.listening import listening
from tests.waiting import GUARD, SILENCE

MANIFEST = """\
Format: MuranoPL/1.4
Type: Library
FullName: sample
Name: Sample
Description: A sample.
Author: Somebody
Tags: [Sample]
Classes:
  sample.App: App.yaml
"""
APP = """\
Namespaces:
  =: sample
  std: io.murano
Name: App
Extends: std:Object
Properties:
  port:
    Contract: $.int().notNull()
    Default: 80
Methods:
  open:
    Arguments:
      - number:
          Contract: $.int()
    Body:
      - $sum: $number + $.port
      - Return: $sum
"""
PACKAGE = {"manifest.yaml": MANIFEST, "Classes/App.yaml": APP}


def write_package(folder: Path, files: Mapping[str, str] = PACKAGE) -> Path:
    """Write the files of a package; return its folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    return folder


class Editor:
    """A client with open documents, whose texts it keeps."""

    def __init__(self, client: LanguageClient, folder: Path) -> None:
        self.client, self.folder = client, folder
        self.texts: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.registered: list[str] = []
        self.questions: list[types.ShowMessageRequestParams] = []
        self.refreshed: list[str] = []
        self.reply: str | None = None
        """The title of the action that the user chooses when asked something."""
        self.capabilities = types.ServerCapabilities()
        self._arrived = asyncio.Event()
        protocol = client.protocol
        handle, send = protocol.handle_message, protocol.send_request_async

        def handle_and_tell(message: Any) -> None:
            handle(message)
            self._arrived.set()

        async def send_and_wait(method: str, *arguments: Any, **options: Any) -> Any:
            try:
                async with asyncio.timeout(SILENCE):
                    return await send(method, *arguments, **options)
            except TimeoutError:
                pytest.fail(f"no answer to {method} in {SILENCE:g} s")

        protocol.handle_message = handle_and_tell  # type: ignore[method-assign]
        protocol.send_request_async = send_and_wait  # type: ignore[method-assign]

    def uri(self, path: str) -> str:
        """Return the URI of a file, by its path below the folder."""
        return str(from_fs_path(str(self.folder / path)))

    def document(self, path: str) -> types.TextDocumentIdentifier:
        """Return the identifier of a file."""
        return types.TextDocumentIdentifier(self.uri(path))

    def open(self, path: str, text: str | None = None) -> None:
        """Open a file, with the text on the disk if no other is there."""
        if text is None:
            text = (self.folder / path).read_text(encoding="utf-8")
        self.texts[path], self.versions[path] = text, 1
        item = types.TextDocumentItem(self.uri(path), "yaml", 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def type(self, path: str, text: str) -> None:
        """Replace the text of a document."""
        self.change(path, types.TextDocumentContentChangeWholeDocument(text))
        self.texts[path] = text

    def change(self, path: str, *changes: types.TextDocumentContentChangeEvent) -> None:
        """Send changes of a document."""
        self.versions[path] += 1
        identifier = types.VersionedTextDocumentIdentifier(self.versions[path], self.uri(path))
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(identifier, list(changes))
        )

    def close(self, path: str) -> None:
        """Close a document."""
        self.texts.pop(path)
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(self.document(path)))

    def at(self, path: str, before: str, after: str = "") -> Any:
        """Return the arguments of a request about the place between two texts of a document."""
        text = self.texts[path]
        offset = text.index(before + after) + len(before)
        lines = text[:offset].split("\n")
        position = types.Position(len(lines) - 1, len(lines[-1].encode("utf-16-le")) // 2)
        return {"text_document": self.document(path), "position": position}

    async def diagnostics(self, path: str, *codes: str) -> Sequence[types.Diagnostic]:
        """Wait until the pushed diagnostics of a file are those of some codes, and return them."""

        def is_there(items: Sequence[types.Diagnostic] | None) -> bool:
            return items is not None and _codes(items) == sorted(codes)

        await self.until(
            lambda: is_there(self.client.diagnostics.get(self.uri(path))),
            f"diagnostics {sorted(codes)} of {path}",
        )
        return self.client.diagnostics[self.uri(path)]

    async def until(self, condition: Callable[[], bool], what: str = "the condition") -> None:
        """Wait until what the server has sent meets a condition; fail if it sends nothing for long."""
        while not condition():
            self._arrived.clear()
            try:
                async with asyncio.timeout(SILENCE):
                    await self._arrived.wait()
            except TimeoutError:
                messages = [item.message for item in self.client.messages]
                pytest.fail(
                    f"no message for {SILENCE:g} s while waiting for {what}\n"
                    f"messages: {messages}\nquestions: {self.questions}\n{self.client.diagnostics}"
                )

    async def actions(
        self, path: str, diagnostic: types.Diagnostic, *kinds: str
    ) -> dict[str, types.CodeAction]:
        """Return the code actions at a diagnostic by title."""
        params = types.CodeActionParams(
            self.document(path),
            diagnostic.range,
            types.CodeActionContext([diagnostic], list(kinds) or None),
        )
        answer = await self.client.text_document_code_action_async(params)
        assert answer is not None
        return {item.title: item for item in answer}

    @property
    def shown(self) -> list[str]:
        """The URIs of the documents that the server showed."""
        return [item.uri for item in self.client.shown_documents]

    async def run(self, command: str, *arguments: Any) -> Any:
        """Run a command of the server, and return what it returns."""
        params = types.ExecuteCommandParams(command, arguments=list(arguments))
        return await self.client.workspace_execute_command_async(params)

    async def lenses(self, path: str) -> list[types.CodeLens]:
        """Return the lenses of a file."""
        params = types.CodeLensParams(self.document(path))
        return list(await self.client.text_document_code_lens_async(params) or ())

    def apply(self, edit: types.WorkspaceEdit | None) -> None:
        """Make the edits of open documents, and send them."""
        assert edit is not None
        for uri, edits in edits_of(edit).items():
            path = next(path for path in self.texts if self.uri(path) == uri)
            self.type(path, edited(self.texts[path], edits))


def _codes(diagnostics: Iterable[types.Diagnostic]) -> list[str]:
    return sorted(str(item.code) for item in diagnostics)


def edits_of(edit: types.WorkspaceEdit) -> dict[str, list[types.TextEdit]]:
    """Return the edits by URI."""
    if edit.changes is not None:
        return {uri: list(edits) for uri, edits in edit.changes.items()}
    result: dict[str, list[types.TextEdit]] = {}
    for change in edit.document_changes or ():
        assert isinstance(change, types.TextDocumentEdit)
        result[change.text_document.uri] = list(change.edits)  # type: ignore[arg-type]
    return result


def edited(text: str, edits: Iterable[types.TextEdit]) -> str:
    """Return a text without characters beyond the first plane after edits."""
    ordered = sorted(edits, key=lambda edit: edit.range.start, reverse=True)
    for edit in ordered:
        start, end = (_offset(text, at) for at in (edit.range.start, edit.range.end))
        text = text[:start] + edit.new_text + text[end:]
    return text


def _offset(text: str, position: types.Position) -> int:
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: position.line]) + position.character


def with_content(capabilities: types.ClientCapabilities) -> None:
    """Let the client ask for the content of virtual documents."""
    assert capabilities.workspace is not None
    capabilities.workspace.text_document_content = types.TextDocumentContentClientCapabilities(
        dynamic_registration=True
    )


async def content(editor: Editor, uri: str) -> str:
    """Return the content of a virtual document."""
    params = types.TextDocumentContentParams(uri)
    answer = await editor.client.workspace_text_document_content_async(params)
    return answer.text


@contextlib.asynccontextmanager
async def editing(
    folder: Path,
    *folders: Path,
    name: str = "visual_studio_code",
    change: Callable[[types.ClientCapabilities], None] | None = None,
    settings: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
) -> AsyncIterator[Editor]:
    """Connect an editor with a server in this process; end the session at the end.

    `name` is the editor whose capabilities the client has, which `change` may change.
    """
    client = LanguageClient(converter_factory=_converter)
    register_lsp_features(client)
    editor = Editor(client, folder)
    _answer_requests(editor)
    capabilities = copy.deepcopy(_capabilities(name))
    if change is not None:
        change(capabilities)
    if settings is not None:
        client.set_configuration({"muranopl": dict(settings)})
    async with listening("127.0.0.1", 0) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        await client.start_ws("127.0.0.1", port)
        answer = await client.initialize_session(
            types.InitializeParams(
                capabilities,
                initialization_options=None if options is None else dict(options),
                workspace_folders=[
                    types.WorkspaceFolder(str(from_fs_path(str(item))), item.name)
                    for item in (folder, *folders)
                ],
            )
        )
        editor.capabilities = answer.capabilities
        try:
            yield editor
        finally:
            async with asyncio.timeout(GUARD):
                await client.shutdown_session()
                await client.stop()


@functools.cache
def _capabilities(name: str) -> types.ClientCapabilities:
    return client_capabilities(name)


@functools.cache
def _converter() -> Converter:
    """Return a converter that reads code actions with a command, which lsprotocol takes for commands."""
    converter = default_converter()

    def command(data: Mapping[str, Any], _: type) -> types.Command | types.CodeAction:
        if isinstance(data["command"], Mapping):
            return converter.structure(data, types.CodeAction)
        arguments = data.get("arguments")
        return types.Command(data["title"], data["command"], arguments=arguments)

    converter.register_structure_hook(types.Command, command)
    return converter


def _answer_requests(editor: Editor) -> None:
    client = editor.client

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams) -> None:
        editor.registered += [item.method for item in params.registrations]

    @client.feature(types.WINDOW_SHOW_MESSAGE_REQUEST)
    def ask(params: types.ShowMessageRequestParams) -> types.MessageActionItem | None:
        editor.questions.append(params)
        return None if editor.reply is None else types.MessageActionItem(editor.reply)

    @client.feature(types.WORKSPACE_APPLY_EDIT)
    def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
        editor.apply(params.edit)
        return types.ApplyWorkspaceEditResult(applied=True)

    @client.feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT_REFRESH)
    def refresh_content(params: types.TextDocumentContentRefreshParams) -> None:
        editor.refreshed.append(params.uri)

    @client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
    def refresh_lenses(*_: object) -> None:
        """Do nothing."""

    @client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)
    def refresh_hints(*_: object) -> None:
        """Do nothing."""
