"""The entry point of the process: all that happens around a command, whichever it is.

A check that was done before is answered here; for anything else the command line is loaded.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from typing import NoReturn

from muranopl.interfaces.cli.exit_status import ExitStatus
from muranopl.interfaces.cli.signals import Stopped, stop_on_signals

_OUT_OF_MEMORY = b"Error: out of memory: nothing is known of the packages; give it more, or check fewer at once.\n"
_UNKNOWN_FAILURE = (
    b"Error: muranopl failed, and the report of that as well; there may be too little memory.\n"
)
_STDERR, _FAILED = 2, int(ExitStatus.BUG)


def main() -> NoReturn:
    """Run the command line."""
    gc.disable()  # what is imported makes no garbage worth looking for
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(
                errors="backslashreplace"
            )  # a terminal that is not UTF-8 is no reason to fail
    try:
        stop_on_signals()
        _repeat(sys.argv[1:])
        _run()
    except Stopped as stopped:
        stopped.leave()
    except SystemExit as ending:
        _leave(ending)
        raise
    except MemoryError:  # nothing that takes any may be done now
        os.write(_STDERR, _OUT_OF_MEMORY)
        os._exit(_FAILED)
    except Exception:  # not even the report of a crash was possible
        os.write(_STDERR, _UNKNOWN_FAILURE)
        os._exit(_FAILED)
    raise AssertionError("the command did not say how it ended")


def _repeat(words: list[str]) -> None:
    """Write again what the same check wrote before, and exit, if that would be its answer now."""
    if words[:1] != ["check"] or "--no-cache" in words:
        return
    from muranopl.interfaces.cli.repeated import answer_of  # not everything can be repeated

    answer = answer_of(words)
    if answer is None:
        return
    with contextlib.suppress(OSError):  # the check itself says what keeps it from writing
        sys.stdout.write(answer.text)
        sys.stdout.flush()
        sys.exit(answer.status)


def _run() -> NoReturn:
    from muranopl.interfaces.cli.main import (
        cli,
    )  # what parses the command line is half of what is left then

    # Trees without circles are built here, which the collector goes through in vain: with Python's
    # own threshold 8,000 classes take 36 s, not 24, and as much memory.
    gc.set_threshold(1_000_000)
    gc.enable()
    cli.main()


def _leave(ending: SystemExit) -> None:
    """End the process without freeing what it holds, which takes long after a large catalog; if all was written."""
    if isinstance(ending.code, int):
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(ending.code)
