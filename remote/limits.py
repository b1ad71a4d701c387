"""Time limits of fetching; sizes are bounded in `muranopl.diagnostics.bounds`."""

from __future__ import annotations

from typing import NamedTuple


class TimeLimits(NamedTuple):
    """Seconds to wait for a connection, for more bytes, for all of one address, and between attempts."""

    connect: float = 10.0
    silence: float = 30.0
    total: float = 600.0
    pauses: tuple[float, ...] = (0.5, 2.0)
    """The pauses before the second attempt, the third, and so on."""
