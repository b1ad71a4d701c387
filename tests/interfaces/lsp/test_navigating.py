"""Hover, definitions, references, highlights, completion, signatures and renaming."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.interfaces.lsp.editor import (
    APP,
    MANIFEST,
    PACKAGE,
    Editor,
    editing,
    edits_of,
    write_package,
)
from tests.waiting import GUARD

pytestmark = pytest.mark.asyncio

PATH = "Classes/App.yaml"


def lines(locations: object) -> list[int]:
    assert isinstance(locations, (list, tuple))
    return sorted(item.range.start.line for item in locations)


async def test_hover(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        params = types.HoverParams(**editor.at(PATH, "$number + $.po"))
        hover = await editor.client.text_document_hover_async(params)
        assert hover is not None
        assert isinstance(hover.contents, types.MarkupContent)
        assert "port" in hover.contents.value
        assert hover.range is not None
        assert hover.range.start.line == 15


async def test_hover_over_a_code_in_a_comment(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH, "# muranopl: ignore[MPL642]\n" + APP)
        params = types.HoverParams(**editor.at(PATH, "ignore[MPL"))
        hover = await editor.client.text_document_hover_async(params)
        assert hover is not None
        assert isinstance(hover.contents, types.MarkupContent)
        assert hover.contents.value.startswith("# MPL642 variable-not-used")


@pytest.mark.parametrize("links", [True, False])
async def test_definition(tmp_path: Path, links: bool) -> None:
    write_package(tmp_path)

    def change(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.text_document is not None
        capabilities.text_document.definition = types.DefinitionClientCapabilities(
            link_support=links
        )

    async with editing(tmp_path, change=change) as editor:
        editor.open(PATH)
        params = types.DefinitionParams(**editor.at(PATH, "$number + $.po"))
        (found,) = await editor.client.text_document_definition_async(params)  # type: ignore[misc, union-attr]
        range_ = found.target_selection_range if links else found.range
        assert range_.start == types.Position(6, 2)


SERVER_PATH = "Classes/Server.yaml"
SERVER = """\
Namespaces:
  =: sample
Name: Server
Extends: App
Properties:
  app:
    Contract: $.class(App)
Methods:
  open:
    Arguments:
      - number:
          Contract: $.int()
    Body:
      - Return: $.app.open($number)
