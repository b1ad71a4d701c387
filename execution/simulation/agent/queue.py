"""Ids and stamps of the plans of one agent."""

from __future__ import annotations

from collections.abc import Callable

from muranopl.execution.simulation.placeholders import Placeholders

_STAMPS_PER_SECOND = 10_000
"""The engine's stamps are times in units of 1/10000 s."""


class PlanNumbers:
    """Ids and stamps of the plans sent to one queue; `clock` returns the time of the run."""

    def __init__(self, queue: str, placeholders: Placeholders, clock: Callable[[], float]) -> None:
        self._queue = queue
        self._placeholders = placeholders
        self._clock = clock
        self._plans = 0
        self._files = 0
        self._last_stamp = 0

    def plan_id(self) -> str:
        """Return a new id for a plan."""
        self._plans += 1
        return self._placeholders.digits_of("plan", str(self._plans), "of queue", self._queue)

    def file_id(self) -> str:
        """Return a new id for a file."""
        self._files += 1
        return self._placeholders.digits_of("file", str(self._files), "of queue", self._queue)

    def stamp(self) -> int:
        """Return a stamp that is larger than all earlier ones."""
        # Increasing even if the clock stands still.
        self._last_stamp = max(self._last_stamp + 1, int(self._clock() * _STAMPS_PER_SECOND))
        return self._last_stamp
