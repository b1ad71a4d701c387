"""Notes that the machine was a limit: its time, its memory, or the depth of Python's stack.

The result after meeting one may differ on another machine, or in a minute, so it is never cached.
Code that continues after a limit calls `meet`, even if the result hardly shows it; code that caches
results makes a `LimitWatch` before the work begins, and reads it afterwards.
"""

from __future__ import annotations


class _Limits:
    """The number of times that this process met a limit of the machine."""

    times = 0


def meet() -> None:
    """Record that a limit of the machine was met, in this process or in one that works for it."""
    _Limits.times += 1


def note(error: BaseException) -> None:
    """Call `meet` for an exception that is handled, if it means that a limit was met."""
    if isinstance(error, (MemoryError, RecursionError, TimeoutError)):
        meet()


class LimitWatch:
    """Detects whether any thread met a limit since the watch was made.

    False alarms are possible, misses are not.
    """

    __slots__ = ("_before",)

    def __init__(self) -> None:
        self._before = _Limits.times

    @property
    def met(self) -> bool:
        """Whether a limit was met."""
        return _Limits.times != self._before
