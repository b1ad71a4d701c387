"""When files of the catalog may have changed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Sequence

import watchfiles

from muranopl.incremental.signature import signature

_LOGGER = logging.getLogger("muranopl.server")

_LEAST = 0.5
"""Seconds between two looks at the files, at least."""

_REST = 50
"""How much more time passes between two looks than one takes of the processor."""

_LATE = 2.0
"""Seconds that are too long to wait for a look: the system is to tell of changes then.

It is not asked before, as it tells of every file that is opened, too: as much again as a look, at
every check.
"""

_QUIET = 100
"""Milliseconds without a change after which a burst of them is over, and the longest that one is waited for."""
_BURST = 2_000


async def signatures(paths: Sequence[str]) -> AsyncIterator[str]:
    """Yield the signature of the files again and again, and soon when the system tells that they changed.

    It cannot tell on network file systems, beyond a number of folders, and of paths that vanish and
    come back.
    """
    hints = asyncio.Event()
    watcher: asyncio.Task[None] | None = None
    try:
        while True:
            digest, seconds = await asyncio.to_thread(_look, paths)
            yield digest
            pause = max(_LEAST, seconds * _REST)
            if pause > _LATE and watcher is None:
                watcher = asyncio.create_task(_watch(paths, hints))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(hints.wait(), pause)
            hints.clear()
    finally:
        if watcher is not None:
            watcher.cancel()


def _look(paths: Sequence[str]) -> tuple[str, float]:
    """Return the signature of the files, and how long it took of the processor."""
    started = time.thread_time()
    return signature(paths).digest, time.thread_time() - started


async def _watch(paths: Sequence[str], hints: asyncio.Event) -> None:
    """Set an event when the system tells of a change, or could not have told of one that there was before."""
    while True:
        known = _identities(paths)
        there = [path for path, identity in zip(paths, known, strict=True) if identity is not None]
        if not there:
            await asyncio.sleep(_LATE)
            continue
        is_first = True
        try:
            async for changes in watchfiles.awatch(
                *there,
                watch_filter=None,
                debounce=_BURST,
                step=_QUIET,
                rust_timeout=int(_LATE * 1000),
                yield_on_timeout=True,
                recursive=True,
            ):
                moved = _identities(paths) != known
                if changes or moved or is_first:
                    hints.set()
                is_first = False
                if moved:
                    break
        except (OSError, RuntimeError) as error:
            _LOGGER.warning("changes are seen late, as the system does not tell of them: %s", error)
            return


def _identities(paths: Sequence[str]) -> list[tuple[int, int] | None]:
    """Return what tells folders apart that have the same path one after the other."""
    return [_identity(path) for path in paths]


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino
