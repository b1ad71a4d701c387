"""Code actions: fixes, comments that suppress, explanations."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from lsprotocol import types

from muranopl.diagnostics.pages import markdown
from tests.interfaces.lsp.editor import (
    APP,
    PACKAGE,
    content,
    edited,
    editing,
    edits_of,
    with_content,
    write_package,
)

pytestmark = pytest.mark.asyncio

PATH = "Classes/App.yaml"
WRONG = APP.replace("Contract: $.int().notNull()", "Contrat: $.int().notNull()")
TWICE = WRONG.replace("          Contract", "          Contrat")


async def test_a_fix_mends_what_it_is_for(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH, WRONG)
        (item,) = await editor.diagnostics(PATH, "MPL121")
        actions = await editor.actions(PATH, item)
        assert list(actions) == [
            "Write `Contract`",
            "Suppress MPL121 here",
            "Explain MPL121 (missing-key)",
            "Apply all safe fixes in this file",
        ]
        fix = actions["Write `Contract`"]
        assert fix.is_preferred
        assert [one.code for one in fix.diagnostics or ()] == ["MPL121"]
        editor.apply(fix.edit)
        assert editor.texts[PATH] == APP
        await editor.diagnostics(PATH)


async def test_all_fixes_of_a_file(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH, TWICE)
        item, _ = await editor.diagnostics(PATH, "MPL121", "MPL121")
        actions = await editor.actions(PATH, item)
        assert "Fix all 2 occurrences of MPL121 in this file" in actions
        kind = types.CodeActionKind.SourceFixAll.value
        actions = await editor.actions(PATH, item, kind)
        assert list(actions) == ["Apply all safe fixes in this file"]
        editor.apply(actions["Apply all safe fixes in this file"].edit)
        assert editor.texts[PATH] == APP


@pytest.mark.parametrize("above", ["", "# \U0001f600\n"])
async def test_a_comment_suppresses(tmp_path: Path, above: str) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH, above + WRONG.replace("Default: 80", "Default: 80 " + above))
        (item,) = await editor.diagnostics(PATH, "MPL121")
        actions = await editor.actions(PATH, item)
        editor.apply(actions["Suppress MPL121 here"].edit)
        assert "Contrat: $.int().notNull()  # muranopl: ignore[MPL121]\n" in (editor.texts[PATH])
        await editor.diagnostics(PATH)


async def test_line_ends_stay(tmp_path: Path) -> None:
    write_package(tmp_path)
    text = WRONG.replace("\n", "\r\n")
    async with editing(tmp_path) as editor:
        editor.open(PATH, text)
        (item,) = await editor.diagnostics(PATH, "MPL121")
        for action in (await editor.actions(PATH, item)).values():
            if action.edit is not None:
                (edits,) = edits_of(action.edit).values()
                result = edited(text, edits)
                assert result.count("\n") == result.count("\r\n") == text.count("\n")


@pytest.mark.parametrize("client", ["virtual", "files", "messages"])
async def test_the_explanation_is_shown(tmp_path: Path, client: str) -> None:
    write_package(tmp_path)

    def change(capabilities: types.ClientCapabilities) -> None:
        support = types.ShowDocumentClientCapabilities(support=client != "messages")
        capabilities.window = types.WindowClientCapabilities(show_document=support)
        if client == "virtual":
            with_content(capabilities)

    async with editing(tmp_path, change=change) as editor:
        editor.open(PATH, WRONG)
        (item,) = await editor.diagnostics(PATH, "MPL121")
        action = (await editor.actions(PATH, item))["Explain MPL121 (missing-key)"]
        assert action.command is not None
        await editor.client.workspace_execute_command_async(
            types.ExecuteCommandParams(action.command.command, arguments=action.command.arguments)
        )
        assert item.code_description is not None
        if client == "messages":
            (message,) = editor.client.messages
            assert message.message.startswith("MPL121 missing-key\n\n")
            return
        (shown,) = editor.shown
        if client == "virtual":
            assert shown == item.code_description.href == "muranopl:///explanations/MPL121.md"
            text = await content(editor, shown)
        else:
            file = Path(unquote(urlsplit(shown).path))
            assert file.parts[-2:] == ("explanations", "MPL121.md")
            text = file.read_text(encoding="utf-8")
        assert text == markdown("MPL121")


WRITTEN_IN_FULL = APP.replace("$.int().notNull()", "$.class('io.murano.system.Logger')")
ABSTRACT = """\
Namespaces:
  =: sample
Name: App
Methods:
  open:
    Arguments:
      - number:
          Contract: $.int()
"""
CHILD = "--- \nNamespaces:\n  =: sample\nName: Child\nExtends: App\n"


@pytest.mark.parametrize(
    ("text", "before", "title", "expected"),
    [
        (
            WRITTEN_IN_FULL,
            "$.class('io.mur",
            "Write classes of io.murano.system with sys:",
            ["  sys: io.murano.system", "$.class(sys:Logger)"],
        ),
        (
            ABSTRACT + CHILD,
            "Name: Ch",
            "Implement open()",
            ["Extends: App\nMethods:\n  open:\n    Arguments:\n      - number:"],
        ),
    ],
)
async def test_refactorings(
    tmp_path: Path, text: str, before: str, title: str, expected: list[str]
) -> None:
    manifest = PACKAGE["manifest.yaml"] + "  sample.Child: App.yaml\n"
    write_package(tmp_path, {"manifest.yaml": manifest, PATH: text})
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        at = editor.at(PATH, before)["position"]
        answer = await editor.client.text_document_code_action_async(
            types.CodeActionParams(
                editor.document(PATH),
                types.Range(at, at),
                types.CodeActionContext([], [types.CodeActionKind.Refactor]),
            )
        )
        actions = {item.title: item for item in answer or ()}
        assert title in actions
        action = actions[title]
        assert isinstance(action, types.CodeAction)
        editor.apply(action.edit)
        for part in expected:
            assert part in editor.texts[PATH]


async def test_nothing_is_offered_for_an_earlier_text(tmp_path: Path) -> None:
    write_package(tmp_path, {**PACKAGE, PATH: APP})
    async with editing(tmp_path) as editor:
        editor.open(PATH, WRONG)
        (item,) = await editor.diagnostics(PATH, "MPL121")
        editor.type(PATH, "\n" + WRONG)
        actions = await editor.actions(PATH, item)
        for action in actions.values():
            if action.edit is not None:
                (edits,) = edits_of(action.edit).values()
                assert edited("\n" + WRONG, edits).startswith("\nNamespaces")


async def test_a_large_selection_has_actions_for_its_first_diagnostics(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH, APP + "Name: App\n" * 30)
        uri = editor.uri(PATH)
        await editor.until(lambda: len(editor.client.diagnostics.get(uri, ())) >= 30)
        everything = types.Range(types.Position(0, 0), types.Position(99, 0))
        params = types.CodeActionParams(
            editor.document(PATH), everything, types.CodeActionContext([])
        )
        actions = await editor.client.text_document_code_action_async(params)
        assert actions is not None
        explained = [item for item in actions if item.title.startswith("Explain")]
        assert len(explained) == 10
