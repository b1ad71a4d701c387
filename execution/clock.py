"""The time of an execution, which passes only in calls of sleep()."""

from __future__ import annotations


class Clock:
    """The seconds since the execution began."""

    def __init__(self) -> None:
        self.now = 0.0

    def sleep(self, seconds: float) -> None:
        """Advance the time."""
        self.now += max(0.0, seconds)
