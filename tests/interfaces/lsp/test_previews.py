"""Documents that are not on the disk: previews of what classes and forms make, entries of zips."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

import pytest
from lsprotocol import types

from tests.archives import zip_of
from tests.interfaces.lsp.editor import (
    APP,
    MANIFEST,
    PACKAGE,
    Editor,
    content,
    editing,
    with_content,
    write_package,
)

pytestmark = pytest.mark.asyncio

PATH = "Classes/App.yaml"
FORM = "UI/ui.yaml"
WITH_FORM = {
    **PACKAGE,
    FORM: """\
Version: 2
Application:
  ?: {type: sample.App}
  port: $.first.port
Forms:
  - first:
      fields:
        - {name: port, type: integer, label: Port, initial: 80}
""",
}
STATIC = f"""\
{APP}  make:
    Usage: Static
    Arguments:
      - count:
          Contract: $.int()
          Default: 3
    Body:
      - Return: dict(count => $count)
"""
NEEDY = APP.replace("    Default: 80\n", "")


SPELLINGS = {
    "as the server writes it": lambda uri: uri,
    "as VS Code writes it": lambda uri: quote(
        unquote(uri.replace("muranopl:///", "muranopl:/")), safe=":/"
    ),
    "with other characters encoded": lambda uri: uri.replace("S", "%53").replace("A", "%41"),
}
"""URIs of virtual documents as clients send them back."""
spelled = pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)


def without_documents(capabilities: types.ClientCapabilities) -> None:
    assert capabilities.window is not None
    capabilities.window.show_document = None


async def preview(editor: Editor, path: str, title: str) -> bool:
    """Run the command of a lens; return what it returns."""
    commands = [item.command for item in await editor.lenses(path) if item.command]
    (command,) = (item for item in commands if item.title == title)
    result = await editor.run(command.command, *(command.arguments or ()))
    return bool(result)


@spelled
@pytest.mark.parametrize(
    "case",
    [
        (PATH, "Render", "objects/sample.App.md", '"port": 80'),
        (PATH, "Show form", "forms/sample.App.md", "| `port` | integer | `80` |"),
        (FORM, "Show form", "forms/form.md", "| `port` | integer | `80` | Port. |"),
    ],
)
async def test_lenses_show_what_is_made(
    tmp_path: Path, case: tuple[str, str, str, str], spelling: Callable[[str], str]
) -> None:
    path, title, name, expected = case
    write_package(tmp_path, WITH_FORM)
    async with editing(tmp_path, change=with_content) as editor:
        editor.open(path)
        assert await preview(editor, path, title)
        (uri,) = editor.shown
        assert uri == f"muranopl:///generated/{name}"
        assert editor.refreshed == [uri]
        assert expected in await content(editor, spelling(uri))
        assert types.WORKSPACE_TEXT_DOCUMENT_CONTENT in editor.registered


async def test_classes_of_other_opened_folders_are_used(tmp_path: Path) -> None:
    """One of the folders has no packages, another one is inside a package."""
    app = write_package(
        tmp_path / "app",
        {
            "manifest.yaml": MANIFEST.replace("sample", "user") + "Require: {sample: 0}\n",
            PATH: "Namespaces: {=: user, s: sample}\nName: App\nExtends: s:App\n",
        },
    )
    write_package(tmp_path / "library", WITH_FORM)
    notes = write_package(tmp_path / "notes", {"notes.md": ""})
    async with editing(app, tmp_path / "library" / "UI", notes) as editor:
        editor.open(PATH)
        assert await preview(editor, PATH, "Render")
        file = Path(unquote(urlsplit(editor.shown[0]).path))
        assert '"port": 80' in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (STATIC, '"count": 3'),
        (STATIC.replace("Return:", "Throw: Bad\n        Message:"), "did not return"),
    ],
)
async def test_a_static_method_is_run(tmp_path: Path, text: str, expected: str) -> None:
    write_package(tmp_path, {**PACKAGE, PATH: text})
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        assert await preview(editor, PATH, "Run")
        file = Path(unquote(urlsplit(editor.shown[0]).path))
        assert file.name == "sample.App.make.md"
        assert expected in file.read_text(encoding="utf-8")


async def test_methods_with_objects_or_arguments_are_not_run(tmp_path: Path) -> None:
    text = STATIC.replace("          Default: 3\n", "")
    write_package(tmp_path, {**PACKAGE, PATH: text})
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        titles = [item.command.title for item in await editor.lenses(PATH) if item.command]
        assert titles == ["Render", "Show form"]


async def test_no_name_leads_out_of_the_folder_of_documents(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        assert await editor.run("muranopl.render", editor.uri(PATH), "../../../x")
        file = Path(unquote(urlsplit(editor.shown[0]).path))
        assert file.parent.name == "objects"


async def test_an_object_that_does_not_load_is_explained(tmp_path: Path) -> None:
    write_package(tmp_path, {**PACKAGE, PATH: NEEDY})
    async with editing(tmp_path, options={"virtualDocuments": True}) as editor:
        editor.open(PATH)
        assert await preview(editor, PATH, "Render")
        text = await content(editor, editor.shown[0])
        assert "does not load" in text
        assert "MPL520: " in text


async def test_a_client_without_virtual_documents_gets_files(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        assert await preview(editor, PATH, "Render")
        file = Path(unquote(urlsplit(editor.shown[0]).path))
        assert '"port": 80' in file.read_text(encoding="utf-8")
    assert not file.exists()


async def test_a_client_that_opens_no_documents_gets_a_message(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path, change=without_documents) as editor:
        editor.open(PATH)
        assert await preview(editor, PATH, "Render")
        assert '"port": 80' in editor.client.messages[-1].message


async def test_what_cannot_be_shown_is_explained(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open(PATH)
        for command, uri, name, message in (
            ("muranopl.showForm", editor.uri(PATH), "no.Class", "no.Class"),
            ("muranopl.render", "file:///nowhere.yaml", "a.B", "not in a package"),
            ("muranopl.render", 7, {}, "not in a package"),
        ):
            assert await editor.run(command, uri, name) is False
            assert message in editor.client.messages[-1].message
        assert editor.shown == []


@spelled
async def test_entries_of_zips_are_virtual_documents(
    tmp_path: Path, spelling: Callable[[str], str]
) -> None:
    (tmp_path / "sample.zip").write_bytes(zip_of(PACKAGE))
    user = "Namespaces: {=: user, s: sample}\nName: App\nExtends: s:App\n"
    manifest = MANIFEST.replace("sample", "user") + "Require:\n  sample: 0\n"
    write_package(tmp_path / "user", {"manifest.yaml": manifest, PATH: user})
    path = "user/Classes/App.yaml"
    async with editing(tmp_path, change=with_content) as editor:
        editor.open(path)
        params = types.DefinitionParams(**editor.at(path, "Extends: s:A"))
        (found,) = await editor.client.text_document_definition_async(params) or ()  # type: ignore[misc]
        assert isinstance(found, types.LocationLink)
        assert found.target_uri.startswith("muranopl:///zip/")
        assert found.target_uri.endswith("sample.zip!/Classes/App.yaml")
        assert await content(editor, spelling(found.target_uri)) == APP
        for uri in (
            found.target_uri + "x",
            found.target_uri.replace("sample.zip", "none.zip"),
            "muranopl:///core-library/../../__init__.py",
            "muranopl:///generated/none.md",
            "muranopl:///explanations/../MPL999.md",
            editor.uri(path),
        ):
            assert await content(editor, uri) == ""


@spelled
async def test_files_of_the_core_library_are_virtual_documents(
    tmp_path: Path, spelling: Callable[[str], str]
) -> None:
    write_package(tmp_path)
    async with editing(tmp_path, change=with_content) as editor:
        editor.open(PATH)
        params = types.DefinitionParams(**editor.at(PATH, "Extends: std:Ob"))
        (found,) = await editor.client.text_document_definition_async(params) or ()  # type: ignore[misc]
        assert isinstance(found, types.LocationLink)
        uri = spelling(found.target_uri.replace("Object.yaml", "SharedIp.yaml"))
        text = await content(editor, uri)
        assert "Name: SharedIp" in text
        item = types.TextDocumentItem(uri, "yaml", 1, text)
        editor.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        lines = text.split("\n")
        line = next(at for at, item in enumerate(lines) if "Extends:" in item)
        position = types.Position(line, len(lines[line]) - 1)
        inside = types.DefinitionParams(types.TextDocumentIdentifier(uri), position)
        (found,) = await editor.client.text_document_definition_async(inside) or ()  # type: ignore[misc]
        assert isinstance(found, types.LocationLink)
        assert found.target_uri.endswith("/io.murano/Classes/CloudResource.yaml")
