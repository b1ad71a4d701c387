"""Links out of a package, devices, pipes and huge files: no interface reads them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from lsprotocol import types

from muranopl.diagnostics.bounds import FILE_SIZE
from muranopl.interfaces.server.catalog_record import FILE, RecordError, read_record
from tests.command_line import run
from tests.interfaces.lsp.editor import PACKAGE, Editor, editing, write_package
from tests.waiting import GUARD

MARKS = "<!-- muranopl doc -->\n<!-- end of muranopl doc -->\n"
SECRET = f"a:\n  b:\n    c: d\n{MARKS}"


def _link_out(path: Path) -> None:
    secret = path.parents[2] / "secret.yaml"
    secret.write_text(SECRET, encoding="utf-8")
    path.symlink_to(secret)


def _oversized(path: Path) -> None:
    path.write_text(SECRET, encoding="utf-8")
    os.truncate(path, FILE_SIZE.most + 1)


SPECIAL: Mapping[str, Callable[[Path], None]] = {
    "a link to a device": lambda path: path.symlink_to("/dev/zero"),
    "a pipe": os.mkfifo,
    "a link out of the package": _link_out,
    "an oversized file": _oversized,
}
special = pytest.mark.parametrize("make", SPECIAL.values(), ids=SPECIAL)


def package(tmp_path: Path, make: Callable[[Path], None], name: str) -> Path:
    """Return a package in which a file is made."""
    folder = write_package(tmp_path / "work" / "app")
    (folder / name).unlink(missing_ok=True)
    (folder / "Classes" / "Inside.yaml").write_text(SECRET, encoding="utf-8")
    (folder / "Classes" / "Link.yaml").symlink_to("Inside.yaml")
    make(folder / name)
    return folder


async def _folding(editor: Editor, path: str) -> object:
    params = types.FoldingRangeParams(editor.document(path))
    async with asyncio.timeout(GUARD):
        return await editor.client.text_document_folding_range_async(params)


@special
@pytest.mark.parametrize("name", ["Classes/App.yaml", "Classes/New.yaml"])
@pytest.mark.asyncio
async def test_the_language_server(tmp_path: Path, make: Callable[[Path], None], name: str) -> None:
    async with editing(package(tmp_path, make, name)) as editor:
        assert not await _folding(editor, name)
        # It reads regular files, also through a link
        assert await _folding(editor, "Classes/Link.yaml")
        assert await _folding(editor, "manifest.yaml")


@special
def test_comments_are_not_written(
    tmp_path: Path, make: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "Classes/App.yaml"
    folder = package(tmp_path, make, name)
    monkeypatch.chdir(folder.parent)
    result = run("check", "app", "--add-suppressions")
    assert result.exit_code == 1
    assert "cannot be suppressed by comments" in result.stderr
    if "secret" in os.path.realpath(folder / name):
        assert (folder / name).read_text(encoding="utf-8") == SECRET


@special
@pytest.mark.parametrize("name", ["README.md", "Classes/Readme.md"])
def test_documents_are_not_written(tmp_path: Path, make: Callable[[Path], None], name: str) -> None:
    folder = package(tmp_path, make, name)
    result = run("doc", folder, "--readme", folder / name)
    assert result.exit_code == 2
    assert f'{name}" cannot be read: it ' in result.stderr


@special
def test_the_record_of_a_catalog(tmp_path: Path, make: Callable[[Path], None]) -> None:
    package(tmp_path, make, FILE)
    with pytest.raises(RecordError):
        read_record(str(tmp_path / "work" / "app"))


def test_files_of_no_package_may_be_links(tmp_path: Path) -> None:
    folder = write_package(tmp_path / "app", PACKAGE)
    readme = tmp_path / "README.md"
    (tmp_path / "text.md").write_text(MARKS, encoding="utf-8")
    readme.symlink_to("text.md")
    assert run("doc", folder, "--readme", readme).exit_code == 0
    assert "sample" in readme.read_text(encoding="utf-8")
