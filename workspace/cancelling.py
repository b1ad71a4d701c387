"""Cancelling work that a later edit makes useless."""

from __future__ import annotations

from collections.abc import Callable

IsCancelled = Callable[[], bool]
"""Returns whether the work that is under way is of no use any more."""


class CancelledError(BaseException):
    """Raised inside of a check that is cancelled; no failure of a package, as exceptions are."""


class Cancelling:
    """Asks now and then whether the work that is under way is cancelled."""

    def __init__(self) -> None:
        self.is_cancelled: IsCancelled = lambda: False

    def stop(self) -> None:
        """Raise CancelledError if the work is cancelled."""
        if self.is_cancelled():
            raise CancelledError
