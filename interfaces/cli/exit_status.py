"""Exit statuses of the command line, and signals that end it promptly with the conventional one.

A time limit ends it in the same way. The first signal raises `Stopped`, so that everything is
cleaned up: worker processes, incomplete files, the terminal. A timer ends the process if this takes
too long.
"""

from __future__ import annotations

import contextlib
import enum
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import ClassVar, NoReturn


class ExitStatus(enum.IntEnum):
    """Exit status of the process."""

    OK = 0
    """No diagnostic of severity error."""
    ERRORS = 1
    """At least one diagnostic of severity error."""
    USAGE = 2
    """Wrong usage, or a path that cannot be read or written."""
    BUG = 3
    """A bug in muranopl."""
    INTERRUPTED = 130
    """Stopped by the user (128 + SIGINT)."""


_MESSAGES = {"SIGINT": "Interrupted.", "SIGTERM": "Terminated.", "SIGHUP": "Hung up."}
"""The signals that end a program, and their messages; not every system has all."""

CLEANUP_TIME = 2
"""Maximum time for cleaning up, in seconds."""

MESSAGE_TIME = 0.1
"""Maximum time for the line on standard error, which may block, in seconds."""


class Stopped(BaseException):
    """Raised by a signal that ends the process with a message and an exit status."""

    pending: ClassVar[Stopped | None] = None
    """The one that was raised, or None: from then on the process only cleans up."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.message = message
        self.status = status

    def leave(self) -> NoReturn:
        """Exit immediately without freeing memory; only programs and folders of fetches are ended before."""
        fetched = sys.modules.get("muranopl.ard.remote.temporary")
        if fetched is not None:
            _after(CLEANUP_TIME, lambda: os._exit(self.status))
            fetched.remove_temporary_folders()
        _after(MESSAGE_TIME, lambda: os._exit(self.status))
        with contextlib.suppress(OSError, ValueError):
            print(self.message, file=sys.stderr, flush=True)  # noqa: T201 - click may be busy
        os._exit(self.status)


def stop_on_signals() -> None:
    """Make terminating signals raise `Stopped`, except those that the parent process ignores."""
    for number in _ending():
        if signal.getsignal(number) in {signal.SIG_DFL, signal.default_int_handler}:
            signal.signal(number, _stop)


def leave_if_stopped() -> None:
    """Exit as the signal demands, if one has arrived.

    It may arrive anywhere, as in the middle of starting a thread, so that cleaning up raises
    exceptions of its own: they are not bugs.
    """
    if Stopped.pending is not None:
        Stopped.pending.leave()


def end_after(seconds: float) -> bool:
    """Make the process end after some seconds; return whether this system has such timers."""
    message = f"Timeout: the check took more than {seconds:g} s (--timeout)."
    return _after(seconds, lambda: _stop_with(Stopped(message, ExitStatus.USAGE)))


def end_never() -> None:
    """Undo what `end_after` did."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def _ending() -> list[signal.Signals]:
    return [number for number in signal.Signals if number.name in _MESSAGES]


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    message = _MESSAGES[signal.Signals(number).name]
    _stop_with(Stopped(message, 128 + number))


def _stop_with(stopped: Stopped) -> NoReturn:
    for other in _ending():  # cleaning up must not be interrupted
        signal.signal(other, signal.SIG_IGN)
    _after(CLEANUP_TIME, stopped.leave)
    # Python prints an exception that it cannot raise, as in a callback; then the timer ends the process
    sys.unraisablehook = lambda _: None
    Stopped.pending = stopped
    raise stopped


def _after(seconds: float, action: Callable[[], None]) -> bool:
    """Run `action` after some seconds, replacing the previous timer.

    Return False if the system has no timers.
    """
    if not hasattr(signal, "setitimer"):
        return False
    signal.signal(signal.SIGALRM, lambda *_: action())
    signal.setitimer(signal.ITIMER_REAL, seconds)
    return True
