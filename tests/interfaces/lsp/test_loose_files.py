"""Files outside of packages, and buffers that are not saved: checked by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from tests.interfaces.lsp.editor import (
    APP,
    MANIFEST,
    Editor,
    edited,
    editing,
    edits_of,
    write_package,
)

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


def at(text: str, mark: str) -> types.Position:
    """Return the position of the bar in a part of a text."""
    before, after = mark.split("|")
    lines = text[: text.index(before + after) + len(before)].split("\n")
    return types.Position(len(lines) - 1, len(lines[-1]))


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


URI = "untitled:Untitled-1"
UNRESOLVED = APP.replace("std:Object", "Base").replace("$.int()", "$.class(Other)", 1)
REQUIRING = MANIFEST + "Require: {other.package: 1, io.murano: 0}\n"


@pytest.mark.parametrize(
    ("text", "mark", "expected", "targets"),
    [
        pytest.param(APP, "Defa|ult", "`Default`", [], id="key"),
        pytest.param(APP, "$.in|t().not", "An integer; a string of digits", [], id="contract"),
        pytest.param(APP, "App|\nExt", "class sample.App", [3], id="own class"),
        pytest.param(APP, "std:Ob|ject", "class io.murano.Object", [3], id="class"),
        pytest.param(APP, "st|d:Object", "std: io.murano", [2], id="prefix"),
        pytest.param(APP, "$.po|rt", "Default: `80`", [6], id="property"),
        pytest.param(APP, "Return: $su|m", "number", [15], id="variable"),
        pytest.param(APP, "Ret|urn", "Ends the method", [], id="instruction"),
        pytest.param(FORM, "inte|ger", "An integer; null", [], id="field type"),
        pytest.param(FORM, "$.app.po|rt", "Type: `integer`", [7], id="field"),
        pytest.param(MANIFEST, "Type: Libr|ary", "Classes for other packages", [], id="word"),
        pytest.param(REQUIRING, "io.mur|ano", "Core library", [4], id="core library"),
        pytest.param(PLAN, "Typ|e", None, [], id="plan"),
        # What other files may declare
        pytest.param(UNRESOLVED, "Extends: Ba|se", None, [], id="unknown class"),
        pytest.param(UNRESOLVED, "class(Oth|er)", None, [], id="unknown class of a contract"),
        pytest.param(FORM, "sample.A|pp", None, [], id="unknown class of a form"),
        pytest.param(MANIFEST, "sample.A|pp", None, [], id="listed class"),
        pytest.param(MANIFEST, "App.y|aml", None, [], id="listed file"),
        pytest.param(MANIFEST, "FullName: sam|ple", None, [], id="own package"),
        pytest.param(REQUIRING, "other.pack|age", None, [], id="required package"),
        pytest.param(OTHERS["compose"], "im|age", None, [], id="another kind"),
    ],
)
async def test_names_in_a_buffer(
    tmp_path: Path, text: str, mark: str, expected: str | None, targets: list[int]
) -> None:
    # The package of the folder has the same name, and is another one
    async with editing(write_package(tmp_path)) as editor:
        buffer(editor, URI, text)
        params = {"text_document": types.TextDocumentIdentifier(URI), "position": at(text, mark)}
        hover = await editor.client.text_document_hover_async(types.HoverParams(**params))
        words = None if hover is None else hover.contents.value  # type: ignore[union-attr]
        assert (expected is None) == (words is None), words
        assert (expected or "") in (words or "")
        definition = types.DefinitionParams(**params)
        links = await editor.client.text_document_definition_async(definition) or ()
        assert [link.target_selection_range.start.line for link in links] == targets  # type: ignore[union-attr]
        places = types.ReferenceParams(types.ReferenceContext(True), **params)
        references = await editor.client.text_document_references_async(places) or ()
        assert {item.uri for item in references} <= {URI, *(link.target_uri for link in links)}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "mark", "some", "none"),
    [
        pytest.param(
            APP.replace("    Default: 80\n", "    \n"),
            "notNull()\n    |",
            ["Default", "Usage"],
            ["Contract"],
            id="key",
        ),
        pytest.param(
            APP.replace("Extends: std:Object", "Extends: "),
            "Extends: |",
            ["std:Object", "res:Instance"],
            ["used:Used"],
            id="classes of the core library alone",
        ),
        pytest.param(
            APP.replace("+ $.port", "+ $."), "+ $.|", ["port", "open", "len"], [], id="members"
        ),
        pytest.param(APP.replace("$.int()", "$."), "$.|.notNull", ["int"], ["len"], id="contract"),
        pytest.param(FORM.replace("$.app.port", "$.app."), "$.app.|", ["port"], [], id="field"),
        pytest.param(
            MANIFEST.replace("Library", ""), "Type: |", ["Application", "Library"], [], id="word"
        ),
        pytest.param(
            MANIFEST + "Require:\n  ", "Require:\n  |", [], ["used"], id="no package of the folder"
        ),
        pytest.param(OTHERS["compose"], "web: {|im", [], ["Name"], id="another kind"),
    ],
)
async def test_completion_in_a_buffer(
    tmp_path: Path, text: str, mark: str, some: list[str], none: list[str]
) -> None:
    used = {
        "manifest.yaml": MANIFEST.replace("sample", "used").replace("App", "Used"),
        "Classes/Used.yaml": APP.replace("sample", "used").replace("App", "Used"),
    }
    async with editing(write_package(tmp_path, used)) as editor:
        editor.open("Classes/Used.yaml")
        await editor.diagnostics("Classes/Used.yaml")
        buffer(editor, URI, text)
        document = types.TextDocumentIdentifier(URI)
        params = types.CompletionParams(document, at(text, mark))
        answer = await editor.client.text_document_completion_async(params)
        assert isinstance(answer, types.CompletionList)
        labels = {item.label for item in answer.items}
        assert labels.issuperset(some)
        assert labels.isdisjoint(none)
        assert not any(item.command for item in answer.items)


async def test_other_features_in_a_buffer(tmp_path: Path) -> None:
    async with editing(write_package(tmp_path)) as editor:
        buffer(editor, URI, APP)
        client, document = editor.client, types.TextDocumentIdentifier(URI)
        tokens = await client.text_document_semantic_tokens_full_async(
            types.SemanticTokensParams(document)
        )
        assert tokens is not None
        assert len(tokens.data) > 20
        # Nothing runs, shows or uses a class of no package
        assert not await client.text_document_code_lens_async(types.CodeLensParams(document))
        assert await editor.run("muranopl.showForm", URI, "sample.App") is False
        params = types.RenameParams(document, at(APP, "po|rt:"), "socket")
        edit = await client.text_document_rename_async(params)
        assert edit is not None
        ((uri, edits),) = edits_of(edit).items()
        assert uri == URI
        assert edited(APP, edits) == APP.replace("port", "socket")
        actions = await client.text_document_code_action_async(
            types.CodeActionParams(
                document,
                types.Range(at(APP, "A|pp\nE"), at(APP, "A|pp\nE")),
                types.CodeActionContext([], [types.CodeActionKind.Refactor]),
            )
        )
        assert not actions


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
