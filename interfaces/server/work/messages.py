"""Messages between the service and its workers, each prefixed with its length."""

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
    """The result of a task.

    The worker sets `state`, the id of the catalog's state it is based on, and `limited`: a limit of
    the machine was reached, so that the same task may have another result later.
    """

    status: int
    body: bytes
    media_type: str = "application/json"
    state: str = ""
    limited: bool = False


class Loaded(msgspec.Struct, frozen=True, tag=True):
    """The catalog is loaded: the signature of its files and the duration in seconds."""

    signature: str
    seconds: float


class Unloadable(msgspec.Struct, frozen=True, tag=True):
    """The catalog cannot be loaded; `trace` is the traceback of a bug, for the log only."""

    problem: str
    trace: str = ""


class TaskProgress(msgspec.Struct, frozen=True, tag=True):
    """The progress of a task, in thousandths."""

    done: int


class Done(msgspec.Struct, frozen=True, tag=True):
    """The result of the task."""

    answer: TaskAnswer


class Failed(msgspec.Struct, frozen=True, tag=True):
    """The task raised an exception; `trace` is its traceback."""

    trace: str


class NoMemory(msgspec.Struct, frozen=True, tag=True):
    """The task exceeded its memory limit."""


class Outdated(msgspec.Struct, frozen=True, tag=True):
    """Files of the catalog have changed since it was loaded, so that there is no answer."""


Message = Loaded | Unloadable | TaskProgress | Done | Failed | NoMemory | Outdated
Task = Callable[..., TaskAnswer]
_DECODER: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)
_ENCODER = msgspec.msgpack.Encoder()


class Beginning(NamedTuple):
    """The first order: the settings of the catalog, and the limits of loading and tasks.

    `expected` is the required signature of the files (None for any), `memory` the number of bytes
    that tasks may use.
    """

    settings: CatalogSettings
    expected: str | None
    memory: int


def encoded(order: Beginning | tuple[Task, tuple[Any, ...]]) -> bytes:
    """Return an order as bytes, prefixed with its length."""
    data = pickle.dumps(order, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data


def decoded(order: bytes) -> Any:
    """Return an order from the bytes after its length; the sender is trusted."""
    return pickle.loads(order)  # noqa: S301


def encoded_message(message: Message) -> bytes:
    """Return a message of a worker as bytes, prefixed with its length."""
    data = _ENCODER.encode(message)
    return LENGTH.pack(len(data)) + data


async def next_message(reader: asyncio.StreamReader) -> Message:
    """Return the next message of a worker.

    Raise IncompleteReadError or OSError if the worker has ended.
    """
    (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
    return _DECODER.decode(await reader.readexactly(length))
