"""`muranopl cache` as its users run it."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from muranopl.interfaces.cli.cache import human
from tests import command_line
from tests.phases.reuse.records import database, run

Invoke = Callable[..., Result]


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with records."""
    folder = tmp_path_factory.mktemp("cache") / "full"
    run(folder, range(1500), 1000)
    run(folder, [2000])
    return folder


@pytest.fixture
def invoke(full: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Invoke:
    """Run the command beside a folder `full` with records, and files in the way."""
    shutil.copytree(full, tmp_path / "full")
    (tmp_path / "file").write_bytes(b"mine")
    (tmp_path / "broken").symlink_to("broken")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MURANOPL_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))

    def invoke(*words: str) -> Result:
        result = command_line.run("cache", *words)
        assert "Traceback" not in result.output
        return result

    return invoke


STATUSES: list[tuple[str, int, str]] = [
    # arguments, exit status, part of the output
    ("--help", 0, "muranopl cache clear"),
    ("info --help", 0, "--cache-dir"),
    ("clear --help", 0, "--cache-dir"),
    ("", 2, "Commands"),
    ("empty", 2, "No such command 'empty'"),
    ("info extra", 2, "unexpected extra argument"),
    ("info --cache-dir", 2, "requires an argument"),
    ("info --cache-dir file", 2, 'the cache "file" cannot be read: Not a directory'),
    ("info --cache-dir file/below", 2, 'the cache "file/below" cannot be read: Not a directory'),
    ("info --cache-dir broken", 2, "cannot be read: Too many levels of symbolic links"),
    ("clear --cache-dir file", 2, 'the cache "file" cannot be emptied: Not a directory'),
    (
        "info --cache-dir nowhere",
        0,
        "folder   nowhere (does not exist yet)\nrecords  0\nsize     0 bytes\n",
    ),
    ("clear --cache-dir nowhere", 0, "The cache is empty: nowhere\n"),
    (
        "info --cache-dir full",
        0,
        "folder   full\nrecords  1,501\nsize     2.0 MiB\nlimit    512.0 MiB\n",
    ),
    ("clear --cache-dir full", 0, "Removed 1 file (2.0 MiB) from full\n"),
]


@pytest.mark.parametrize(("command", "status", "part"), STATUSES)
def test_status_and_output(invoke: Invoke, command: str, status: int, part: str) -> None:
    result = invoke(*command.split())
    assert (result.exit_code, part in (result.stderr if status else result.stdout)) == (
        status,
        True,
    ), result.output
    assert Path("file").read_bytes() == b"mine"


def test_which_folder(invoke: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def folder(*words: str) -> str:
        return (
            invoke("info", *words)
            .stdout.splitlines()[0]
            .removeprefix("folder   ")
            .partition(" (")[0]
        )

    assert folder() == str(tmp_path / "xdg" / "muranopl")
    monkeypatch.setenv("MURANOPL_CACHE_DIR", "full")
    assert folder() == "full"
    assert folder("--cache-dir", "other") == "other"
    monkeypatch.setenv("MURANOPL_CACHE_DIR", "bad\x1b[31m")
    assert folder() == "bad\\x1b[31m"


def test_without_a_home(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("muranopl.interfaces.cli.cache.default_folder", lambda: "")
    for command in ("info", "clear"):
        result = invoke(command)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "--cache-dir" in result.stderr


def test_clear_leaves_what_is_not_ours(invoke: Invoke) -> None:
    Path("full", "letter").touch()
    assert invoke("clear", "--cache-dir", "full").exit_code == 0
    assert sorted(os.listdir("full")) == ["CACHEDIR.TAG", "letter"]
    assert invoke("clear", "--cache-dir", "full").stdout == "The cache is empty: full\n"


def test_clear_that_is_refused(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", path)

    with monkeypatch.context() as patch:
        patch.setattr(os, "unlink", refuse)
        result = invoke("clear", "--cache-dir", "full")
    assert (result.exit_code, result.stdout) == (2, "")
    assert 'the cache "full" cannot be emptied: Permission denied' in result.stderr
    assert database(Path("full")).exists()


def test_as_a_process(invoke: Invoke) -> None:
    code = "from muranopl.interfaces.cli.start import main; main()"
    command = [sys.executable, "-c", code, "cache", "info", "--cache-dir", os.fsdecode(b"\xff")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\\udcff" in done.stdout


SIZES = [(0, "0 bytes"), (1, "1 byte"), (1023, "1023 bytes"), (1024, "1.0 KiB"), (1536, "1.5 KiB")]
SIZES += [
    (2**20 - 1, "1.0 MiB"),
    (2**20, "1.0 MiB"),
    (512 * 2**20, "512.0 MiB"),
    (2**30 - 1, "1.0 GiB"),
    (2**41, "2048.0 GiB"),
]


@pytest.mark.parametrize(("size", "text"), SIZES)
def test_sizes(size: int, text: str) -> None:
    assert human(size) == text
