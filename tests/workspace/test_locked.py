"""The setting `locked` in an editor: what differs from the lock is said as `check --locked` says it."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

import muranopl
from muranopl.workspace.workspace import Workspace
from tests.namespace.required.test_lock import run, write


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package whose requirements are locked."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "libs", "example.a", "1.0.0")
    write(tmp_path / "libs", "example.b", "2.0.0")
    folder = write(tmp_path, "example.app", "1.0.0", "{example.a: 1}")
    assert run("lock", "example.app", "-L", "libs").exit_code == 0
    return folder


def workspace_of(app: Path) -> Workspace:
    settings = muranopl.Settings(libraries=(str(app.parent / "libs"),), locked=True)
    return Workspace([str(app)], settings)


def said(workspace: Workspace) -> list[str]:
    """Return the codes and lines in files that have changed, those of the lock alone."""
    return [
        f"{item.code} {item.line}"
        for _, diagnostics in workspace.diagnostics()
        for item in diagnostics
        if item.code.startswith("MPL92")
    ]


def test_what_is_locked_is_fine(app: Path) -> None:
    workspace = workspace_of(app)
    assert said(workspace) == []
    assert workspace.problems == []


def test_a_requirement_is_added_in_the_editor(app: Path) -> None:
    workspace, manifest = workspace_of(app), app / "manifest.yaml"
    assert said(workspace) == []
    text = manifest.read_text()
    before = "{example.a: 1}"
    assert before in text
    workspace.open(str(manifest), text.replace(before, "{example.a: 1, example.b: 2}"))
    (found,) = said(workspace)
    assert found.startswith("MPL921 ")
    # Another edit of the package changes nothing, and that of the requirement ends it
    class_file = next((app / "Classes").iterdir())
    workspace.open(str(class_file), class_file.read_text() + "# x\n")
    assert said(workspace) == []
    workspace.change(str(manifest), text)
    assert said(workspace) == []
    assert muranopl.validate(app, libraries=app.parent / "libs", locked=True).diagnostics == tuple(
        item for _, items in workspace_of(app).diagnostics() for item in items
    )


def test_files_on_the_disk_change(app: Path) -> None:
    workspace = workspace_of(app)
    assert said(workspace) == []
    library = next((app.parent / "libs/example.a/Classes").iterdir())
    text = library.read_text()
    library.write_text(text + "# changed\n")
    workspace.files_changed([str(library)])
    (found,) = said(workspace)
    assert found.startswith("MPL923 ")
    library.write_text(text)
    workspace.files_changed([str(library)])
    assert said(workspace) == []
    # The lock itself, for another version of the requirement
    lock = app / "muranopl.lock"
    lock.write_text(lock.read_text().replace('"1.0.0"', '"1.1.0"'))
    workspace.files_changed([str(lock)])
    (found,) = said(workspace)
    assert found.startswith("MPL922 ")
    lock.write_text("[[package]\n")
    workspace.files_changed([str(lock)])
    assert said(workspace) == []
    assert "is not a lock file" in "".join(workspace.problems)


def test_there_is_no_lock(app: Path) -> None:
    (app / "muranopl.lock").unlink()
    workspace = workspace_of(app)
    assert said(workspace) == []
    assert "muranopl.lock not found" in "".join(workspace.problems)


def test_an_editor_uses_no_network_by_itself(app: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is required and not at hand is looked for nowhere else."""

    def refuse(*_: object, **__: object) -> None:
        pytest.fail("an editor without addresses in its settings uses no network")

    for name in ("connect", "connect_ex", "sendto"):
        monkeypatch.setattr(socket.socket, name, refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    manifest = app / "manifest.yaml"
    manifest.write_text(manifest.read_text().replace("{example.a: 1}", "{example.none: 1}"))
    workspace = workspace_of(app)
    assert [item for _, items in workspace.diagnostics() for item in items]
