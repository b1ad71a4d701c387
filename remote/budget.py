"""The bytes and the time that fetching one address may take."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from muranopl.remote.failures import FetchError
from muranopl.remote.limits import TimeLimits


class FetchBudget:
    """The bytes and the seconds of an address, which may be several files.

    `started` is when fetching began, by `time.monotonic()`; by default it is now.
    """

    def __init__(self, limits: TimeLimits, started: float | None = None) -> None:
        self._total = limits.total
        self._until = (time.monotonic() if started is None else started) + limits.total
        self._size = 0

    def counted(self, chunks: Iterable[bytes], most: int) -> Iterator[bytes]:
        """Yield chunks. Raise FetchError if all bytes are more than `most`, or take too long."""
        for chunk in chunks:
            self._size += len(chunk)
            if self._size > most:
                raise too_large(most)
            if time.monotonic() > self._until:
                raise FetchError("unreachable", f"it takes more than {self._total:g} s")
            yield chunk


def too_large(most: int) -> FetchError:
    """Return the error for more bytes than are fetched."""
    return FetchError("too-large", f"at most {most:,} bytes are fetched")
