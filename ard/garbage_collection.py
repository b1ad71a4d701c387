"""Pauses Python's cyclic garbage collection while many objects are created that all remain."""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def paused() -> Iterator[None]:
    """Pause garbage collection while millions of nodes are built.

    They form no cycles, and it takes most of the time. If several threads pause it, it is on again
    at the latest when the last one is done.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
