"""Signals that end the command: soon, with one line on stderr and the status that shells expect.

The first of them raises `Stopped`, so that everything in progress is cleaned up on the way out:
workers are ended, half written files removed, the terminal restored. If that takes long, a timer
ends the process.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

from muranopl.incremental.held_signals import ENDING, ending

CLEANUP_TIME = 0.5
"""Seconds for cleaning up."""

MESSAGE_TIME = 0.1
"""Seconds for the line on stderr, which nobody may read."""


class Stopped(BaseException):
    """A signal wants the process to end."""

    def __init__(self, number: signal.Signals) -> None:
        super().__init__(number)
        self.number = number

    def leave(self) -> NoReturn:
        """End the process at once, freeing nothing; `128 + number` is the status of a process that a signal ended."""
        status = 128 + self.number
        _after(MESSAGE_TIME, lambda: os._exit(status))
        with contextlib.suppress(OSError, ValueError):
            print(ENDING[self.number.name], file=sys.stderr, flush=True)  # noqa: T201 - click may be busy
        os._exit(status)


def stop_on_signals() -> None:
    """Have the signals raise `Stopped` that would end the process; not those that whoever started it has ignored."""
    for number in ending():
        if signal.getsignal(number) in {signal.SIG_DFL, signal.default_int_handler}:
            signal.signal(number, _stop)


def _stop(number: int, _frame: FrameType | None) -> NoReturn:
    for other in ending():  # one is enough, and cleaning up must not be interrupted
        signal.signal(other, signal.SIG_IGN)
    stopped = Stopped(signal.Signals(number))
    _after(CLEANUP_TIME, stopped.leave)
    raise stopped


def _after(seconds: float, action: Callable[[], None]) -> None:
    """Do something when some time is over, in place of what was to be done then, where the system has such a timer."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda *_: action())
        signal.setitimer(signal.ITIMER_REAL, seconds)
