"""A progress bar on stderr, for catalogs that take a while."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds before the bar appears."""


class Bar:
    """Called with (done, total); shows itself once `PATIENCE` is over. rich is loaded only then."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._shown: tuple[Progress, TaskID] | None = None

    def __call__(self, done: int, total: int) -> None:
        """Tell how far the work is."""
        if self._shown is None and time.monotonic() - self._started > PATIENCE:
            from rich.console import Console
            from rich.progress import Progress

            progress = Progress(console=Console(stderr=True), transient=True)
            progress.start()
            self._shown = progress, progress.add_task("Reading packages", total=total)
        if self._shown is not None:
            progress, task = self._shown
            progress.update(task, completed=done, total=total)

    def close(self) -> None:
        """Take the bar away."""
        if self._shown is not None:
            self._shown[0].stop()


@contextlib.contextmanager
def progress_bar(wanted: bool) -> Iterator[Callable[[int, int], None] | None]:
    """Yield what reports progress, or None if it is unwanted or stderr is no terminal."""
    if not wanted or not sys.stderr.isatty():
        yield None
        return
    bar = Bar()
    try:
        yield bar
    finally:
        bar.close()
