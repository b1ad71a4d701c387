"""When files of the catalog may have changed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Sequence

import watchfiles

from muranopl.interfaces.server.work.signature import signature

_LOGGER = logging.getLogger("muranopl.server")

_QUIET = 100
"""Milliseconds without a change after which a burst of them is over, and the longest that one is waited for."""
_BURST = 2_000

_SECONDS = 2.0
"""How often the files are looked at, and the least part of the time that is left for something else."""
_REST = 50


async def signatures(paths: Sequence[str]) -> AsyncIterator[str]:
    """Yield the signature of the files whenever it may have changed.

    The system tells of changes where it can. It cannot on network file systems, beyond a number of folders, and of
    paths that vanish and come back; so the files are looked at now and then as well.
    """
    hints = asyncio.Event()
    watcher = asyncio.create_task(_watch(paths, hints))
    try:
        while True:
            started = time.monotonic()
            yield (await asyncio.to_thread(signature, paths)).digest
            pause = max(_SECONDS, (time.monotonic() - started) * _REST)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(hints.wait(), pause)
            hints.clear()
    finally:
        watcher.cancel()


async def _watch(paths: Sequence[str], hints: asyncio.Event) -> None:
    """Set an event when the system tells of a change."""
    while True:
        known = _identities(paths)
        there = [path for path, identity in zip(paths, known, strict=True) if identity is not None]
        if not there:
            await asyncio.sleep(_SECONDS)
            continue
        try:
            async for changes in watchfiles.awatch(
                *there,
                watch_filter=None,
                debounce=_BURST,
                step=_QUIET,
                rust_timeout=int(_SECONDS * 1000),
                yield_on_timeout=True,
                recursive=True,
            ):
                moved = _identities(paths) != known
                if changes or moved:
                    hints.set()
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
