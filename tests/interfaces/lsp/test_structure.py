"""The structure of files, hierarchies, search, hints and lenses, as editors ask for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from tests.interfaces.lsp.editor import APP, MANIFEST, editing, write_package

pytestmark = pytest.mark.asyncio

PATH = "Classes/App.yaml"
CALLING = APP + "  close:\n    Body:\n      - $.open(1)\n"
TESTED = {
    "manifest.yaml": MANIFEST,
    PATH: """\
Namespaces: {=: sample, t: io.murano.test}
Name: App
Extends: t:TestFixture
Methods:
  testGood:
    Body:
      - $.assertEqual(1, 1)
  testBad:
    Body:
      - $.assertEqual(1, 2)
""",
}


async def test_the_outline_stays_while_a_file_is_half_typed(tmp_path: Path) -> None:
    write_package(tmp_path)

    def change(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.text_document is not None
        capabilities.text_document.document_symbol = types.DocumentSymbolClientCapabilities(
            hierarchical_document_symbol_support=True
        )

    async with editing(tmp_path, change=change) as editor:
        editor.open(PATH)
        params = types.DocumentSymbolParams(editor.document(PATH))
        for text in (APP, APP + '  x: "\n'):
            editor.type(PATH, text)
            answer = await editor.client.text_document_document_symbol_async(params)
            (class_,) = answer or ()
            assert isinstance(class_, types.DocumentSymbol)
            assert (class_.name, class_.detail) == ("App", "std:Object")
            port, method = class_.children or ()
            assert (port.name, port.detail) == ("port", "$.int().notNull()")
            assert [item.name for item in method.children or ()] == ["number"]


async def test_a_client_without_nested_symbols_gets_a_list(tmp_path: Path) -> None:
    write_package(tmp_path)

    def change(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.text_document is not None
        capabilities.text_document.document_symbol = None

    async with editing(tmp_path, change=change) as editor:
        editor.open(PATH)
        params = types.DocumentSymbolParams(editor.document(PATH))
        answer = await editor.client.text_document_document_symbol_async(params)
        names = [(item.name, item.container_name) for item in answer or ()]  # type: ignore[union-attr]
        assert names == [("App", None), ("port", "App"), ("open", "App"), ("number", "open")]


async def test_folding_and_selection(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        folds = await editor.client.text_document_folding_range_async(
            types.FoldingRangeParams(editor.document(PATH))
        )
        assert (9, 16) in [(item.start_line, item.end_line) for item in folds or ()]
        at = editor.at(PATH, "$number + $.po")
        answer = await editor.client.text_document_selection_range_async(
            types.SelectionRangeParams(at["text_document"], [at["position"]])
        )
        current: types.SelectionRange | None = (answer or [])[0]
        texts = []
        while current is not None:
            if current.range.start.line == current.range.end.line:
                line = APP.split("\n")[current.range.start.line]
                first, last = current.range.start.character, current.range.end.character
                texts.append(line[first:last])
            current = current.parent
        assert texts == ["port", "$.port", "$number + $.port", "$sum: $number + $.port"]


async def test_tokens_of_expressions(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH, "Name: App\nMethods:\n  a:\n    Body: $.b(d, c => '😀')\n")
        answer = await editor.client.text_document_semantic_tokens_full_async(
            types.SemanticTokensParams(editor.document(PATH))
        )
        assert answer is not None
        provider = editor.capabilities.semantic_tokens_provider
        assert provider is not None
        kinds = provider.legend.token_types
        data = list(answer.data)
        tokens = [data[at : at + 5] for at in range(0, len(data), 5)]
        first = next(at for at, token in enumerate(tokens) if token[0] > 1)
        on_line = tokens[first:]
        assert [(token[2], kinds[token[3]]) for token in on_line] == [
            (1, "variable"),
            (1, "method"),
            (1, "string"),
            (1, "parameter"),
            (2, "operator"),
            (4, "string"),
        ]


async def test_linked_editing_and_formatting(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        linked = await editor.client.text_document_linked_editing_range_async(
            types.LinkedEditingRangeParams(**editor.at(PATH, "      - $su"))
        )
        assert linked is not None
        assert [item.start.line for item in linked.ranges] == [15, 16]
        editor.type(PATH, APP.replace("Name: App", "Name: App  ") + "\n\n")
        edits = await editor.client.text_document_formatting_async(
            types.DocumentFormattingParams(editor.document(PATH), types.FormattingOptions(2, True))
        )
        editor.apply(types.WorkspaceEdit({editor.uri(PATH): edits or []}))
        assert editor.texts[PATH] == APP


async def test_search_links_and_hints(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        found = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("por"))
        assert "port" in [item.name for item in found or ()]
        hints = await editor.client.text_document_inlay_hint_async(
            types.InlayHintParams(
                editor.document(PATH), types.Range(types.Position(0, 0), types.Position(20, 0))
            )
        )
        assert 15 in [item.position.line for item in hints or ()]
        editor.open("manifest.yaml")
        links = await editor.client.text_document_document_link_async(
            types.DocumentLinkParams(editor.document("manifest.yaml"))
        )
        assert editor.uri(PATH) in [item.target for item in links or ()]


async def test_hierarchies(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH, CALLING)
        (method,) = (
            await editor.client.text_document_prepare_call_hierarchy_async(
                types.CallHierarchyPrepareParams(**editor.at(PATH, "  ope"))
            )
            or ()
        )
        (call,) = (
            await editor.client.call_hierarchy_incoming_calls_async(
                types.CallHierarchyIncomingCallsParams(method)
            )
            or ()
        )
        assert call.from_.name == "close"
        assert call.from_ranges[0].start.line == 19
        (called,) = (
            await editor.client.call_hierarchy_outgoing_calls_async(
                types.CallHierarchyOutgoingCallsParams(call.from_)
            )
            or ()
        )
        assert called.to.name == "open"
        (class_,) = (
            await editor.client.text_document_prepare_type_hierarchy_async(
                types.TypeHierarchyPrepareParams(**editor.at(PATH, "Name: A"))
            )
            or ()
        )
        (above,) = (
            await editor.client.type_hierarchy_supertypes_async(
                types.TypeHierarchySupertypesParams(class_)
            )
            or ()
        )
        assert above.name == "io.murano.Object"
        below = await editor.client.type_hierarchy_subtypes_async(
            types.TypeHierarchySubtypesParams(above)
        )
        assert "sample.App" in {item.name for item in below or ()}


async def test_lenses_count_references_and_run_tests(tmp_path: Path) -> None:
    write_package(tmp_path, TESTED)
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        lenses = await editor.client.text_document_code_lens_async(
            types.CodeLensParams(editor.document(PATH))
        )
        counted = [item for item in lenses or () if item.command is None]
        resolved = [await editor.client.code_lens_resolve_async(item) for item in counted]
        titles = [item.command.title for item in resolved if item.command]
        assert titles == ["1 reference", "0 references", "0 references"]
        commands = [item.command for item in lenses or () if item.command]
        assert [item.title for item in commands] == ["Run tests", "Run test", "Run test"]
        for run, passed in zip(commands, (False, True, False), strict=True):
            params = types.ExecuteCommandParams(run.command, arguments=run.arguments)
            answer = await editor.client.workspace_execute_command_async(params)
            assert answer is passed
        last = editor.client.messages[-1].message
        assert last.startswith("sample.App.testBad: failed\n")


async def test_a_form_is_generated(tmp_path: Path) -> None:
    write_package(tmp_path)

    def change(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.workspace is not None
        capabilities.workspace.workspace_edit = types.WorkspaceEditClientCapabilities(
            document_changes=True, resource_operations=[types.ResourceOperationKind.Create]
        )

    async with editing(tmp_path, change=change) as editor:
        editor.open(PATH)
        at = editor.at(PATH, "Name: A")["position"]
        answer = await editor.client.text_document_code_action_async(
            types.CodeActionParams(
                editor.document(PATH),
                types.Range(at, at),
                types.CodeActionContext([], [types.CodeActionKind.Refactor]),
            )
        )
        (action,) = answer or ()
        assert isinstance(action, types.CodeAction)
        assert action.edit is not None
        create, text = action.edit.document_changes or ()
        assert isinstance(create, types.CreateFile)
        assert create.uri == editor.uri("UI/ui.yaml")
        assert isinstance(text, types.TextDocumentEdit)
