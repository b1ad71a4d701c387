"""The terminal: colours and width of the output, and a progress bar on standard error."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from muranopl.api.catalog import Catalog

MIN_WIDTH = 60
DEFAULT_WIDTH = 120
PATIENCE = 1.0
"""Seconds before the bar appears."""
INTERVAL = 0.1
"""Seconds between updates."""


def wants_color(choice: str, stream: TextIO) -> bool:
    """Return whether to use colours.

    Decisive are `--color`, NO_COLOR, FORCE_COLOR and whether `stream` is a terminal, in this order.
    """
    if choice != "auto":
        return choice == "always"
    # By the convention of no-color.org an empty value does not count
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def text_width(stream: TextIO) -> int:
    """Return the width of text in columns: `COLUMNS`, the terminal's width, or a default."""
    if not stream.isatty() and not os.environ.get("COLUMNS"):
        return DEFAULT_WIDTH
    import shutil  # few reports go to a terminal

    return max(MIN_WIDTH, shutil.get_terminal_size((DEFAULT_WIDTH, 24)).columns)


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
            from rich import console, progress

            # Drawn without a thread, as forking worker processes is unsafe in a process
            # with several threads.
            stderr = console.Console(stderr=True)
            bar = progress.Progress(console=stderr, transient=True, auto_refresh=False)
            shown = bar, bar.add_task(title, total=total)
            bar.start()
        shown[0].update(shown[1], completed=done, total=total, refresh=True)

    try:
        yield show
    finally:
        if shown is not None:
            shown[0].stop()
