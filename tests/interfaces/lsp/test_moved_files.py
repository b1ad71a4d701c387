"""Files that the user renames or moves in the editor."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from tests.interfaces.lsp.editor import APP, MANIFEST, PACKAGE, Editor, editing, write_package

pytestmark = pytest.mark.asyncio

PATH = "Classes/App.yaml"
TOOLS = {
    "manifest.yaml": MANIFEST + "  sample.Tool: tools/Tool.yaml\n  sample.Saw: tools/a/Saw.yaml\n",
    PATH: APP,
    "Classes/tools/Tool.yaml": "Namespaces: {=: sample}\nName: Tool\n",
    "Classes/tools/a/Saw.yaml": "Namespaces: {=: sample}\nName: Saw\n",
}


async def moved(editor: Editor, old: str, new: str) -> types.WorkspaceEdit | None:
    """Return what the server edits when a file or a folder is about to move."""
    move = types.FileRename(editor.uri(old), editor.uri(new))
    return await editor.client.workspace_will_rename_files_async(types.RenameFilesParams([move]))


@pytest.mark.parametrize(
    ("old", "new", "manifest"),
    [
        (PATH, "Classes/Main.yaml", ("App: App", "App: Main")),
        ("Classes/tools", "Classes/kit", ("tools/", "kit/")),
        ("Classes/tools/a", "Classes/tools/b", ("tools/a/", "tools/b/")),
    ],
)
async def test_the_manifest_names_moved_files(
    tmp_path: Path, old: str, new: str, manifest: tuple[str, str]
) -> None:
    write_package(tmp_path, TOOLS)
    async with editing(tmp_path) as editor:
        editor.open("manifest.yaml")
        edit = await moved(editor, old, new)
        (tmp_path / old).rename(tmp_path / new)
        events = [
            types.FileEvent(editor.uri(path), kind)
            for path, kind in (
                (old, types.FileChangeType.Deleted),
                (new, types.FileChangeType.Created),
            )
        ]
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))
        editor.apply(edit)
        assert editor.texts["manifest.yaml"] == TOOLS["manifest.yaml"].replace(*manifest)
        await editor.diagnostics("manifest.yaml")


@pytest.mark.parametrize(
    ("supplier", "old", "new", "line"),
    [
        ("", "UI/ui.yaml", "UI/main.yaml", "UI: main.yaml\n"),
        ("", "UI/ui.yaml", "UI/a/no", "UI: a/no\n"),
        ("", "UI/ui.yaml", "forms/ui.yaml", ""),
        ("", "logo.png", "images/logo.png", "Logo: images/logo.png\n"),
        ("", "logo.png", "true", "Logo: 'true'\n"),
        ("", "supplier_logo.png", "supplier.png", ""),
        ("Supplier:\n  Name: A\n", "supplier_logo.png", "b.png", "  Logo: b.png\n"),
        ("Supplier: {Name: A}\n", "supplier_logo.png", "b.png", ", Logo: b.png"),
        # A name that is written is changed in its place
        ("Logo: logo.png\n", "logo.png", "b.png", None),
    ],
)
async def test_the_manifest_names_files_without_default_names(
    tmp_path: Path, supplier: str, old: str, new: str, line: str | None
) -> None:
    manifest = MANIFEST + supplier
    write_package(tmp_path, {"manifest.yaml": manifest, PATH: APP, old: ""})
    async with editing(tmp_path) as editor:
        editor.open("manifest.yaml")
        edit = await moved(editor, old, new)
        if line == "":
            assert edit is None
            return
        editor.apply(edit)
        text = editor.texts["manifest.yaml"]
        if line is None:
            assert text == manifest.replace(old, new)
        else:
            assert text.replace(line, "", 1) == manifest
            assert line in text


async def test_files_that_nothing_names(tmp_path: Path) -> None:
    write_package(tmp_path, {**TOOLS, "README.md": ""})
    async with editing(tmp_path) as editor:
        for old, new in (
            ("README.md", "a.md"),
            ("none", "a"),
            ("Classes", "classes"),
            ("", "../a"),
        ):
            assert await moved(editor, old, new) is None


async def test_a_broken_manifest_is_not_edited(tmp_path: Path) -> None:
    write_package(tmp_path)
    async with editing(tmp_path) as editor:
        editor.open("manifest.yaml")
        editor.type("manifest.yaml", MANIFEST + "  'a: ")
        assert await moved(editor, PATH, "Classes/Main.yaml") is None
        (message,) = editor.client.messages
        assert 'manifest.yaml": its current text is not valid YAML' in message.message


async def test_clients_ask_for_the_files_that_packages_name(tmp_path: Path) -> None:
    write_package(tmp_path, PACKAGE)
    async with editing(tmp_path) as editor:
        assert editor.capabilities.workspace is not None
        operations = editor.capabilities.workspace.file_operations
        assert operations is not None
        assert operations.will_rename is not None
        globs = [item.pattern.glob for item in operations.will_rename.filters]
        assert globs[0] == "**/{Classes,UI,Resources}/**"
        # It would remove comments
        assert editor.capabilities.document_range_formatting_provider is None
