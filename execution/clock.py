"""The time of an execution, which only passes where a method sleeps."""

from __future__ import annotations


class Clock:
    """Seconds since the execution began."""

    def __init__(self) -> None:
        self.now = 0.0

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now += max(0.0, seconds)
