"""Limits of the machine: its time, its memory, and how deep Python's stack goes.

What comes of meeting one may be another thing on another machine, or in a minute, so it is never kept for later. Code
that goes on after a limit calls `meet`, however little the result shows of it; code that keeps results makes a
`LimitWatch` before the work begins, and asks it afterwards.
"""

from __future__ import annotations


class _Limits:
    """The limits of the machine that this process met: how often."""

    times = 0


def meet() -> None:
    """Note that a limit of the machine was met, in this process or in one that works for it."""
    _Limits.times += 1


def note(error: BaseException) -> None:
    """Call `meet` where an error that goes no further says that a limit was met."""
    if isinstance(error, (MemoryError, RecursionError, TimeoutError)):
        meet()


class LimitWatch:
    """Tells whether a limit was met since the watch was made, by any thread: too often at worst, never too rarely."""

    __slots__ = ("_before",)

    def __init__(self) -> None:
        self._before = _Limits.times

    @property
    def met(self) -> bool:
        """Whether a limit was met."""
        return _Limits.times != self._before
