"""Sessions: folders, settings, files on the disk, and clients that do not behave."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from websockets.exceptions import InvalidStatus
from websockets.sync import client as websockets

from muranopl.workspace import background_check
from tests.interfaces.lsp.editor import APP, MANIFEST, PACKAGE, editing, write_package
from tests.waiting import GUARD

PATH = "Classes/App.yaml"
WRONG = APP.replace("Contract: $.int().notNull()", "Contrat: $.int().notNull()")
START = {"line": 0, "character": 0}
COMMAND = (sys.executable, "-m", "muranopl", "lsp")


@pytest.mark.asyncio
async def test_packages_of_all_folders_see_each_other(tmp_path: Path) -> None:
    write_package(tmp_path / "one")
    user = {
        "manifest.yaml": MANIFEST.replace("sample", "user") + "Require:\n  sample: 0\n",
        PATH: "Namespaces: {=: user, s: sample}\nName: App\nExtends: s:App\nNmae: x\n",
    }
    write_package(tmp_path / "two", user)
    async with editing(tmp_path / "one") as editor:
        two = (tmp_path / "two").as_uri()
        folder, uri = types.WorkspaceFolder(two, "two"), f"{two}/{PATH}"
        editor.open(PATH)
        await editor.diagnostics(PATH)
        editor.client.workspace_did_change_workspace_folders(
            types.DidChangeWorkspaceFoldersParams(
                types.WorkspaceFoldersChangeEvent(added=[folder], removed=[])
            )
        )
        await editor.until(lambda: bool(editor.client.diagnostics.get(uri)))
        # The class that it extends is in the other folder
        assert [item.code for item in editor.client.diagnostics[uri]] == ["MPL120"]


@pytest.mark.asyncio
async def test_settings_of_a_file_and_of_the_client(tmp_path: Path) -> None:
    write_package(tmp_path, {**PACKAGE, "muranopl.toml": 'ignore = ["MPL121"]\n'})
    async with editing(tmp_path, settings={"severityOf": {"MPL642": "error"}}) as editor:
        text = WRONG.replace("Return: $sum", "Return: 1")
        editor.open(PATH, text)
        (item,) = await editor.diagnostics(PATH, "MPL642")
        assert item.severity is types.DiagnosticSeverity.Error
        (tmp_path / "muranopl.toml").write_text("")
        changed = types.FileEvent(editor.uri("muranopl.toml"), types.FileChangeType.Changed)
        editor.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([changed])
        )
        await editor.diagnostics(PATH, "MPL121", "MPL642")
        editor.client.set_configuration({"muranopl": {"ignore": ["MPL6"]}})
        editor.client.workspace_did_change_configuration(types.DidChangeConfigurationParams(None))
        await editor.diagnostics(PATH, "MPL121")


@pytest.mark.asyncio
async def test_mistakes_in_settings_are_shown(tmp_path: Path) -> None:
    write_package(tmp_path, {**PACKAGE, "muranopl.toml": "ignroe = []\n"})
    async with editing(tmp_path, settings={"ignore": ["MPL999"]}) as editor:
        editor.open(PATH)
        await editor.diagnostics(PATH)
        file, client = (item.message for item in editor.client.messages)
        assert 'muranopl.toml:1:1: unknown key "ignroe"' in file
        assert client.startswith("settings: ")
        assert "MPL999" in client


@pytest.mark.asyncio
async def test_files_that_change_on_the_disk(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open("manifest.yaml")
        await editor.diagnostics("manifest.yaml")
        write_package(tmp_path, {PATH: WRONG})
        changed = types.FileEvent(editor.uri(PATH), types.FileChangeType.Changed)
        editor.client.workspace_did_change_watched_files(
            types.DidChangeWatchedFilesParams([changed])
        )
        await editor.diagnostics(PATH, "MPL121")


@pytest.mark.asyncio
async def test_files_of_no_package_have_no_answers(tmp_path: Path) -> None:
    write_package(tmp_path / "package")
    (tmp_path / "notes.yaml").write_text("a: [\n")
    async with editing(tmp_path / "package") as editor:
        editor.folder = tmp_path
        editor.open("notes.yaml")
        params = types.CodeActionParams(
            editor.document("notes.yaml"),
            types.Range(types.Position(0, 0), types.Position(9, 9)),
            types.CodeActionContext([]),
        )
        assert not await editor.client.text_document_code_action_async(params)
        for uri in (
            "",
            "::::",
            "file:///%00",
            "file:///%ff.yaml",
            "file://[x/a.yaml",
            "muranopl:///core-library/../../a",
            "muranopl:///zip/%00!/a",
        ):
            document = types.TextDocumentIdentifier(uri)
            symbols = types.DocumentSymbolParams(document)
            client = editor.client
            assert not await client.text_document_document_symbol_async(symbols)
            content = types.TextDocumentContentParams(uri)
            answer = await client.workspace_text_document_content_async(content)
            assert answer.text == ""


@pytest.mark.asyncio
async def test_bad_requests_are_answered(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        client = editor.client
        for method, params in (
            ("muranopl/unknown", {}),
            ("textDocument/codeAction", {"textDocument": 7}),
            ("workspace/executeCommand", {"command": "rm"}),
        ):
            answer: Future[Any] = Future()
            client.protocol._request_futures[method] = answer
            client.protocol._send_data(
                {"jsonrpc": "2.0", "id": method, "method": method, "params": params}
            )
            with pytest.raises(JsonRpcException):
                async with asyncio.timeout(GUARD):
                    await asyncio.wrap_future(answer)
        client.protocol.notify("$/unknown", {})
        client.text_document_did_close(
            types.DidCloseTextDocumentParams(editor.document("never-opened.yaml"))
        )
        editor.open(PATH, WRONG)
        await editor.diagnostics(PATH, "MPL121")


@pytest.mark.asyncio
async def test_requests_are_cancelled(tmp_path: Path) -> None:
    write_package(tmp_path)

    def pulling(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.text_document is not None
        capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities()

    async with editing(tmp_path, change=pulling) as editor:
        editor.open(PATH, WRONG)
        first = types.WorkspaceDiagnosticParams([])
        answer = await editor.client.workspace_diagnostic_async(first)
        ids = [types.PreviousResultId(item.uri, str(item.result_id)) for item in answer.items]
        waiting = asyncio.ensure_future(
            editor.client.protocol.send_request_async(
                types.WORKSPACE_DIAGNOSTIC, types.WorkspaceDiagnosticParams(ids), msg_id=7
            )
        )
        await asyncio.sleep(0)
        editor.client.protocol.notify(types.CANCEL_REQUEST, types.CancelParams(7))
        with pytest.raises(JsonRpcException) as raised:
            async with asyncio.timeout(GUARD):
                await waiting
        assert raised.value.code == types.LSPErrorCodes.RequestCancelled.value


@pytest.mark.asyncio
async def test_a_setting_that_names_no_core_library_is_shown(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path, settings={"coreLibrary": str(tmp_path)}) as editor:
        await editor.until(lambda: bool(editor.client.messages))
        assert "no package io.murano" in editor.client.messages[-1].message


def message(**parts: Any) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **parts}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


@pytest.mark.parametrize(
    ("messages", "status"),
    [
        ([{"id": 2, "method": "shutdown"}, {"method": "exit"}], 0),
        ([{"method": "exit"}], 1),
        ([], 1),
    ],
    ids=["ended", "not shut down", "gone"],
)
def test_the_process_ends_with_its_client(
    tmp_path: Path, messages: list[dict[str, Any]], status: int
) -> None:
    write_package(tmp_path)
    begin = {
        "id": 1,
        "method": "initialize",
        "params": {"processId": None, "rootUri": tmp_path.as_uri(), "capabilities": {}},
    }
    with subprocess.Popen(
        [*COMMAND, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(b"".join(message(**item) for item in (begin, *messages)))
        process.stdin.flush()
        output, _ = process.communicate(timeout=GUARD)
    assert b'"serverInfo"' in output
    assert process.returncode == status


def connected(address: str, origin: str | None) -> websockets.ClientConnection:
    """Connect as a page of an origin does."""
    return websockets.connect(address, origin=origin, open_timeout=GUARD)  # type: ignore[arg-type]


def test_web_sockets_are_for_pages_of_this_machine(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "--ws", "0", "--allow-origin", "https://friend.example"],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        address = process.stderr.readline().split()[-1]
        for origin in (None, "http://localhost:3000", "https://friend.example"):
            with connected(address, origin) as client:
                for method, code in (("x", -32601), ("textDocument/hover", -32002)):
                    at = {"textDocument": {"uri": "file:///a"}, "position": START}
                    request = {"jsonrpc": "2.0", "id": 1, "method": method}
                    client.send(json.dumps({**request, "params": at}))
                    answer = client.recv()
                    assert isinstance(answer, str)  # what browsers can read
                    assert json.loads(answer)["error"]["code"] == code
        for origin in (
            "https://evil.example",
            "http://localhost.evil.example",
            "http://localhost:80@evil.example",
            "https://friend.example.evil",
            "null",  # a page without an origin, such as a frame in a sandbox
        ):
            with pytest.raises(InvalidStatus):
                connected(address, origin)
    finally:
        process.kill()
        process.communicate(timeout=GUARD)


@pytest.mark.asyncio
@pytest.mark.parametrize("shows", [True, False])
async def test_the_first_check_shows_its_progress(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shows: bool
) -> None:
    """The check waits until the client was told of it, where it is to be told."""
    check, goes_on = background_check.check, threading.Event()

    def waiting(*arguments: Any, **options: Any) -> Any:
        assert goes_on.wait(GUARD)
        return check(*arguments, **options)

    def capabilities(client: types.ClientCapabilities) -> None:
        assert client.window is not None
        client.window.work_done_progress = shows

    monkeypatch.setattr(background_check, "check", waiting)
    monkeypatch.setenv("MURANOPL_CACHE_DIR", str(tmp_path / "cache"))
    folder = write_package(tmp_path / "sample")
    async with editing(folder, change=capabilities) as editor:
        reports = editor.client.progress_reports
        if shows:
            await editor.until(lambda: any(reports.values()), "a progress bar")
        goes_on.set()
        editor.open(PATH, WRONG)
        await editor.diagnostics(PATH, "MPL121")
        if shows:
            kinds = types.WorkDoneProgressBegin, types.WorkDoneProgressEnd
            await editor.until(
                lambda: all(isinstance(item[-1], kinds[1]) for item in reports.values()), "its end"
            )
            for begin, *_, end in reports.values():
                assert (type(begin), type(end)) == kinds
        else:
            assert not reports
