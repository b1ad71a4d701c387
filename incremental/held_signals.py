"""Hold back termination signals while processes are started, so that none is left behind."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator


@contextlib.contextmanager
def held_signals() -> Iterator[None]:
    """Hold back signals until started processes are registered for termination."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ending())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


ENDING = {"SIGINT": "Interrupted.", "SIGTERM": "Terminated.", "SIGHUP": "Hung up."}
"""The signals that end a program, and their messages; not every system has all."""


def ending() -> set[signal.Signals]:
    """Return the termination signals of this system."""
    return {number for number in signal.Signals if number.name in ENDING}
