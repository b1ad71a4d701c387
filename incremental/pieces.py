"""Messages over a pipe in small pieces, so that who sends or takes one never waits for a process that was stopped.

A piece is written and read at once or not at all. Of a message to a worker each piece but the first
is sent when the worker has taken the one before; what a worker sends may be taken whenever there is
some.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SIZE = 16_000
"""Bytes of a piece: the message of a `Connection` goes in one call of the system then."""

TAKEN = b"taken"
"""What is sent back for each piece that is not the last."""

_MORE, _LAST = b"+", b"."


def pieces(message: Any) -> Iterator[bytes]:
    """Yield the pieces of a message."""
    data = memoryview(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))
    while len(data) > SIZE:
        yield _MORE + data[:SIZE]
        data = data[SIZE:]
    last = _LAST + data
    del data  # nobody may ask for more than the last one
    yield last


class Joined:
    """Joins the pieces of messages."""

    def __init__(self) -> None:
        self._data = bytearray()

    def add(self, piece: bytes) -> tuple[Any] | None:
        """Add a piece; return the message, alone in a tuple, if that was the last one of it."""
        self._data += memoryview(piece)[1:]
        if piece[:1] == _MORE:
            return None
        data, self._data = self._data, bytearray()
        return (pickle.loads(data),)  # noqa: S301 - from a process of our own


def receive(pipe: Connection) -> Any:
    """Return the next message, each piece of which is waited for."""
    joined = Joined()
    while True:
        message = joined.add(pipe.recv_bytes())
        if message is not None:
            return message[0]
        pipe.send_bytes(TAKEN)
