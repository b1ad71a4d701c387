"""Entry point of the process: writes a cached output of the same check, or imports the command line."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from typing import NoReturn

from muranopl.interfaces.cli.exit_status import (
    ExitStatus,
    Stopped,
    leave_if_stopped,
    stop_on_signals,
)

_OUT_OF_MEMORY = b"Error: out of memory, so nothing is known about the packages: allow more memory, or check fewer.\n"
_UNKNOWN_FAILURE = (
    b"Error: muranopl failed, and so did the report about the failure; memory may be too low.\n"
)
_STDERR, _FAILED = 2, int(ExitStatus.BUG)
_FRAMES = 2**17
"""Words for the frames of calls, enough for the depth of Python's stack that muranopl sets."""


def main() -> NoReturn:
    """Run the command line."""
    gc.disable()  # imports create hardly any garbage
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal without UTF-8 must not raise UnicodeEncodeError
            stream.reconfigure(errors="backslashreplace")
    try:
        stop_on_signals()
        _repeat(sys.argv[1:])
        _run()
    except Stopped as stopped:
        stopped.leave()
    except SystemExit as ending:
        _leave(ending)
        raise
    except MemoryError:  # allocate nothing more
        os.write(_STDERR, _OUT_OF_MEMORY)
        os._exit(_FAILED)
    except Exception:  # reporting the crash failed
        leave_if_stopped()
        os.write(_STDERR, _UNKNOWN_FAILURE)
        os._exit(_FAILED)
    raise AssertionError("the command returned no exit status")


# CPython keeps frames in chunks of 16 KiB. A loop whose calls cross the end of one maps and unmaps
# memory at each call, and takes ten times as long. The frame of `main` is so large that its chunk,
# whose size is a power of two, has as much room for all frames of its calls; pages that are not
# used take no memory.
main.__code__ = main.__code__.replace(co_stacksize=_FRAMES)


def _open_closed_streams() -> None:
    """Open the null device for each standard stream that was closed when the process started.

    Else the next files to be opened would get the numbers of these streams.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # It is open as long as the process
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, stream)


def _repeat(words: list[str]) -> None:
    """Write the cached output of the same check and exit, if there is one."""
    if words[:1] != ["check"] or "--no-cache" in words:
        return
    # Not all commands are cached
    from muranopl.interfaces.cli.repeated import answer_of

    answer = answer_of(words)
    if answer is None:
        return
    with contextlib.suppress(OSError):  # the check itself reports the failure
        sys.stdout.write(answer.text)
        sys.stdout.flush()
        sys.exit(answer.status)


def _run() -> NoReturn:
    # Importing the parser is half of the remaining time
    from muranopl.interfaces.cli.main import cli

    # The syntax trees have no reference cycles, so that the collector finds nothing: with the
    # default threshold 8,000 classes take 36 s instead of 24 s, and as much memory.
    gc.set_threshold(1_000_000)
    gc.enable()
    cli.main()


def _leave(ending: SystemExit) -> None:
    """Exit without freeing memory, which is slow for a large catalog, if output can be flushed."""
    if not isinstance(ending.code, int):
        return
    status = ending.code
    fetched = sys.modules.get("muranopl.ard.remote.temporary")
    if fetched is not None:
        fetched.remove_temporary_folders()
    try:
        sys.stdout.flush()
    except (BrokenPipeError, ValueError):
        pass  # the reader has what it wanted, or the stream is closed
    except OSError as error:  # the texts of `--help` and `explain` are written by libraries
        # A command that met the failure itself has reported it
        if status != ExitStatus.USAGE:
            problem = f"Error: the output cannot be written: {error.strerror}\n"
            with contextlib.suppress(OSError):  # it may be full, too
                os.write(_STDERR, problem.encode())
        status = int(ExitStatus.USAGE)
    with contextlib.suppress(OSError, ValueError):
        sys.stderr.flush()
    os._exit(status)
