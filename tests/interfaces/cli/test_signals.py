"""Signals: the command ends at once, says so in a line, and leaves nothing behind."""

from __future__ import annotations

import multiprocessing
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import muranopl
from tests.catalogs import write_catalog
from tests.material import all_of
from tests.project import EXAMPLES

GUARD = 300
"""Seconds after which something hangs; no test passes or fails by them otherwise."""

# Whoever runs the tests in the background, or by nohup, has a signal ignored, which a child
# inherits.
RUN = "from muranopl.interfaces.cli.start import main; main()"
PROGRAM = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    f"signal.signal(signal.SIGHUP, signal.SIG_DFL); {RUN}"
)

STOPPED = {
    signal.SIGINT: "Interrupted.\n",
    signal.SIGTERM: "Terminated.\n",
    signal.SIGHUP: "Hung up.\n",
}


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalog that keeps processes busy for some seconds."""
    folder = tmp_path_factory.mktemp("signals") / "catalog"
    write_catalog(folder, 60, 8)
    return folder


PATIENT = "import muranopl.incremental.connection as c; c.TIMEOUT = 3600; "
"""What has a check wait for another process that writes until there is a signal."""


def started(catalog: Path, *options: object, first: str = "") -> subprocess.Popen[str]:
    """Start a check, in a process that runs the code `first` before it."""
    command = [
        sys.executable,
        "-c",
        first + PROGRAM,
        "check",
        str(catalog),
        "-v",
        *map(str, options),
    ]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    )


def group(running: subprocess.Popen[str]) -> list[int]:
    """The living processes of the process's own group."""
    living = []
    for folder in Path("/proc").iterdir():
        try:
            state, _, number = (
                (folder / "stat").read_text().rpartition(")")[2].split()[:3]
            )
        except (OSError, ValueError):  # no process, or none any more
            continue
        if int(number) == running.pid and state != "Z":
            living.append(int(folder.name))
    return living


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + GUARD
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def logged(running: subprocess.Popen[str], words: str) -> None:
    assert running.stderr
    assert any(words in line for line in iter(running.stderr.readline, ""))


MOMENTS: dict[str, Callable[[subprocess.Popen[str]], None]] = {
    "parsing by workers": lambda running: wait_until(lambda: len(group(running)) == 3),
    "names looked up": lambda running: logged(running, "phase 1"),
    "last phase": lambda running: logged(running, "phase 4"),
}


@pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="tells processes by /proc"
)
@pytest.mark.parametrize(
    ("number", "moment", "jobs"),
    [
        *(
            (number, moment, 2)
            for number in (signal.SIGINT, signal.SIGTERM)
            for moment in MOMENTS
        ),
        (signal.SIGTERM, "last phase", 1),
        (signal.SIGHUP, "last phase", 2),
    ],
)
def test_a_signal_to_the_main_process_ends_all(
    catalog: Path, number: signal.Signals, moment: str, jobs: int, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    with started(
        catalog, "-j", jobs, "--cache-dir", tmp_path / "cache", "-o", f"json={report}"
    ) as running:
        MOMENTS[moment](running)
        running.send_signal(number)
        status = running.wait(GUARD)
        wait_until(lambda: not group(running))
        stdout, stderr = running.communicate(timeout=GUARD)
    said = [
        line
        for line in stderr.splitlines(keepends=True)
        if not line.startswith("INFO ")
    ]
    assert (status, said, stdout) == (128 + number, [STOPPED[number]], "")
    assert not report.exists()
    assert not list(tmp_path.glob("cache/*-journal"))


FAILING_CLEANUP = """
import muranopl.incremental.workforce as workforce
def close(self):
    raise RuntimeError("cannot join thread before it is started")
workforce.Processes.close = close
"""
"""What happens if a signal arrives in the middle of starting something."""


def test_what_fails_after_a_signal_is_no_bug(catalog: Path) -> None:
    options = ("-j", 2, "--no-cache")
    with started(catalog, *options, first=FAILING_CLEANUP) as running:
        logged(running, "phase 1")
        running.send_signal(signal.SIGTERM)
        stderr = running.communicate(timeout=GUARD)[1]
        said = [line for line in stderr.splitlines() if not line.startswith("INFO ")]
        assert (running.returncode, said) == (143, ["Terminated."])


def test_a_signal_while_the_cache_is_written(catalog: Path, tmp_path: Path) -> None:
    """Nobody waits for another process that writes, and what is in the cache stays sound."""
    hello, cache = EXAMPLES / "broken", tmp_path / "cache"
    expected = all_of(muranopl.Catalog([hello]).check())
    assert (
        all_of(muranopl.Catalog([hello], cache=muranopl.Cache(cache)).check())
        == expected
    )
    writer = sqlite3.connect(cache / "muranopl-cache.sqlite", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    with started(EXAMPLES / "hello", "--cache-dir", cache, first=PATIENT) as running:
        logged(running, "phase 5")
        running.send_signal(signal.SIGTERM)
        assert (running.wait(GUARD), running.communicate()[1]) == (143, "Terminated.\n")
    writer.execute("ROLLBACK")
    writer.close()
    assert (
        all_of(muranopl.Catalog([hello], cache=muranopl.Cache(cache)).check())
        == expected
    )


def test_signals_that_are_ignored_stay_ignored() -> None:
    """As `nohup` and background jobs of scripts have it."""
    program = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); {RUN}"
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", program, "check", "-"],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
    ) as running:
        assert running.stdin
        # More than a pipe holds: this returns once the process reads
        running.stdin.write(b" " * 2**20)
        running.send_signal(signal.SIGHUP)
        running.communicate(timeout=GUARD)
    assert running.returncode in {1, 2}  # it went on to find that this is not a package


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
    command = [sys.executable, "-c", RUN, "check", "-", "--timeout", "0.2"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        # Its input stays open
        assert process.wait(GUARD) == 2
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.read() == ""
        assert (
            process.stderr.read()
            == "Ended: it took more than 0.2 seconds (--timeout).\n"
        )


IN_A_CALLBACK = """
import signal, time, weakref
from muranopl.interfaces.cli.signals import stop_on_signals
class Thing: pass
stop_on_signals()
thing = Thing()
kept = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGTERM))
del thing  # Python ignores what a callback raises
time.sleep(3600)
"""


def test_a_signal_that_arrives_in_a_callback_ends_it_as_well() -> None:
    command = [sys.executable, "-c", IN_A_CALLBACK]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=GUARD
    )
    assert done.returncode == 128 + signal.SIGTERM
    assert "Exception" not in done.stderr


def test_a_check_in_time_is_as_any_other() -> None:
    words = ["check", str(EXAMPLES / "hello"), "--no-cache"]
    command = [sys.executable, "-c", RUN, *words]
    plain, limited = (
        subprocess.run([*command, *more], capture_output=True, text=True, check=True)
        for more in ([], ["--timeout", str(GUARD)])
    )
    assert limited.stdout == plain.stdout
