"""Cancelling work that a later edit makes useless."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

IsCancelled = Callable[[], bool]
"""Returns whether the work that is under way is of no use any more."""


def never() -> bool:
    """Return false: the work is not cancelled."""
    return False


class CancelledError(BaseException):
    """Raised inside a cancelled check. As no `Exception`, it does not count as a failure of a package."""


class Cancelling:
    """The question whether the current work is cancelled, which that work asks between its steps."""

    def __init__(self) -> None:
        self._is_cancelled = never

    def stop(self) -> None:
        """Raise CancelledError if the work is cancelled."""
        if self._is_cancelled():
            raise CancelledError

    @contextlib.contextmanager
    def asking(self, is_cancelled: IsCancelled) -> Iterator[None]:
        """Return a context manager for work that may be cancelled."""
        before, self._is_cancelled = self._is_cancelled, is_cancelled
        try:
            yield
        finally:
            self._is_cancelled = before