"""


@pytest.mark.parametrize(
    ("request_", "path", "before", "expected"),
    [
        ("definition", SERVER_PATH, "$.app.op", {(PATH, 10)}),
        ("declaration", SERVER_PATH, "Methods:\n  op", {(PATH, 10)}),
        ("type_definition", SERVER_PATH, "$.ap", {(PATH, 3)}),
        ("implementation", PATH, "Methods:\n  op", {(SERVER_PATH, 8)}),
        ("implementation", PATH, "Name: A", {(SERVER_PATH, 2)}),
    ],
)
async def test_members_and_classes_lead_to_one_another(
    tmp_path: Path, request_: str, path: str, before: str, expected: set[object]
) -> None:
    manifest = f"{MANIFEST}  sample.Server: Server.yaml\n"
    files = {"manifest.yaml": manifest, PATH: APP, SERVER_PATH: SERVER}
    write_package(tmp_path, files)

    def change(capabilities: types.ClientCapabilities) -> None:
        capabilities.text_document = types.TextDocumentClientCapabilities()

    async with editing(tmp_path, change=change) as editor:
        editor.open(path)
        ask = getattr(editor.client, f"text_document_{request_}_async")
        params = types.DefinitionParams(**editor.at(path, before))
        found = await ask(params)
        places = {(item.uri, item.range.start.line) for item in found}
        assert places == {(editor.uri(file), line) for file, line in expected}


async def test_definitions_in_the_core_library(tmp_path: Path) -> None:
    write_package(tmp_path)
    for options in ({"virtualDocuments": True}, None):
        async with editing(tmp_path, options=options) as editor:
            editor.open(PATH)
            params = types.DefinitionParams(**editor.at(PATH, "Extends: std:Ob"))
            (found,) = await editor.client.text_document_definition_async(params)  # type: ignore[misc, union-attr]
            if options is None:
                assert found.target_uri.startswith("file:")
                continue
            assert found.target_uri.startswith("muranopl:///core-library/io.murano/")
            content = await editor.client.workspace_text_document_content_async(
                types.TextDocumentContentParams(found.target_uri)
            )
            assert "Name: io.murano.Object" in content.text


async def test_references_and_highlights(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        at = editor.at(PATH, "      - $su")
        for with_declaration, expected in ((True, [15, 16]), (False, [16])):
            context = types.ReferenceContext(with_declaration)
            params = types.ReferenceParams(context, **at)
            found = await editor.client.text_document_references_async(params)
            assert set(lines(found)) >= set(expected)
        highlights = await editor.client.text_document_document_highlight_async(
            types.DocumentHighlightParams(**at)
        )
        assert lines(highlights) == [15, 16]


async def completion(editor: Editor, before: str, text: str) -> dict[str, types.CompletionItem]:
    """Return the proposals behind a part of a text, by their labels."""
    editor.type(PATH, text)
    params = types.CompletionParams(**editor.at(PATH, before))
    answer = await editor.client.text_document_completion_async(params)
    assert isinstance(answer, types.CompletionList)
    return {item.label: item for item in answer.items}


async def test_completion(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        text = APP.replace("$number + $.port", "$number + $.")
        assert "port" in await completion(editor, "$number + $.", text)
        text = APP.replace("    Default: 80\n", "    Us\n")
        assert "Usage" in await completion(editor, "    Us", text)


@pytest.mark.parametrize("chooses", [True, False])
async def test_a_word_is_replaced_or_inserted_into(tmp_path: Path, chooses: bool) -> None:
    write_package(tmp_path)

    def change(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.text_document is not None
        capabilities.text_document.completion = types.CompletionClientCapabilities(
            completion_item=types.ClientCompletionItemOptions(
                insert_replace_support=chooses, documentation_format=[types.MarkupKind.Markdown]
            )
        )

    async with editing(tmp_path, change=change) as editor:
        editor.open(PATH)
        edit = (await completion(editor, "Return: $su", APP))["$sum"].text_edit
        inserted, replaced = (
            types.Range(types.Position(16, 16), types.Position(16, end)) for end in (19, 20)
        )
        if chooses:
            assert edit == types.InsertReplaceEdit("$sum", inserted, replaced)
        else:
            assert edit == types.TextEdit(replaced, "$sum")
        # A value is never inserted right before another one
        edit = (await completion(editor, "Extends: ", APP))["std:Application"].text_edit
        whole = types.Range(types.Position(4, 9), types.Position(4, 19))
        assert edit == types.TextEdit(whole, "std:Application")
        edit = (
            await completion(
                editor, "Return: $sum - $.", APP.replace("Return: $sum", "Return: $sum - $.port")
            )
        )["open"].text_edit
        inserted, replaced = (
            types.Range(types.Position(16, 25), types.Position(16, end)) for end in (25, 29)
        )
        if chooses:
            assert isinstance(edit, types.InsertReplaceEdit)
            assert (edit.insert, edit.replace) == (inserted, replaced)
        else:
            assert isinstance(edit, types.TextEdit)
            assert edit.range == inserted


@pytest.mark.parametrize(("rich", "keeps"), [(True, True), (True, False), (False, False)])
async def test_snippets_and_texts_beside_labels(tmp_path: Path, rich: bool, keeps: bool) -> None:
    write_package(tmp_path)

    def change(capabilities: types.ClientCapabilities) -> None:
        item = types.ClientCompletionItemOptions(
            snippet_support=rich,
            label_details_support=rich,
            insert_text_mode_support=types.ClientCompletionItemInsertTextModeOptions(
                [types.InsertTextMode.AsIs] if keeps else []
            ),
            documentation_format=[types.MarkupKind.Markdown],
        )
        assert capabilities.text_document is not None
        capabilities.text_document.completion = types.CompletionClientCapabilities(
            completion_item=item
        )

    async with editing(tmp_path, change=change) as editor:
        editor.open(PATH)
        text = APP.replace("Contract: $.int()\n", "Contract: \n")
        found = await completion(editor, "          Contract: ", text)
        item = found["$.class(name)"]
        assert isinstance(item.text_edit, types.TextEdit)
        assert item.text_edit.new_text == ("\\$.class($1)" if rich else "$.class()")
        details = item.label_details
        assert (details and details.description) == ("an object of name" if rich else None)
        assert item.detail == "an object of name"
        formats = types.InsertTextFormat
        assert item.insert_text_format is (formats.Snippet if rich else formats.PlainText)
        found = await completion(editor, "          Contract: $.", text.replace(": \n", ": $.\n"))
        details = found["class"].label_details
        assert (details and details.detail) == (
            "(name, defaultName, versionSpec)" if rich else None
        )
        found = await completion(
            editor, "Body:\n      - ", text.replace("- $sum: $number + $.port", "- ")
        )
        (edit,) = (item.text_edit for item in found.values() if item.label == "If")
        assert isinstance(edit, types.TextEdit)
        margin = "      " if keeps or not rich else ""  # else the client adds that of the line
        plain = f"If: \n{margin}  Then:\n{margin}    - "
        snippet = f"If: $1\n{margin}  Then:\n{margin}    - $2"
        assert edit.new_text == (snippet if rich else plain)
        modes = {item.insert_text_mode for item in found.values()}
        assert modes == {types.InsertTextMode.AsIs if keeps else None}


@pytest.mark.parametrize("format_", ["1.3", "1.4"])
async def test_deprecated_proposals_have_their_tag(tmp_path: Path, format_: str) -> None:
    write_package(tmp_path, {**PACKAGE, "manifest.yaml": MANIFEST.replace("1.4", format_)})
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        found = await completion(editor, "    Usage: ", APP + "  other:\n    Usage: \n")
        deprecated = [label for label, item in found.items() if item.tags]
        assert deprecated == (["Action"] if format_ == "1.4" else [])


async def test_a_class_brings_its_requirement_along(tmp_path: Path) -> None:
    write_package(tmp_path / "sample")
    user = {
        "manifest.yaml": MANIFEST.replace("sample", "user"),
        PATH: "Namespaces:\n  =: user\nName: App\nExtends: A\n",
    }
    write_package(tmp_path / "user", user)
    path, manifest = f"user/{PATH}", "user/manifest.yaml"
    async with editing(tmp_path) as editor:
        for item in (path, manifest):
            editor.open(item)
        params = types.CompletionParams(**editor.at(path, "Extends: A"))
        async with asyncio.timeout(GUARD):
            command = None
            while command is None:  # other packages are looked at in the background
                answer = await editor.client.text_document_completion_async(params)
                assert isinstance(answer, types.CompletionList)
                commands = {item.label: item.command for item in answer.items}
                command = commands.get("sample:App")
        assert await editor.run(command.command, *(command.arguments or ()))
        assert editor.texts[manifest].endswith("App.yaml\nRequire:\n  sample: 0\n")
        assert await editor.run(command.command, "x", "y") is False


async def refuses(*_: object) -> types.ApplyWorkspaceEditResult:
    return types.ApplyWorkspaceEditResult(applied=False, failure_reason="It is locked.")


async def fails(*_: object) -> types.ApplyWorkspaceEditResult:
    raise JsonRpcException("It is locked.", types.LSPErrorCodes.RequestFailed.value)


@pytest.mark.parametrize("answer", [refuses, fails])
async def test_an_edit_that_the_client_does_not_make_is_logged(
    tmp_path: Path, answer: Callable[..., object]
) -> None:
    manifest = write_package(tmp_path) / "manifest.yaml"
    async with editing(tmp_path) as editor:
        editor.client.protocol.fm.features[types.WORKSPACE_APPLY_EDIT] = answer
        arguments = (str(manifest), 1, 1, "Require:\n")
        assert await editor.run("muranopl.insert", *arguments) is False
        logged = [item.message for item in editor.client.log_messages]
        assert f"{manifest} was not changed: It is locked." in logged


async def test_signatures(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH, APP.replace("Return: $sum", "Return: $.open($sum)"))
        params = types.SignatureHelpParams(**editor.at(PATH, "$.open("))
        answer = await editor.client.text_document_signature_help_async(params)
        assert answer is not None
        assert "open" in answer.signatures[0].label


async def test_renaming(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        at = editor.at(PATH, "$number + $.po")
        prepared = await editor.client.text_document_prepare_rename_async(
            types.PrepareRenameParams(**at)
        )
        assert isinstance(prepared, types.PrepareRenamePlaceholder)
        assert prepared.placeholder == "port"
        params = types.RenameParams(new_name="socket", **at)
        editor.apply(await editor.client.text_document_rename_async(params))
        assert editor.texts[PATH] == APP.replace("port", "socket")


@pytest.mark.parametrize("folder", ["", "n\u00e9 1/"])
async def test_a_class_is_renamed_with_its_file_and_the_manifest(
    tmp_path: Path, folder: str
) -> None:
    """URIs have another form of a path that is not plain."""
    path = f"Classes/{folder}App.yaml"
    manifest = MANIFEST.replace("App.yaml", f"{folder}App.yaml")
    write_package(tmp_path, {"manifest.yaml": manifest, path: APP})

    def change(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.workspace is not None
        capabilities.workspace.workspace_edit = types.WorkspaceEditClientCapabilities(
            document_changes=True, resource_operations=[types.ResourceOperationKind.Rename]
        )

    async with editing(tmp_path, change=change) as editor:
        editor.open(path)
        params = types.RenameParams(new_name="Server", **editor.at(path, "Name: A"))
        edit = await editor.client.text_document_rename_async(params)
        assert edit is not None
        changes = edit.document_changes or ()
        (file,) = (item for item in changes if isinstance(item, types.RenameFile))
        assert file.new_uri == editor.uri(f"Classes/{folder}Server.yaml")
        edit.document_changes = [item for item in changes if item is not file]
        assert set(edits_of(edit)) == {editor.uri(path), editor.uri("manifest.yaml")}


@pytest.mark.parametrize("is_only", [True, False])
async def test_what_is_not_renamed_is_said(tmp_path: Path, is_only: bool) -> None:
    calls = APP + "  close:\n    Body:\n      - $other.get(x).open(1)\n"
    two = "Name: sample.Two\nMethods:\n  open:\n    Body: []\n"
    manifest = MANIFEST + "  sample.Two: Two.yaml\n"
    files = {"manifest.yaml": manifest, PATH: calls, "Classes/Two.yaml": two}
    if is_only:
        files = {"manifest.yaml": MANIFEST, PATH: calls}
    write_package(tmp_path, files)
    async with editing(tmp_path, change=without_annotations) as editor:
        editor.open(PATH)
        at = editor.at(PATH, "Methods:\n  op")
        params = types.RenameParams(new_name="begin", **at)
        editor.apply(await editor.client.text_document_rename_async(params))
        assert editor.texts[PATH] == calls.replace("  open:", "  begin:")
        (message,) = (item.message for item in editor.client.messages)
        assert message.startswith("Not renamed")
        assert "App.yaml:20" in message


async def test_what_may_be_another_member_is_to_be_confirmed(tmp_path: Path) -> None:
    calls = APP + "  close:\n    Body:\n      - $other.get(x).open(1)\n"
    write_package(tmp_path, {**PACKAGE, PATH: calls})
    async with editing(tmp_path, change=with_annotations) as editor:
        editor.open(PATH)
        at = editor.at(PATH, "Methods:\n  op")
        params = types.RenameParams(new_name="begin", **at)
        edit = await editor.client.text_document_rename_async(params)
        assert edit is not None
        ((name, annotation),) = (edit.change_annotations or {}).items()
        assert annotation.needs_confirmation
        (edits,) = edits_of(edit).values()
        marked = {item.range.start.line: getattr(item, "annotation_id", None) for item in edits}
        assert marked == {10: None, 19: name}


def with_annotations(capabilities: types.ClientCapabilities) -> None:
    assert capabilities.workspace is not None
    support = types.ChangeAnnotationsSupportOptions()
    capabilities.workspace.workspace_edit = types.WorkspaceEditClientCapabilities(
        document_changes=True, change_annotation_support=support
    )


def without_annotations(capabilities: types.ClientCapabilities) -> None:
    assert capabilities.workspace is not None
    assert capabilities.workspace.workspace_edit is not None
    capabilities.workspace.workspace_edit.change_annotation_support = None


async def test_what_cannot_be_renamed_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A refusal is not logged as a fault."""
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        params = types.PrepareRenameParams(**editor.at(PATH, "Extends: std:Ob"))
        with pytest.raises(JsonRpcException) as raised:
            await editor.client.text_document_prepare_rename_async(params)
        assert raised.value.code == types.LSPErrorCodes.RequestFailed.value
    assert "Traceback" not in caplog.text


