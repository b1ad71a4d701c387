"""The options on the cache and on jobs, the command as users start it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import muranopl
from muranopl.read import shellcheck_program
from tests.command_line import COMMAND, PROGRAM, Outcome
from tests.project import EXAMPLES

HELLO, BROKEN = EXAMPLES / "hello", EXAMPLES / "broken"
Run = Callable[..., Outcome]


def process(*words: str | Path, first: str = "") -> Outcome:
    """Run the command in a process of its own, which runs the code `first` before it."""
    command = [sys.executable, "-c", first + PROGRAM, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return Outcome(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    "options", [(), ("--format", "json"), ("--format", "sarif"), ("--jobs", "2")]
)
def test_a_second_run_shows_the_same(run: Run, options: tuple[str, ...]) -> None:
    first = run("check", BROKEN, "--no-cache", *options)
    assert first.status == 1
    assert first.stdout.count("MPL") > 3
    for _ in range(3):
        assert run("check", BROKEN, *options) == first


def test_no_cache_keeps_nothing(run: Run, tmp_path: Path) -> None:
    run("check", HELLO, "--no-cache")
    assert not (tmp_path / "cache").exists()


def test_another_folder(run: Run, tmp_path: Path) -> None:
    run("check", HELLO, "--cache-dir", tmp_path / "mine")
    assert not (tmp_path / "cache").exists()
    assert "records  0" not in run("cache", "info", "--cache-dir", tmp_path / "mine").stdout
    assert "records  0" in run("cache", "info").stdout


def known(run: Run, *words: str | Path) -> str:
    return next(
        line for line in run("check", *words, "-v").stderr.splitlines() if "cache:" in line
    ).partition("cache: ")[2]


def test_a_process_forked_after_a_check_that_was_known_has_a_cache(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Looking at scripts would close the cache
    monkeypatch.setattr(shellcheck_program, "_NAME", "not-installed")
    for _ in range(2):
        muranopl.Catalog(HELLO, cache=muranopl.Cache(tmp_path / "cache")).check()
    assert known(run, HELLO) == "2 of 2 packages are known"


def test_what_was_cleared_is_made_again(run: Run) -> None:
    assert known(run, HELLO) == "0 of 2 packages are known"
    assert known(run, HELLO) == "2 of 2 packages are known"
    assert "Removed" in run("cache", "clear").stdout
    assert known(run, HELLO) == "0 of 2 packages are known"


def test_other_quirks_are_another_check(run: Run) -> None:
    run("check", HELLO)
    assert known(run, HELLO, "--quirk", "engine") == "0 of 2 packages are known"
    assert known(run, HELLO) == "2 of 2 packages are known"


def test_other_commands_use_what_was_read(run: Run) -> None:
    expected = [
        run(command, *words, "--no-cache")
        for command, *words in (
            ("graph", HELLO),
            ("schema", "example.hello.WebServer", "-L", HELLO),
        )
    ]
    for _ in range(2):
        result = [
            run(command, *words)
            for command, *words in (
                ("graph", HELLO),
                ("schema", "example.hello.WebServer", "-L", HELLO),
            )
        ]
        assert result == expected


def rewritten(change: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    return lambda pack: pack.write_bytes(change(pack.read_bytes()))


def replaced(make: Callable[[Path], object]) -> Callable[[Path], object]:
    def replace(pack: Path) -> None:
        pack.unlink()
        make(pack)

    return replace


DAMAGE: dict[str, Callable[[Path], object]] = {
    "nothing": rewritten(lambda data: data),
    "empty": rewritten(lambda _: b""),
    "half": rewritten(lambda data: data[: len(data) // 2]),
    "no tail": rewritten(lambda data: data[:-1]),
    "zeros": rewritten(lambda data: bytes(len(data))),
    "shifted": rewritten(lambda data: b"x" + data),
    "every 50th byte": rewritten(
        lambda data: bytes(byte ^ 0x55 if at % 50 == 7 else byte for at, byte in enumerate(data))
    ),
    "a folder": replaced(Path.mkdir),
    "a pipe": replaced(os.mkfifo),
    "a link to a device": replaced(lambda pack: pack.symlink_to("/dev/zero")),
    "in the future": lambda pack: os.utime(pack, (2**33, 2**33)),
    "before time": lambda pack: os.utime(pack, (0, 0)),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_cache_changes_no_answer(run: Run, tmp_path: Path, what: str) -> None:
    expected = run("check", BROKEN, "--no-cache")
    run("check", BROKEN)
    database = tmp_path / "cache" / "muranopl-cache.sqlite"
    assert database.stat().st_size
    DAMAGE[what](database)
    for _ in range(2):
        assert run("check", BROKEN) == expected


def folder_in_the_way(folder: Path) -> None:
    folder.write_text("a file")


def folder_that_cannot_be_made(folder: Path) -> None:
    folder.symlink_to("/proc/nowhere")


@pytest.mark.parametrize("obstacle", [folder_in_the_way, folder_that_cannot_be_made])
def test_where_nothing_can_be_kept_the_answer_is_the_same(
    run: Run, tmp_path: Path, obstacle: Callable[[Path], None]
) -> None:
    obstacle(tmp_path / "cache")
    assert run("check", BROKEN) == run("check", BROKEN, "--no-cache")


def test_a_full_disk(run: Run, tmp_path: Path) -> None:
    """As far as writing files goes: none of this process may grow beyond 1 kB."""
    limit = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024));"
    )
    assert process("check", BROKEN, first=limit) == run("check", BROKEN, "--no-cache")
    assert "records  0" in run("cache", "info").stdout


def test_many_processes_at_once(run: Run) -> None:
    expected = run("check", BROKEN, "--no-cache")
    running = [
        subprocess.Popen(
            [*COMMAND, "check", str(BROKEN)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for item in running:
        stdout, stderr = item.communicate()
        assert (item.returncode, stdout, stderr) == expected


KILLED = """\
import os, muranopl.phases.reuse.database as database
connect, left = database.connect, [{statements}]
def counting(*arguments, **options):
    connection = connect(*arguments, **options)
    connection.set_trace_callback(count)
    return connection
def count(_):
    left[0] -= 1
    if not left[0]:
        os.kill(os.getpid(), 9)
database.connect = counting
"""
"""Code of a process that is killed while it runs a statement of the database."""


@pytest.mark.parametrize("statements", [1, 4, 8, 16])
def test_a_process_that_is_killed(run: Run, statements: int) -> None:
    expected = run("check", BROKEN, "--no-cache")
    killed = process("check", BROKEN, first=KILLED.format(statements=statements))
    assert killed.status == -signal.SIGKILL
    for _ in range(2):
        assert run("check", BROKEN) == expected


@pytest.mark.parametrize(
    ("value", "message"),
    [("0", "neither"), ("x", "neither"), ("-1", "neither"), ("1.5", "neither")],
)
def test_jobs_that_are_no_number(run: Run, value: str, message: str) -> None:
    done = run("check", HELLO, "--jobs", value)
    assert done.status == 2
    assert message in done.stderr


def test_a_copy_of_a_package_is_known(run: Run, tmp_path: Path) -> None:
    shutil.copytree(HELLO, tmp_path / "copy")
    run("check", HELLO)
    assert known(run, "copy") == "2 of 2 packages are known"
