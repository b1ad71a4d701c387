"""What the service and its workers send one another: orders one way, messages the other, each with its length."""

from __future__ import annotations

import asyncio
import pickle
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from muranopl.interfaces.server.work.settings import CatalogSettings

LENGTH = struct.Struct("!Q")


class TaskAnswer(msgspec.Struct, frozen=True, array_like=True):
    """What a task gives.

    The worker fills in `state`, the id of the catalog's state that it was made of, and `limited`:
    that a limit of the machine was met, so that the next one who asks may get another answer.
    """

    status: int
    body: bytes
    media_type: str = "application/json"
    state: str = ""
    limited: bool = False


class Loaded(msgspec.Struct, frozen=True, tag=True):
    """The catalog is loaded: the signature of its files, and how long it took."""

    signature: str
    seconds: float


class Unloadable(msgspec.Struct, frozen=True, tag=True):
    """The catalog cannot be loaded; `trace` is there where muranopl itself failed, and for the log alone."""

    problem: str
    trace: str = ""


class TaskProgress(msgspec.Struct, frozen=True, tag=True):
    """How far a task is, in thousandths."""

    done: int


class Done(msgspec.Struct, frozen=True, tag=True):
    """What the task gave."""

    answer: TaskAnswer


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The task raised an exception, as text."""

    trace: str


class NoMemory(msgspec.Struct, frozen=True, tag=True):
    """The task needed more memory than it may have."""


class Outdated(msgspec.Struct, frozen=True, tag=True):
    """Files of the catalog are not any more as they were when it was loaded, so that there is no answer."""


Message = Loaded | Unloadable | TaskProgress | Done | Failed | NoMemory | Outdated
Task = Callable[..., TaskAnswer]
_DECODER: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)
_ENCODER = msgspec.msgpack.Encoder()


class Beginning(NamedTuple):
    """The first order: what to load, the signature its files must have (None for any), how much tasks may take."""

    settings: CatalogSettings
    expected: str | None
    memory: int


def encoded(order: Beginning | tuple[Task, tuple[Any, ...]]) -> bytes:
    """Return an order for a worker, with its length in front."""
    data = pickle.dumps(order, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data


def decoded(order: bytes) -> Any:
    """Return an order, which comes from the service itself."""
    return pickle.loads(order)  # noqa: S301


def encoded_message(message: Message) -> bytes:
    """Return a message of a worker, with its length in front."""
    data = _ENCODER.encode(message)
    return LENGTH.pack(len(data)) + data


async def next_message(reader: asyncio.StreamReader) -> Message:
    """Return the next message of a worker; raises IncompleteReadError, OSError where it has ended."""
    (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
    return _DECODER.decode(await reader.readexactly(length))
