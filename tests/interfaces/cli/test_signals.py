"""Signals: the command ends at once, says so in a line, and leaves nothing behind."""

from __future__ import annotations

import multiprocessing
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import muranopl
from tests.catalogs import write_catalog
from tests.command_line import PROGRAM, start
from tests.material import all_of
from tests.project import EXAMPLES
from tests.waiting import GUARD, wait_until

# Whoever runs the tests in the background, or by nohup, has a signal ignored, which a child
# inherits.
FIRST = """\
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)
import muranopl.interfaces.cli.exit_status as signals
signals.MESSAGE_TIME = 3600  # a machine that is busy shows the message too
"""
THOROUGH = "signals.CLEANUP_TIME = 3600\n"
"""What gives cleaning up the time that a busy machine needs."""
PATIENT = "import muranopl.phases.reuse.connection as c; c.TIMEOUT = 3600\n"
"""What has a check wait for another process that writes until there is a signal."""

STOPPED = {
    signal.SIGINT: "Interrupted.\n",
    signal.SIGTERM: "Terminated.\n",
    signal.SIGHUP: "Hung up.\n",
}


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalog of several packages."""
    folder = tmp_path_factory.mktemp("signals") / "catalog"
    write_catalog(folder, 6, 2)
    return folder


def started(*words: object, first: str = "") -> subprocess.Popen[str]:
    """Start a command, in a process that runs the code `first` before it."""
    command = [sys.executable, "-c", FIRST + first + PROGRAM, *map(str, words)]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    )


def group(running: subprocess.Popen[str]) -> list[int]:
    """The living processes of the process's own group."""
    living = []
    for folder in Path("/proc").iterdir():
        try:
            state, _, number = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
        except (OSError, ValueError):  # no process, or none any more
            continue
        if int(number) == running.pid and state != "Z":
            living.append(int(folder.name))
    return living


def logged(running: subprocess.Popen[str], words: str) -> None:
    assert running.stderr
    assert any(words in line for line in iter(running.stderr.readline, ""))


def said(stderr: str) -> list[str]:
    """Return the lines that are neither logged nor those of `ENDLESS`."""
    lines = stderr.splitlines(keepends=True)
    return [line for line in lines if not line.startswith(("INFO ", "again"))]


ENDLESS = """\
import sys, {module} as module
once = module.{function}
def again(*arguments, **options):
    sys.stderr.write("again\\n")
    sys.stderr.flush()
    while True:
        once(*arguments, **options)
module.{function} = again
"""
"""What has a check do a part of its work until there is a signal."""

MOMENTS = {
    "parsing by workers": ("muranopl.phases.reuse.exports", "export_of"),
    "names looked up": ("muranopl.phases.driver", "resolve_names"),
    "last phase": ("muranopl.render.phase", "render"),
}


def endless(moment: str) -> str:
    module, function = MOMENTS[moment]
    return ENDLESS.format(module=module, function=function)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="tells processes by /proc")
