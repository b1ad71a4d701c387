"""Messages over a pipe in small pieces, so that no side waits for a process that was stopped.

A piece is written and read in one call. After the first, every piece of a message to a worker is
sent when the worker has received the one before; pieces from a worker may be received at any time.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SIZE = 16_000
"""Bytes of a piece: a `Connection` then sends it in one system call."""

TAKEN = b"taken"
"""The reply to each piece but the last."""

_MORE, _LAST = b"+", b"."


def pieces(message: Any) -> Iterator[bytes]:
    """Yield the pieces of a message."""
    data = memoryview(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))
    while len(data) > SIZE:
        yield _MORE + data[:SIZE]
        data = data[SIZE:]
    last = _LAST + data
    del data  # the consumer may stop after the last piece
    yield last


class Joined:
    """Joins the pieces of messages."""

    def __init__(self) -> None:
        self._data = bytearray()

    def add(self, piece: bytes) -> tuple[Any] | None:
        """Add a piece; return the message in a 1-tuple after its last piece, else None."""
        self._data += memoryview(piece)[1:]
        if piece[:1] == _MORE:
            return None
        data, self._data = self._data, bytearray()
        return (pickle.loads(data),)  # noqa: S301 - from a process of this program


def receive(pipe: Connection) -> Any:
    """Return the next message; wait for all of its pieces."""
    joined = Joined()
    while True:
        message = joined.add(pipe.recv_bytes())
        if message is not None:
            return message[0]
        pipe.send_bytes(TAKEN)
