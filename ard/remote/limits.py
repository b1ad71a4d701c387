"""Time limits of fetching; other bounds are in `muranopl.diagnostics.bounds`."""

from __future__ import annotations

from typing import NamedTuple

from muranopl.diagnostics.bounds import REMOTE_TIME


class TimeLimits(NamedTuple):
    """Seconds to wait for a connection, for more bytes, for all of one address, and between attempts."""

    connect: float = 10.0
    silence: float = 30.0
    total: float = REMOTE_TIME.most
    pauses: tuple[float, ...] = (0.5, 2.0)
    """The pauses before the second attempt, the third, and so on."""