@pytest.mark.parametrize(
    ("number", "moment", "jobs"),
    [
        (signal.SIGINT, "parsing by workers", 2),
        (signal.SIGTERM, "names looked up", 2),
        (signal.SIGINT, "names looked up", 1),
        (signal.SIGTERM, "last phase", 1),
        (signal.SIGHUP, "last phase", 2),
    ],
)
def test_a_signal_to_the_main_process_ends_all(
    catalog: Path, number: signal.Signals, moment: str, jobs: int, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    options = ["-j", jobs, "--cache-dir", tmp_path / "cache", "-o", f"json={report}"]
    first = THOROUGH + endless(moment)
    with started("check", catalog, *options, first=first) as running:
        logged(running, "again")
        running.send_signal(number)
        status = running.wait(GUARD)
        wait_until(lambda: not group(running))
        stdout, stderr = running.communicate()
    assert (status, said(stderr), stdout) == (128 + number, [STOPPED[number]], "")
    assert not report.exists()
    assert not list(tmp_path.glob("cache/*-journal"))


FAILING_CLEANUP = """
import muranopl.phases.workers.workforce as workforce
def close(self):
    raise RuntimeError("cannot join thread before it is started")
workforce.Processes.close = close
"""
"""What happens if a signal arrives in the middle of starting something."""


def test_what_fails_after_a_signal_is_no_bug(catalog: Path) -> None:
    first = FAILING_CLEANUP + endless("last phase")
    with started("check", catalog, "-j", 2, "--no-cache", first=first) as running:
        logged(running, "again")
        running.send_signal(signal.SIGTERM)
        stderr = running.communicate()[1]
    assert (running.returncode, said(stderr)) == (143, ["Terminated.\n"])


def test_a_signal_while_the_cache_is_written(tmp_path: Path) -> None:
    """Nobody waits for another process that writes, and what is in the cache stays sound."""
    hello, cache = EXAMPLES / "broken", tmp_path / "cache"
    expected = all_of(muranopl.Catalog([hello]).check())
    assert all_of(muranopl.Catalog([hello], cache=muranopl.Cache(cache)).check()) == expected
    writer = sqlite3.connect(cache / "muranopl-cache.sqlite", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    words = ("check", EXAMPLES / "hello", "-v", "--cache-dir", cache)
    with started(*words, first=PATIENT) as running:
        logged(running, "phase 5")
        running.send_signal(signal.SIGTERM)
        assert (running.wait(GUARD), running.communicate()[1]) == (143, "Terminated.\n")
    writer.execute("ROLLBACK")
    writer.close()
    assert all_of(muranopl.Catalog([hello], cache=muranopl.Cache(cache)).check()) == expected


IGNORED = "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
"""As `nohup` and background jobs of scripts have it."""


@pytest.mark.parametrize(
    ("number", "first", "status", "message"),
    [
        (signal.SIGINT, "", 130, "Interrupted.\n"),
        (signal.SIGHUP, IGNORED, 2, 'Error: "standard input" is not a package'),
    ],
    ids=["handled", "ignored"],
)
def test_a_signal_while_standard_input_is_read(
    number: signal.Signals, first: str, status: int, message: str
) -> None:
    """It ends at once, unless the signal is ignored: then it goes on to the end of its input."""
    with started("check", "-", first=first) as running:
        assert running.stdin
        # More than a pipe holds: this returns once the process reads
        running.stdin.write(" " * 2**20)
        running.stdin.flush()
        running.send_signal(number)
        stdout, stderr = running.communicate()
    assert (running.returncode, stdout) == (status, "")
    assert message in stderr
    assert "Traceback" not in stderr


def test_signals_of_callers_of_the_library_are_theirs(catalog: Path) -> None:
    """A handler that raises gets out, and no worker is left; a check without signals touches no handler."""

    class Enough(Exception):  # noqa: N818
        pass

    def handler(*_: object) -> None:
        raise Enough

    before = {number: signal.getsignal(number) for number in STOPPED}
    muranopl.Catalog([EXAMPLES / "hello"], jobs=2).check()
    assert {number: signal.getsignal(number) for number in STOPPED} == before
    previous = signal.signal(signal.SIGALRM, handler)

    def interrupt(done: int, _total: int) -> None:
        if done > 100:  # workers are busy by then
            signal.raise_signal(signal.SIGALRM)

    try:
        with pytest.raises(Enough):
            muranopl.Catalog([catalog], jobs=2).check(progress=interrupt)
    finally:
        signal.signal(signal.SIGALRM, previous)
    assert multiprocessing.active_children() == []


def test_a_check_that_takes_too_long_ends() -> None:
    """This one would wait for its input for ever."""
    with started("check", "-", "--timeout", 0.2) as process:
        # Its input stays open
        assert process.wait(GUARD) == 2
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read() == ""
        assert process.stderr.read() == "Timeout: the check took more than 0.2 s (--timeout).\n"


IN_A_CALLBACK = """
import weakref
signals.CLEANUP_TIME = 0.1
class Thing: pass
signals.stop_on_signals()
thing = Thing()
kept = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGTERM))
del thing  # Python ignores what a callback raises
while True:
    signal.pause()
"""


def test_a_signal_that_arrives_in_a_callback_ends_it_as_well() -> None:
    with started(first=IN_A_CALLBACK) as running:
        stderr = running.communicate()[1]
    assert (running.returncode, stderr) == (128 + signal.SIGTERM, "Terminated.\n")


def test_a_check_in_time_is_as_any_other() -> None:
    words = ("check", EXAMPLES / "hello", "--no-cache")
    assert start(*words, "--timeout", GUARD) == start(*words)
