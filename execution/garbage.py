"""Objects destroyed: which are reached by nothing, and in which order they end (reference running, Destruction)."""

from __future__ import annotations

from muranopl.execution.natives import SessionServices


class Garbage:
    """Destroys the objects of one execution that nothing reaches."""

    def __init__(self, session: SessionServices) -> None:
        self._session = session

    def collect(self) -> None:
        """Destroy what neither the model, nor a running method, nor a static property reaches."""

    def finish(self) -> None:
        """Destroy what the model does not reach by what is saved of it."""
