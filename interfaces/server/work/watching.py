"""Detects changed files of the catalog."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from collections.abc import AsyncIterator, Sequence

import watchfiles

from muranopl.phases.reuse.signature import signature

_LOGGER = logging.getLogger("muranopl.server")

_LEAST = 0.5
"""Minimum time between two signatures, in seconds."""

_REST = 50
"""Ratio of the time between two signatures to the processor time of one."""

_LATE = 2.0
"""Maximum delay in seconds without notifications of the system; above it they are enabled.

They are disabled below it, as the system also reports every opened file: this costs as much as a
signature for every check.
"""

_QUIET = 100
"""Milliseconds without a change that end a burst of changes; `_BURST` is its maximum length."""
_BURST = 2_000


async def signatures(paths: Sequence[str]) -> AsyncIterator[str]:
    """Yield the signature of the files periodically, and soon after a change notification.

    There are no notifications on network file systems, beyond a maximum number of folders, and for
    paths that are deleted and created again.
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
    """Return the signature of the files, and the processor time it took in seconds."""
    started = time.thread_time()
    return signature(paths).digest, time.thread_time() - started


async def _watch(paths: Sequence[str], hints: asyncio.Event) -> None:
    """Set `hints` on a change notification, and whenever one may have been missed."""
    while True:
        identities = _identities(paths)
        there = [
            path for path, identity in zip(paths, identities, strict=True) if identity is not None
        ]
        if not there:
            await asyncio.sleep(_LATE)
            continue
        is_first = True
        try:
            async for changes in watchfiles.awatch(
                *there,
                # Signatures include files that the default filter ignores, as of version control
                watch_filter=None,
                debounce=_BURST,
                step=_QUIET,
                rust_timeout=int(_LATE * 1000),
                # Without a notification too, as for a path that is deleted and created again
                yield_on_timeout=True,
                recursive=True,
            ):
                moved = _identities(paths) != identities
                # Changes between the signature and the start of the watch cause no notification
                if changes or moved or is_first:
                    hints.set()
                is_first = False
                if moved:
                    break
        except (OSError, RuntimeError) as error:
            _LOGGER.warning(
                "changes are detected with a delay, as the system does not report them: %s", error
            )
            return


def _identities(paths: Sequence[str]) -> list[tuple[int, int] | None]:
    """Return the identities of folders, which differ for a folder recreated at the same path."""
    return [_identity(path) for path in paths]


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_dev, status.st_ino
