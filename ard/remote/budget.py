"""The bytes and the time that fetching one address may take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from muranopl.ard.remote.deadline import Deadline
from muranopl.ard.remote.failures import FetchError


class FetchBudget:
    """The bytes and the seconds of an address, which may be several files."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        self._size = 0

    def counted(self, chunks: Iterable[bytes], most: int) -> Iterator[bytes]:
        """Yield chunks. Raise FetchError if all bytes are more than `most`, or take too long."""
        for chunk in chunks:
            self._size += len(chunk)
            if self._size > most:
                raise too_large(most)
            self._deadline.left()
            yield chunk


def too_large(most: int) -> FetchError:
    """Return the error for more bytes than are fetched."""
    return FetchError("too-large", f"at most {most:,} bytes are fetched")