HEAT = """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string}
resources:
  server:
    type: OS::Nova::Server
    properties: {image: {get_param: image}}
"""


@pytest.mark.parametrize(
    ("format_", "path"),
    [("Heat.HOT/1.0", "template.yaml"), ("MuranoPL/1.4", "Resources/stack.yaml")],
)
async def test_heat_templates(tmp_path: Path, format_: str, path: str) -> None:
    manifest = f"Format: {format_}\nType: Application\nFullName: sample.web\n"
    write_package(tmp_path, {"manifest.yaml": manifest, path: HEAT})
    async with editing(tmp_path) as editor:
        editor.open(path)
        client = editor.client
        at = editor.at(path, "{get_param: im")
        prepared = await client.text_document_prepare_rename_async(types.PrepareRenameParams(**at))
        assert isinstance(prepared, types.PrepareRenamePlaceholder)
        assert prepared.placeholder == "image"
        editor.apply(
            await client.text_document_rename_async(types.RenameParams(new_name="picture", **at))
        )
        renamed = HEAT.replace("  image: {t", "  picture: {t")
        renamed = renamed.replace("get_param: image", "get_param: picture")
        assert editor.texts[path] == renamed
        found = await client.text_document_definition_async(
            types.DefinitionParams(**editor.at(path, "{get_param: pic"))
        )
        assert found
        hover = await client.text_document_hover_async(
            types.HoverParams(**editor.at(path, "{get_pa"))
        )
        assert hover is not None
        assert isinstance(hover.contents, types.MarkupContent)
        assert hover.contents.value.startswith("`get_param`: The value of a parameter")
        editor.type(path, renamed + "    metadata: {a: {get_param: ")
        answer = await client.text_document_completion_async(
            types.CompletionParams(**editor.at(path, "{a: {get_param: "))
        )
        assert isinstance(answer, types.CompletionList)
        assert "picture" in {item.label for item in answer.items}
