"""Bounds the fetching of one address: its deadline, its bytes, and further attempts after a failure.

Bounds that do not depend on time are in `muranopl.diagnostics.bounds`.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from email.utils import parsedate_to_datetime
from typing import NamedTuple

from muranopl.ard.remote.failures import FetchError
from muranopl.diagnostics.bounds import REMOTE_TIME


class TimeLimits(NamedTuple):
    """Seconds to wait for a connection, for more bytes, for all of one address, and between attempts."""

    connect: float = 10.0
    silence: float = 30.0
    total: float = REMOTE_TIME.most
    pauses: tuple[float, ...] = (0.5, 2.0)
    """The pauses before the second attempt, the third, and so on."""


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


class FetchBudget:
    """The bytes and the seconds of an address, which may be several files."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        self._size = 0

    def counted(self, chunks: Iterable[bytes], most: int) -> Iterator[bytes]:
        """Yield chunks. Raise FetchError if all bytes are more than `most`, or take too long."""
        for chunk in chunks:
            self._size += len(chunk)
            if self._size > most:
                raise too_large(most)
            self._deadline.left()
            yield chunk


def too_large(most: int) -> FetchError:
    """Return the error for more bytes than are fetched."""
    return FetchError("too-large", f"at most {most:,} bytes are fetched")


class TryAgainError(Exception):
    """Raised for a failure that another attempt may not have.

    `after` is the time that the server wants to pass before it, in seconds; None without one.
    """

    def __init__(self, reason: str, after: float | None = None) -> None:
        super().__init__(reason)
        self.after = after


def retry_after(headers: Iterable[tuple[bytes, bytes]]) -> float | None:
    """Return the seconds that the header `Retry-After` names, or those until its date.

    Return None for an answer without one that can be read.
    """
    text = next((v for k, v in headers if k.lower() == b"retry-after"), b"").strip()
    if text.isdigit():
        # More digits are longer than any limit
        return float(text[:12])
    try:
        date = parsedate_to_datetime(text.decode("latin-1"))
        return max(date.timestamp() - time.time(), 0.0)
    except (ValueError, OverflowError, OSError):
        return None


def wait(pause: float, after: float | None, deadline: Deadline) -> bool:
    """Wait before another attempt; return whether there is time for it.

    The server's time counts if it is longer than the pause. If it passes the deadline, there is no
    attempt and no wait.
    """
    seconds = pause if after is None else max(pause, after)
    if not deadline.leaves(seconds):
        return False
    time.sleep(seconds)
    return True
