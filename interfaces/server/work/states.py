"""The states of the catalog, with their cached answers: it is loaded again when its files have changed."""

from __future__ import annotations

import asyncio
import datetime
import logging
import time
from typing import Any

from muranopl.interfaces.server.work.messages import CatalogUnavailableError, Task, TaskAnswer
from muranopl.interfaces.server.work.pool import WorkerPool
from muranopl.interfaces.server.work.watching import signatures
from muranopl.interfaces.server.work.worker import Worker
from muranopl.phases.reuse.memory import RecentlyUsed
from muranopl.phases.reuse.signature import signature

Key = tuple[Task, tuple[Any, ...]]

_LOGGER = logging.getLogger("muranopl.server")
_PATIENCE = 30.0
"""Seconds after which unchanged files that could not be loaded are tried again."""
_OVERHEAD = 512
"""Approximate size of an entry in addition to the body and the key, in bytes."""


def _size(key: Key, answer: TaskAnswer) -> int:
    _, arguments = key
    return len(repr(arguments)) + len(answer.body) + _OVERHEAD


class CatalogState:
    """The catalog as loaded once; `id` is the signature of its files.

    It remembers answers of at most `most` bytes.
    """

    def __init__(self, id_: str, seconds: float, most: int) -> None:
        self.id = id_
        self.loaded_at = datetime.datetime.now(datetime.UTC)
        self.seconds = seconds
        """Duration of loading, in seconds."""
        self._most = most
        self._answers = RecentlyUsed[Key, TaskAnswer](most, _size)

    def answer(self, key: Key) -> TaskAnswer | None:
        """Return the answer of an earlier task, or None."""
        return self._answers.get(key)

    def remember(self, key: Key, answer: TaskAnswer) -> None:
        """Remember an answer, unless it takes the place of more than a quarter of the others."""
        if _size(key, answer) <= self._most // 4:
            self._answers.add(key, answer)


class States:
    """Keeps the current state up to date with the files."""

    def __init__(self, pool: WorkerPool, most: int) -> None:
        self.loaded = 0
        """Number of states loaded."""
        self.problem: str | None = None
        """Why the present files cannot be loaded, or None."""
        self._pool = pool
        self._most = most
        self._current: CatalogState | None = None
        self._loading = asyncio.Lock()
        self._failed = ("", 0.0)

    @property
    def current(self) -> CatalogState:
        """The current state. Raise CatalogUnavailableError before the first one is loaded."""
        if self._current is None:
            raise CatalogUnavailableError("the catalog is not loaded yet")
        return self._current

    async def refresh(self) -> CatalogState:
        """Return the state of the present files, loading it if needed.

        Raise CatalogUnavailableError.
        """
        async with self._loading:
            result = await asyncio.to_thread(signature, self._pool.settings.every_path)
            # Files may have come back as they were after a change that could not be loaded
            if self._current is not None and result.digest == self._current.id:
                self.problem = None
                return self._current
            failed, when = self._failed
            if (
                self.problem is not None
                and result.digest == failed
                and time.monotonic() - when < _PATIENCE
            ):
                raise CatalogUnavailableError(self.problem)
            try:
                worker = await self._pool.loaded_worker(None)
            except CatalogUnavailableError as error:
                self.problem, self._failed = (str(error), (result.digest, time.monotonic()))
                _LOGGER.error("the catalog cannot be loaded: %s", error)
                raise
            return self._take(worker)

    def _take(self, worker: Worker) -> CatalogState:
        """Make the state of a worker current."""
        self.problem = None
        self._current = CatalogState(worker.state, worker.seconds, self._most)
        self.loaded += 1
        _LOGGER.info("state %s of the catalog, loaded in %.1f s", worker.state, worker.seconds)
        self._pool.turn_to(worker)
        return self._current

    async def follow(self) -> None:
        """Refresh the state whenever files change; never return."""
        async for result in signatures(self._pool.settings.every_path):
            if self._current is None or result != self._current.id or self.problem is not None:
                try:
                    await self.refresh()
                except CatalogUnavailableError:
                    continue  # logged and shown in the status
