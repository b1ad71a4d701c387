"""The moment until which the exchange about an address may last, whatever a server sends meanwhile."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from contextvars import ContextVar

from muranopl.ard.remote.failures import FetchError


class Deadline:
    """A moment some seconds after now."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._until = seconds, time.monotonic() + seconds

    def left(self) -> float:
        """Return the seconds until it. Raise FetchError if it has passed."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise FetchError("unreachable", f"it takes more than {self._seconds:g} s")
        return left

    def leaves(self, seconds: float) -> bool:
        """Return whether it is further away than some seconds."""
        return time.monotonic() + seconds < self._until


# Connections are used by one exchange after another, each of which runs in one thread
_CURRENT: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


@contextlib.contextmanager
def until(deadline: Deadline) -> Iterator[None]:
    """Have all that connections do in a context end at a deadline."""
    token = _CURRENT.set(deadline)
    try:
        yield
    finally:
        _CURRENT.reset(token)


@contextlib.contextmanager
def in_time(timeout: float | None) -> Iterator[float | None]:
    """Yield how long a connection may wait, at most `timeout`. Raise FetchError after the deadline."""
    deadline = _CURRENT.get()
    if deadline is None:
        yield timeout
        return
    left = deadline.left()
    try:
        yield left if timeout is None else min(timeout, left)
    finally:
        # Bytes that were received count only if they came in time
        deadline.left()
