"""Waiting for events, as long as a busy machine needs."""

from __future__ import annotations

import time
from collections.abc import Callable

GUARD = 600.0
"""Seconds after which something hangs; no test passes or fails by them otherwise."""
SILENCE = 120.0
"""Seconds without an event after which what a test waits for will not come, such as a changed text."""


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for an event."""
    end = time.monotonic() + GUARD
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
