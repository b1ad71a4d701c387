"""Signals that end the command: promptly, with one line on stderr and the conventional status.

The first signal raises `Stopped`, so that everything is cleaned up: worker processes, incomplete
files, the terminal. A timer ends the process if this takes too long.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

_MESSAGES = {"SIGINT": "Interrupted.", "SIGTERM": "Terminated.", "SIGHUP": "Hung up."}
"""The signals that end a program, and their messages; not every system has all."""

CLEANUP_TIME = 0.5
"""Maximum time for cleaning up, in seconds."""

MESSAGE_TIME = 0.1
"""Maximum time for the line on standard error, which may block, in seconds."""


class Stopped(BaseException):
    """Raised by a signal that ends the process."""

    def __init__(self, number: signal.Signals) -> None:
        super().__init__(number)
        self.number = number

    def leave(self) -> NoReturn:
        """Exit immediately without freeing memory, with the status `128 + number`."""
        status = 128 + self.number
        _after(MESSAGE_TIME, lambda: os._exit(status))
        with contextlib.suppress(OSError, ValueError):
            print(_MESSAGES[self.number.name], file=sys.stderr, flush=True)  # noqa: T201 - click may be busy
        os._exit(status)


def stop_on_signals() -> None:
    """Make terminating signals raise `Stopped`, except those that the parent process ignores."""
    for number in _ending():
        if signal.getsignal(number) in {signal.SIG_DFL, signal.default_int_handler}:
            signal.signal(number, _stop)


def _ending() -> list[signal.Signals]:
    return [number for number in signal.Signals if number.name in _MESSAGES]


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    for other in _ending():  # cleaning up must not be interrupted
        signal.signal(other, signal.SIG_IGN)
    stopped = Stopped(signal.Signals(number))
    _after(CLEANUP_TIME, stopped.leave)
    raise stopped


def _after(seconds: float, action: Callable[[], None]) -> None:
    """Run `action` after some seconds, replacing the previous timer; do nothing without timers."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda *_: action())
        signal.setitimer(signal.ITIMER_REAL, seconds)
