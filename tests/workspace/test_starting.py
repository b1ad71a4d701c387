"""The first check of a workspace: the edited package before all others, which come from the cache."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.phases.reuse.connection import open_connections
from muranopl.workspace import background_check
from muranopl.workspace.workspace import Workspace
from tests.workspace.test_workspace import APP, FILES, OTHER, codes

OTHER_BROKEN = f"{OTHER}Colour: red\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (tmp_path / "base/Classes/Other.yaml").write_text(OTHER_BROKEN)
    return tmp_path


@pytest.fixture
def workspace(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    cache = muranopl.Cache(tmp_path_factory.mktemp("cache"))
    return Workspace([str(folder)], cache=cache)


@pytest.fixture
def go_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """What lets the check in the background go on, which waits until then."""
    run, may_go_on = background_check.check, threading.Event()

    def check(*arguments: Any, **options: Any) -> object:
        may_go_on.wait()
        return run(*arguments, **options)

    monkeypatch.setattr(background_check, "check", check)
    yield may_go_on.set
    may_go_on.set()


def early(workspace: Workspace, folder: Path) -> dict[str, list[str]]:
    """Return the codes that a workspace says without waiting for other packages."""
    return {
        str(Path(path).relative_to(folder)): [item.code for item in diagnostics]
        for path, diagnostics in workspace.diagnostics(waits=False)
    }


def test_the_opened_package_comes_before_the_others(
    workspace: Workspace, folder: Path, go_on: Callable[[], None]
) -> None:
    app = str(folder / "app/Classes/App.yaml")
    workspace.open(app, APP.replace("Name: App", "Colour: red\nName: App"))
    assert early(workspace, folder) == {"app/Classes/App.yaml": ["MPL120"]}
    # Edits are answered while the others are read
    workspace.change(app, APP)
    assert early(workspace, folder) == {"app/Classes/App.yaml": []}
    assert workspace.background is not None
    go_on()
    assert codes(workspace, folder)["base/Classes/Other.yaml"] == ["MPL120"]
    assert workspace.background is None


@pytest.mark.usefixtures("go_on")
def test_a_check_that_is_not_continued_leaves_no_database_open(
    folder: Path, tmp_path: Path
) -> None:
    """A process that is forked while one is open has no cache."""
    cache = muranopl.Cache(tmp_path / "cache")
    muranopl.Catalog([folder / "base"], cache=cache).check()
    before = dict(open_connections)
    workspace = Workspace([str(folder)], cache=cache)
    app = str(folder / "app/Classes/App.yaml")
    workspace.open(app, f"Colour: red\n{APP}")
    first = next(iter(workspace.diagnostics(waits=False)))
    assert first.path == app
    assert open_connections == before


def test_a_question_about_other_packages_is_answered_later(
    workspace: Workspace, folder: Path, go_on: Callable[[], None]
) -> None:
    """Any package may have a class that extends this one, and has the method."""
    app = str(folder / "app/Classes/App.yaml")
    workspace.open(app, APP.replace("$.grow", "$.grov"))
    assert early(workspace, folder) == {}
    go_on()
    assert codes(workspace, folder)["app/Classes/App.yaml"] == ["MPL651"]


def test_a_package_is_analysed_before_others_are_read(
    workspace: Workspace, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(background_check, "check", _never)
    workspace.open(str(folder / "app/Classes/App.yaml"), APP)
    analysis = workspace.analysis(str(folder / "app/Classes/App.yaml"))
    assert analysis is not None
    names = {type_.name for type_ in analysis.results.inheritance.types}
    assert {"acme.app.App", "acme.base.Base"} <= names


def _never(*_: object, **__: object) -> None:
    raise AssertionError


@pytest.mark.parametrize("failing", [_never, lambda *_, **__: None])
def test_what_the_background_does_not_say_is_computed(
    workspace: Workspace,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    failing: Callable[..., None],
) -> None:
    """A check that fails, or is stopped, costs time only."""
    monkeypatch.setattr(background_check, "check", failing)
    assert codes(workspace, folder) == {"base/Classes/Other.yaml": ["MPL120"]}


def test_analyses_are_kept_until_what_they_see_changes(workspace: Workspace, folder: Path) -> None:
    def analyses() -> list[object]:
        return sorted(workspace.analyses(), key=lambda item: item.package.id.name)

    app, base = analyses()
    workspace.change(str(folder / "app/Classes/App.yaml"), f"{APP}# changed\n")
    later_app, later_base = analyses()
    assert (later_app is app, later_base is base) == (False, True)
    workspace.change(str(folder / "base/Classes/Base.yaml"), "Name: Base\n")
    last_app, last_base = analyses()
    assert (last_app is later_app, last_base is later_base) == (False, False)
