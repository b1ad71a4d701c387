"""When another attempt follows one that failed, and how long after it."""

from __future__ import annotations

import time
from collections.abc import Iterable
from email.utils import parsedate_to_datetime

from muranopl.ard.remote.deadline import Deadline


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
