"""Signals that end a program; held back while processes are started, so that none of these is left then."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator


@contextlib.contextmanager
def held_signals() -> Iterator[None]:
    """Have no signal come between the start of processes and the note of whoever ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, ending())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


ENDING = {"SIGINT": "Interrupted.", "SIGTERM": "Terminated.", "SIGHUP": "Hung up."}
"""The signals that end a program, and what is said then; not every system has all."""


def ending() -> set[signal.Signals]:
    """Return the signals that end a program, those that the system has."""
    return {number for number in signal.Signals if number.name in ENDING}
