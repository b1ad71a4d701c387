"""Files outside of packages, and buffers that are not saved: checked by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from tests.interfaces.lsp.editor import APP, MANIFEST, Editor, editing, write_package

pytestmark = pytest.mark.asyncio

HINT = "MPL004"
PLAN = """\
FormatVersion: 2.0.0
Version: 1.0.0
Name: Deploy
Parameters:
  port: $port
Body: |
  return deploy(args.port).stdout
Scripts:
  deploy:
    Type: Application
    Version: 1.0.0
    EntryPoint: deploy.sh
"""
FORM = """\
Version: 2
Application:
  ?: {type: sample.App}
  port: $.app.port
Forms:
  - app:
      fields:
        - name: port
          type: integer
"""
OTHERS = {"compose": "services:\n  web: {image: !custom x}\n", "empty": "", "broken": "a: [\n"}


def buffer(editor: Editor, uri: str, text: str) -> None:
    """Open a buffer that is not saved yet."""
    item = types.TextDocumentItem(uri, "yaml", 1, text)
    editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))


async def codes(editor: Editor, uri: str) -> list[tuple[str, int]]:
    """Return the codes and lines that are reported about a file."""
    await editor.until(lambda: uri in editor.client.diagnostics)
    items = editor.client.diagnostics[uri]
    return [(str(item.code), item.range.start.line) for item in items]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(APP, [], id="class"),
        pytest.param(MANIFEST, [], id="manifest"),
        pytest.param(FORM, [], id="form"),
        pytest.param(PLAN, [], id="plan"),
        # The class and its prefix are of another file, and so is what the parent declares
        pytest.param(APP.replace("std:Object", "std:Objekt"), [], id="unknown class"),
        pytest.param(APP.replace("Default:", "Defualt:"), [("MPL120", 8)], id="key"),
        pytest.param(APP.replace("$.int()", "$.itn()", 1), [("MPL163", 7)], id="contract"),
        pytest.param(APP.replace("+ $.port", "+ + * $"), [("MPL171", 15)], id="expression"),
        pytest.param(APP.replace("Extends: ", "Extends: ["), [("MPL111", 4)], id="YAML"),
        pytest.param(FORM.replace("type: integer", "typ: integer"), [("MPL121", 7)], id="form key"),
        pytest.param(PLAN.replace("Type:", "Typ:"), [("MPL120", 9)], id="plan key"),
    ],
)
async def test_a_buffer(tmp_path: Path, text: str, expected: list[tuple[str, int]]) -> None:
    uri = "untitled:Untitled-1"
    async with editing(write_package(tmp_path)) as editor:
        buffer(editor, uri, text)
        assert await codes(editor, uri) == [(HINT, 0), *expected]


@pytest.mark.parametrize("name", OTHERS)
async def test_nothing_is_said_about_other_files(tmp_path: Path, name: str) -> None:
    uri = "untitled:Untitled-1"
    async with editing(write_package(tmp_path)) as editor:
        buffer(editor, uri, OTHERS[name])
        assert await codes(editor, uri) == []


async def test_a_file_of_a_folder_without_a_package(tmp_path: Path) -> None:
    mistaken = APP.replace("Default:", "Defualt:")
    async with editing(write_package(tmp_path, {"Classes/App.yaml": mistaken})) as editor:
        path = "Classes/App.yaml"
        editor.open(path)
        await editor.diagnostics(path, HINT, "MPL120")
        # While its YAML is broken, the other lines are checked
        editor.type(path, mistaken.replace("Methods:", "{a: b\nMethods:"))
        [_, moved, _] = await editor.diagnostics(path, HINT, "MPL111", "MPL120")
        assert moved.range.start.line == 8
        params = types.DocumentSymbolParams(editor.document(path))
        [symbol] = await editor.client.text_document_document_symbol_async(params) or ()
        assert isinstance(symbol, types.DocumentSymbol)
        assert [item.name for item in symbol.children or ()] == ["port", "open"]
        # A comment suppresses here, too
        editor.type(
            path, mistaken.replace("Defualt: 80", "Defualt: 80  # muranopl: ignore[MPL120]")
        )
        await editor.diagnostics(path, HINT)
        editor.type(path, mistaken)
        await editor.diagnostics(path, HINT, "MPL120")
        # It is in a package now
        (tmp_path / "manifest.yaml").write_text(MANIFEST, encoding="utf-8")
        event = types.FileEvent(editor.uri("manifest.yaml"), types.FileChangeType.Created)
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
        await editor.diagnostics(path, "MPL120")


async def test_a_closed_buffer_has_no_diagnostics(tmp_path: Path) -> None:
    uri = "untitled:Untitled-1"
    async with editing(write_package(tmp_path)) as editor:
        buffer(editor, uri, APP)
        assert await codes(editor, uri)
        editor.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        )
        await editor.until(lambda: not editor.client.diagnostics[uri])
