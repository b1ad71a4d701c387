"""The configuration file of a folder: its mistakes, and rules of its own, which are code."""

from __future__ import annotations

import asyncio
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from lsprotocol import types

from tests.archives import zip_of
from tests.ard.remote.answers import LIBRARY, answering
from tests.interfaces.lsp.editor import APP, PACKAGE, Editor, editing, write_package

PATH = "Classes/App.yaml"
FILE = "muranopl.toml"
RULES = '''\
import muranopl


@muranopl.rule("TEAM9", "team-rule", bad="Name: a", good="Name: B")
def check(package):
    """Find something in each package."""
    open({harm!r}, "w").close()
    yield muranopl.Finding(package.place, "the rule was run")
'''
NAMES_RULES = 'rules = ["rules"]\nseverity-of = {TEAM9 = "error"}\n'


def saved(editor: Editor, path: str, text: str) -> None:
    (editor.folder / path).write_text(text)
    event = types.FileEvent(editor.uri(path), types.FileChangeType.Changed)
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))


async def shown(editor: Editor, path: str, *messages: str) -> list[types.Diagnostic]:
    """Wait for the diagnostics of a file, by a part of each message, and return them."""

    def is_there() -> bool:
        items = editor.client.diagnostics.get(editor.uri(path))
        if items is None or len(items) != len(messages):
            return False
        pairs = zip(items, messages, strict=True)
        return all(message in item.message for item, message in pairs)

    await editor.until(is_there, f"diagnostics of {path} with {messages}")
    return list(editor.client.diagnostics[editor.uri(path)])


@pytest.mark.asyncio
async def test_mistakes_are_shown_where_they_stand(tmp_path: Path) -> None:
    text = '# ours\nignroe = []\nignore = ["MPL6", "MPL999"]\n'
    write_package(tmp_path, {**PACKAGE, FILE: text})
    async with editing(tmp_path) as editor:
        first, second = await shown(editor, FILE, 'unknown key "ignroe"', "MPL999")
        start, end = first.range.start, first.range.end
        assert (start.line, start.character, end.character) == (1, 0, 6)
        assert (second.range.start.line, second.range.start.character) == (2, 19)
        assert first.severity is types.DiagnosticSeverity.Error
        saved(editor, FILE, 'libraries = ["nowhere"]\n')
        (item,) = await shown(editor, FILE, "which does not exist")
        assert (item.range.start.line, item.range.end.character) == (0, 9)
        saved(editor, FILE, 'baseline = "nowhere.json"\n')
        await shown(editor, FILE, "which does not exist")
        saved(editor, FILE, "libraries = [\n")
        await shown(editor, FILE, "this is not TOML")
        saved(editor, FILE, "ignore = []\n")
        await shown(editor, FILE)


def write_rules(folder: Path, text: str = NAMES_RULES) -> Path:
    """Write a package with a rule; return the file that the rule makes when it is run."""
    harm = folder / "harm"
    rules = {"rules/team.py": RULES.format(harm=str(harm)), FILE: text}
    write_package(folder, {**PACKAGE, **rules})
    return harm


@pytest.mark.asyncio
@pytest.mark.parametrize("trusted", [True, False])
async def test_rules_are_run_where_the_client_trusts_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trusted: bool
) -> None:
    harm = write_rules(tmp_path)
    monkeypatch.chdir(tmp_path)
    async with editing(tmp_path, options={"trusted": trusted}) as editor:
        if trusted:
            await editor.diagnostics("manifest.yaml", "TEAM9")
            await editor.run("muranopl.explain", "TEAM9")
            text = Path(unquote(urlsplit(editor.shown[0]).path)).read_text()
            assert text.startswith("# TEAM9 team-rule\n\nFind something in each package.\n")
            assert text.endswith("## Good\n\n```yaml\nName: B\n```\n")
        else:
            (item,) = await shown(editor, FILE, "not trusted")
            assert item.severity is types.DiagnosticSeverity.Information
            editor.open(PATH)
            await editor.diagnostics(PATH)
        assert (harm.exists(), editor.questions) == (trusted, [])


@pytest.mark.asyncio
@pytest.mark.parametrize("reply", ["Fetch them", "Do not fetch them"])
async def test_addresses_are_fetched_where_the_user_trusts_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reply: str
) -> None:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    with answering() as server:
        address = server.put("/lib.zip", zip_of(LIBRARY))
        write_package(tmp_path, {**PACKAGE, FILE: f'libraries = ["{address}"]\n'})
        async with editing(tmp_path) as editor:
            editor.reply = reply
            if reply == "Fetch them":
                await shown(editor, FILE)
            else:
                await shown(editor, FILE, "URLs are not fetched")
            await editor.until(lambda: bool(editor.questions))
            editor.open(PATH)
            await editor.diagnostics(PATH)
            if reply == "Fetch them":
                await editor.until(lambda: bool(server.requests))
            assert bool(server.requests) == (reply == "Fetch them")


@pytest.mark.asyncio
async def test_where_only_untrusted_rules_are_selected_nothing_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_rules(tmp_path, 'select = ["TEAM9"]\nrules = ["rules"]\n')
    monkeypatch.chdir(tmp_path)
    async with editing(tmp_path, options={"trusted": False}) as editor:
        await shown(editor, FILE, "are not run", "nothing is reported")
        editor.open(PATH, "Nme: App\n")
        await editor.diagnostics(PATH)


@pytest.mark.asyncio
@pytest.mark.parametrize("reply", ["Run them", "Do not run them", None])
async def test_the_user_is_asked_where_the_client_does_not_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reply: str | None
) -> None:
    harm = write_rules(tmp_path)
    monkeypatch.chdir(tmp_path)
    async with editing(tmp_path) as editor:
        editor.reply = reply
        if reply == "Run them":
            await editor.diagnostics("manifest.yaml", "TEAM9")
            await shown(editor, FILE)
        else:
            await shown(editor, FILE, "not trusted")
            await editor.until(lambda: bool(editor.questions))
        saved(editor, FILE, NAMES_RULES + "suppressions = true\n")
        editor.open(PATH)
        await editor.diagnostics(PATH)
        (question,) = editor.questions
        assert "rules of its own" in question.message
        assert harm.exists() == (reply == "Run them")


@pytest.mark.asyncio
async def test_no_rules_are_nothing_to_ask_about(tmp_path: Path) -> None:
    write_rules(tmp_path, "rules = []\n")
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        await editor.diagnostics(PATH)
        assert editor.questions == []


@pytest.mark.asyncio
async def test_settings_of_a_slow_client_are_used_when_it_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("muranopl.interfaces.lsp.configuring._PATIENCE", 0)
    answers = asyncio.Event()

    async def answer(*_: object) -> list[object]:
        await answers.wait()
        return [{"ignore": ["MPL642"]}]

    async with editing(write_package(tmp_path)) as editor:
        editor.open(PATH)
        await editor.diagnostics(PATH)
        editor.client.protocol.fm.features[types.WORKSPACE_CONFIGURATION] = answer
        params = types.DidChangeConfigurationParams({})
        editor.client.workspace_did_change_configuration(params)
        editor.type(PATH, APP.replace("$sum", "$total", 1))
        await editor.diagnostics(PATH, "MPL640", "MPL642")
        answers.set()
        await editor.diagnostics(PATH, "MPL640")
        assert editor.client.messages == []
