"""Diagnostics of the language server: pushed, asked for, and their parts."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from lsprotocol import types

from tests.interfaces.lsp.editor import APP, PACKAGE, editing, write_package

pytestmark = pytest.mark.asyncio

WRONG = APP.replace("Contract: $.int().notNull()", "Contrat: $.int().notNull()")


async def test_typing_brings_diagnostics_and_takes_them_away(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open("Classes/App.yaml")
        await editor.diagnostics("Classes/App.yaml")
        editor.type("Classes/App.yaml", WRONG)
        (item,) = await editor.diagnostics("Classes/App.yaml", "MPL121")
        assert item.range == types.Range(types.Position(7, 4), types.Position(7, 11))
        assert item.severity is types.DiagnosticSeverity.Error
        assert item.source == "muranopl"
        assert "Contract" in item.message
        assert item.code_description is not None
        assert item.code_description.href.endswith("MPL121.md")
        editor.type("Classes/App.yaml", APP)
        await editor.diagnostics("Classes/App.yaml")


async def test_files_that_are_not_open_are_checked(tmp_path: Path) -> None:
    write_package(tmp_path, {**PACKAGE, "Classes/App.yaml": WRONG})
    async with editing(tmp_path) as editor:
        await editor.diagnostics("Classes/App.yaml", "MPL121")


async def test_a_closed_document_has_the_text_of_its_file(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open("Classes/App.yaml", WRONG)
        await editor.diagnostics("Classes/App.yaml", "MPL121")
        editor.close("Classes/App.yaml")
        await editor.diagnostics("Classes/App.yaml")


async def test_related_places_and_tags(tmp_path: Path) -> None:
    twice = APP.replace(
        "      - number:\n          Contract: $.int()\n",
        "      - number:\n          Contract: $.int()\n" * 2,
    ).replace("      - Return: $sum\n", "      - Return: 1\n")
    write_package(tmp_path, {**PACKAGE, "Classes/App.yaml": twice})
    async with editing(tmp_path) as editor:
        again, unused = await editor.diagnostics("Classes/App.yaml", "MPL155", "MPL642")
    (related,) = again.related_information or ()
    assert related.location.uri == editor.uri("Classes/App.yaml")
    assert related.location.range.start.line == 12
    assert list(unused.tags or ()) == [types.DiagnosticTag.Unnecessary]


def pulling(capabilities: types.ClientCapabilities) -> None:
    assert capabilities.text_document is not None
    capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities()


async def test_a_client_that_asks_gets_nothing_pushed(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path, change=pulling) as editor:
        editor.open("Classes/App.yaml")
        editor.type("Classes/App.yaml", WRONG)
        params = types.DocumentDiagnosticParams(editor.document("Classes/App.yaml"))
        full = await editor.client.text_document_diagnostic_async(params)
        assert isinstance(full, types.RelatedFullDocumentDiagnosticReport)
        assert [item.code for item in full.items] == ["MPL121"]
        params.previous_result_id = full.result_id
        same = await editor.client.text_document_diagnostic_async(params)
        assert isinstance(same, types.RelatedUnchangedDocumentDiagnosticReport)
        # What may have been pushed before it asked is taken back
        assert not any(editor.client.diagnostics.values())


async def test_a_client_that_could_ask_gets_diagnostics_pushed_until_it_does(
    tmp_path: Path,
) -> None:
    write_package(tmp_path)
    path = "Classes/App.yaml"
    async with editing(tmp_path, change=pulling) as editor:
        editor.open(path, WRONG)
        await editor.diagnostics(path, "MPL121")
        params = types.DocumentDiagnosticParams(editor.document(path))
        answer = await editor.client.text_document_diagnostic_async(params)
        assert isinstance(answer, types.RelatedFullDocumentDiagnosticReport)
        assert [item.code for item in answer.items] == ["MPL121"]
        await editor.diagnostics(path)
        for text in (APP, WRONG):
            editor.type(path, text)
            answer = await editor.client.text_document_diagnostic_async(params)
        assert isinstance(answer, types.RelatedFullDocumentDiagnosticReport)
        assert [item.code for item in answer.items] == ["MPL121"]
        assert not editor.client.diagnostics[editor.uri(path)]


async def test_all_diagnostics_are_asked_for_and_the_answer_waits_for_a_change(
    tmp_path: Path,
) -> None:
    write_package(tmp_path, {**PACKAGE, "Classes/App.yaml": WRONG})
    async with editing(tmp_path, change=pulling) as editor:
        await editor.diagnostics("Classes/App.yaml", "MPL121")
        params = types.WorkspaceDiagnosticParams([])
        answer = await editor.client.workspace_diagnostic_async(params)
        # What was pushed is taken back: the client has it from the answer
        await editor.diagnostics("Classes/App.yaml")
        (report,) = answer.items
        assert isinstance(report, types.WorkspaceFullDocumentDiagnosticReport)
        assert report.uri == editor.uri("Classes/App.yaml")
        assert report.result_id is not None
        params.previous_result_ids = [types.PreviousResultId(report.uri, report.result_id)]
        question = asyncio.ensure_future(editor.client.workspace_diagnostic_async(params))
        editor.open("Classes/App.yaml", APP)
        (report,) = (await question).items
        assert isinstance(report, types.WorkspaceFullDocumentDiagnosticReport)
        assert not report.items


async def test_a_newer_edit_is_checked_at_once(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open("Classes/App.yaml")
        for number in range(20):
            editor.type("Classes/App.yaml", f"{WRONG}# {number}\n")
        editor.type("Classes/App.yaml", APP)
        editor.type("Classes/App.yaml", WRONG)
        await editor.diagnostics("Classes/App.yaml", "MPL121")
