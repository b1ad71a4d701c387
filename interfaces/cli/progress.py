"""A progress bar on standard error."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from muranopl.api.catalog import Catalog

PATIENCE = 1.0
"""Seconds before the bar appears."""

INTERVAL = 0.1
"""Seconds between updates."""


def fetch(catalog: Catalog, *, shows_progress: bool) -> None:
    """Fetch the addresses among the paths of a catalog, with a bar of their own."""
    with progress_bar(shows_progress, "Fetching packages") as progress:
        catalog.fetch(progress)


@contextlib.contextmanager
def progress_bar(
    enabled: bool, title: str = "Checking packages"
) -> Iterator[Callable[[int, int], None] | None]:
    """Yield a callback with the parameters (done, total), or None.

    It is None if not `enabled`, or if standard error is not a terminal. The bar appears after
    `PATIENCE` seconds; rich is imported only then.
    """
    if not enabled or not sys.stderr.isatty():
        yield None
        return
    due = time.monotonic() + PATIENCE
    shown: tuple[Progress, TaskID] | None = None

    def show(done: int, total: int) -> None:
        nonlocal due, shown
        if time.monotonic() < due:
            return
        due = time.monotonic() + INTERVAL
        if shown is None:
            from rich.console import Console
            from rich.progress import Progress

            # Drawn without a thread, as forking worker processes is unsafe in a process
            # with several threads.
            progress = Progress(console=Console(stderr=True), transient=True, auto_refresh=False)
            shown = progress, progress.add_task(title, total=total)
            progress.start()
        shown[0].update(shown[1], completed=done, total=total, refresh=True)

    try:
        yield show
    finally:
        if shown is not None:
            shown[0].stop()
