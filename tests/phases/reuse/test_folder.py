"""Where the cache is, what is in it, and how it is emptied."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from muranopl.diagnostics.bounds import CACHE_SIZE
from muranopl.phases.reuse.database import DatabaseStore
from muranopl.phases.reuse.files import DATABASE
from muranopl.phases.reuse.folder import Cleared, Info, clear, default_folder, info
from tests.phases.reuse.records import database, fill, held, run, size_of

HOMES: list[tuple[dict[str, str], str]] = [
    # environment, folder
    ({"MURANOPL_CACHE_DIR": "/a/b", "XDG_CACHE_HOME": "/c", "HOME": "/h"}, "/a/b"),
    ({"MURANOPL_CACHE_DIR": "here", "HOME": "/h"}, "here"),
]


@pytest.mark.parametrize(("environment", "folder"), HOMES)
def test_the_named_folder(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], folder: str
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert default_folder() == folder


@pytest.mark.parametrize("named", ["", None])
@pytest.mark.parametrize("caches", ["/x", "/x/", "", "x", None])
@pytest.mark.parametrize("home", ["/h", "/h/", "/", None])
def test_the_default_folder(
    monkeypatch: pytest.MonkeyPatch, named: str | None, caches: str | None, home: str | None
) -> None:
    for variable, value in (
        ("MURANOPL_CACHE_DIR", named),
        ("XDG_CACHE_HOME", caches),
        ("HOME", home),
    ):
        monkeypatch.delenv(variable, raising=False)
        if value is not None:
            monkeypatch.setenv(variable, value)
    assert default_folder() == platformdirs.user_cache_dir("muranopl", appauthor=False)


def test_the_default_folder_of_other_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MURANOPL_CACHE_DIR", raising=False)
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name, **_: f"/caches/{name}")
    assert default_folder() == "/caches/muranopl"


@pytest.mark.parametrize("home", ["here", "~"])
def test_without_a_home_there_is_none(monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    monkeypatch.delenv("MURANOPL_CACHE_DIR", raising=False)
    monkeypatch.setenv("HOME", home)
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name, **_: f"{home}/.cache/{name}")
    assert default_folder() == ""


def test_without_a_home_nothing_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    store = DatabaseStore("")
    fill(store, [1])
    store.close()
    assert held(store, [1]) == set()
    assert os.listdir(tmp_path) == []


def test_info(tmp_path: Path) -> None:
    folder = str(tmp_path / "cache")
    assert info(folder, 5) == Info(folder, exists=False, records=0, size=0, limit=5)
    os.mkdir(folder)
    assert info(folder) == Info(folder, exists=True, records=0, size=0, limit=CACHE_SIZE.most)
    run(Path(folder), range(10))
    run(Path(folder), range(5, 15))
    assert info(folder) == Info(folder, True, 15, size_of(Path(folder)), CACHE_SIZE.most)


@pytest.mark.parametrize("look", [info, clear])
def test_folders_that_cannot_be_read(tmp_path: Path, look: Any) -> None:
    (tmp_path / "file").touch()
    for folder, error in (
        (str(tmp_path / "file"), NotADirectoryError),
        (str(tmp_path / "file" / "below"), NotADirectoryError),
        ("a\0b", ValueError),
        ("x" * 5000, OSError),
    ):
        with pytest.raises(error):
            look(folder)
    assert os.listdir(tmp_path) == ["file"]


def test_clear(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    assert clear(str(folder)) == Cleared(0, 0)
    run(folder, range(10))
    (folder / (DATABASE + "-wal")).write_bytes(b"of a killed process")
    size = size_of(folder)
    assert clear(str(folder)) == Cleared(2, size)
    assert not folder.exists()


def test_only_what_is_ours_is_removed(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter").touch()
    run(tmp_path / "full", [1])
    (tmp_path / "tagged").mkdir()
    (tmp_path / "tagged" / "CACHEDIR.TAG").write_bytes(
        b"Signature: 8a477f597d28d172789f06886806bc55\n# of another\n"
    )
    run(tmp_path / "real", [1])
    (tmp_path / "link").symlink_to("real")
    assert [clear(str(tmp_path / name)).files for name in ("empty", "full", "tagged", "link")] == [
        0,
        1,
        0,
        1,
    ]
    assert sorted(str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*")) == [
        *("empty", "full", "full/letter", "link", "real", "tagged", "tagged/CACHEDIR.TAG")
    ]


def test_clear_says_what_is_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, [1])
    other = tmp_path / (DATABASE + "-journal")
    other.touch()
    real = os.unlink

    def refuse(path: str) -> None:
        if path == str(other):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        real(path)

    monkeypatch.setattr(os, "unlink", refuse)
    with pytest.raises(PermissionError):
        clear(str(tmp_path))
    assert (other.exists(), database(tmp_path).exists()) == (True, False)


def test_a_cleared_store_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    run(folder, range(10))
    store = DatabaseStore(str(folder))
    assert held(store, [0]) == {0}
    fill(store, range(10, 20))
    clear(str(folder))
    store.close()
    fill(store, range(10, 20))
    store.close()
    assert held(store, range(20)) == set(range(10, 20))
