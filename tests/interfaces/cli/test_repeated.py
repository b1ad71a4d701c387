"""Checks that were done before by the same words: they write the same again, until something has changed."""

from __future__ import annotations

import os
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command_line import COMMAND, Outcome
from tests.project import EXAMPLES

Run = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that were written just now count as written some time ago."""
    monkeypatch.setattr("muranopl.phases.reuse.signature.QUIET", 0.0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a package to check, and one that it may require."""
    shutil.copytree(EXAMPLES / "broken", tmp_path / "app")
    shutil.copytree(EXAMPLES / "hello", tmp_path / "libraries" / "hello")
    for hidden in (".pictures", ".git"):
        (tmp_path / "app" / hidden).mkdir()
        shutil.copy(EXAMPLES / "broken" / "manifest.yaml", tmp_path / "app" / hidden / "logo.png")
    (tmp_path / "app" / "Classes" / ".svn").mkdir()
    shutil.copy(
        EXAMPLES / "broken" / "Classes" / "Account.yaml",
        tmp_path / "app" / "Classes" / ".svn" / "Old.yaml",
    )
    with (tmp_path / "app" / "manifest.yaml").open("a") as manifest:
        manifest.write(
            "Logo: .pictures/logo.png\nSupplier: {Logo: .git/logo.png}\nRequire:\n  example.hello:\n"
        )
    (tmp_path / "app" / "Classes" / "Linked.yaml").symlink_to("Account.yaml")
    return tmp_path


def a_word_of(path: str, word: str, other: str) -> Callable[[Path], None]:
    """Return what changes a word of a file, and leaves its size and time as they were."""

    def change(folder: Path) -> None:
        file = folder / path
        before, text = file.stat(), file.read_text()
        file.write_text(text.replace(word, other))
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
        assert (file.stat().st_size, file.stat().st_mtime_ns) == (
            before.st_size,
            before.st_mtime_ns,
        )

    return change


def another_link(folder: Path) -> None:
    (folder / "app" / "Classes" / "Linked.yaml").unlink()
    (folder / "app" / "Classes" / "Linked.yaml").symlink_to("../../libraries")


def a_picture_in(hidden: str) -> Callable[[Path], object]:
    return lambda folder: (folder / "app" / hidden / "logo.png").write_bytes(b"GIF87a")


CHANGES: dict[str, Callable[[Path], object]] = {
    "a class": a_word_of("app/Classes/Account.yaml", "notNul", "notNil"),
    "a manifest": a_word_of("app/manifest.yaml", "FullName", "FullNome"),
    "a library": a_word_of("libraries/hello/manifest.yaml", "FullName", "FullNome"),
    "a file that is gone": lambda folder: (folder / "app" / "Classes" / "Egg.yaml").unlink(),
    "another name": lambda folder: (folder / "app" / "Classes" / "Egg.yaml").rename(
        folder / "app" / "Classes" / "Ei.yaml"
    ),
    "a library that is gone": lambda folder: shutil.rmtree(folder / "libraries" / "hello"),
    "where a link leads": another_link,
    "what is hidden": a_picture_in(".pictures"),
    "what version control keeps": a_picture_in(".git"),
    "what version control keeps deeper down": a_word_of(
        "app/Classes/.svn/Old.yaml", "Name:", "Nome:"
    ),
    "a package that is gone": lambda folder: shutil.rmtree(folder / "app"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_changed_is_seen(run: Run, folder: Path, what: str) -> None:
    words = ("check", "app", "-L", "libraries", "--format", "json")
    before = [run(*words) for _ in range(3)]
    assert before == [run(*words, "--no-cache")] * 3
    CHANGES[what](folder)
    after = [run(*words) for _ in range(3)]
    assert after == [run(*words, "--no-cache")] * 3
    assert after[0] != before[0]


def test_the_answer_is_that_of_the_folder(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        assert run("check", "app").status == 1
    (folder / "app").rename(folder / "former")
    (folder / "app").symlink_to("libraries/hello")
    assert [run("check", "app").status for _ in range(2)] == [0, 0]
    (folder / "app").unlink()
    assert run("check", "app").status == 2


@pytest.mark.parametrize(
    ("name", "value"),
    [("FORCE_COLOR", "1"), ("COLUMNS", "70"), ("MURANOPL_CACHE_DIR", "elsewhere")],
)
def test_the_answer_is_that_of_the_surroundings(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    plain = [run("check", "app") for _ in range(2)]
    assert plain[0] == plain[1]
    monkeypatch.setenv(name, value)
    assert [run("check", "app") for _ in range(2)] == [run("check", "app", "--no-cache")] * 2


def test_what_else_is_asked_for_is_done_each_time(run: Run, folder: Path) -> None:
    for _ in range(3):
        assert run("check", "app", "-o", "report").status == 1
        (folder / "report").unlink()
        assert "cache:" in run("check", "app", "-v").stderr
        run("check", "app", "--log-file", "log")
        (folder / "log").unlink()


def test_standard_input_is_read_each_time(run: Run, tmp_path: Path) -> None:
    for name, status in (("hello", 0), ("broken", 1), ("hello", 0)):
        with zipfile.ZipFile(tmp_path / "zip", "w") as packed:
            for file in sorted((EXAMPLES / name).rglob("*.yaml")):
                packed.write(file, file.relative_to(EXAMPLES / name))
        content = (tmp_path / "zip").read_bytes()
        assert run("check", "-", stdin=content).status == status


@pytest.mark.parametrize(("output", "status"), [("/dev/full", 2), ("|", 1)])
def test_an_answer_that_cannot_be_written(run: Run, folder: Path, output: str, status: int) -> None:
    for _ in range(2):
        run("check", "app")
    command = [*COMMAND, "check", "app"]
    if output == "|":
        read_end, write_end = os.pipe()
        os.close(read_end)
    else:
        write_end = os.open(output, os.O_WRONLY)
    done = subprocess.run(
        command, stdout=write_end, stderr=subprocess.PIPE, text=True, cwd=folder, check=False
    )
    os.close(write_end)
    assert (done.returncode, "Traceback" in done.stderr) == (status, False)
