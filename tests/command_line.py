"""`muranopl` run in this process, by the door that its users have.

`run` and `outcome` enter through the command line, with the errors of a test. `start` enters where the process
begins, so that repeated checks, encodings and statuses are those of a process.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, NoReturn

from click.testing import CliRunner, Result

from muranopl.interfaces.cli import start as entry
from muranopl.interfaces.cli.main import cli

PROGRAM = "from muranopl.interfaces.cli.start import main; main()"
COMMAND = (sys.executable, "-c", PROGRAM)
"""The beginning of a command in a process of its own."""


def run(*words: object, **options: Any) -> Result:
    """Return the result of a command; what is no end of a command is raised."""
    result = CliRunner().invoke(cli, list(map(str, words)), **options)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


class Outcome(NamedTuple):
    """How a command ended, and what it wrote."""

    status: int
    stdout: str
    stderr: str


def outcome(*words: object, **options: Any) -> Outcome:
    """Return the outcome of a command, as `run` enters it."""
    result = run(*words, **options)
    return Outcome(result.exit_code, result.stdout, result.stderr)


class _Left(BaseException):
    """Raised where the process would end."""


def start(
    *words: object, stdin: bytes = b"", encoding: str = "utf-8", errors: str = "strict"
) -> Outcome:
    """Return the outcome of a command that this process runs as if it had just begun.

    The standard streams have an encoding, as the locale of a terminal gives it.
    """
    streams = [
        io.TextIOWrapper(io.BytesIO(content), encoding, errors) for content in (stdin, b"", b"")
    ]
    with _as_at_the_beginning(words, streams):
        try:
            entry.main()
        except _Left as left:
            status = left.args[0]
        except SystemExit as ending:
            status = ending.code
        for stream in streams[1:]:
            stream.flush()
    written = [stream.buffer.getvalue() for stream in streams[1:]]  # type: ignore[attr-defined]
    return Outcome(int(status), *(item.decode(encoding) for item in written))


@contextmanager
def _as_at_the_beginning(
    words: tuple[object, ...], streams: list[io.TextIOWrapper]
) -> Iterator[None]:
    """Give the process words and streams, and undo what the entry point changes in it."""
    before = (sys.argv, sys.stdin, sys.stdout, sys.stderr, os._exit)
    thresholds = gc.get_threshold()
    signals = {
        number: signal.getsignal(number)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGALRM)
    }
    sys.argv = ["muranopl", *map(str, words)]
    sys.stdin, sys.stdout, sys.stderr = streams
    os._exit = _leave  # type: ignore[assignment]
    try:
        yield
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr, os._exit = before
        gc.enable()
        gc.set_threshold(*thresholds)
        signal.setitimer(signal.ITIMER_REAL, 0)  # of --timeout
        for number, handler in signals.items():
            signal.signal(number, handler)


def _leave(status: int) -> NoReturn:
    raise _Left(status)
