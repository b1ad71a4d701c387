"""The results of calls in workers, and what tasks return."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec


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


class Loaded(NamedTuple):
    """The catalog is loaded: the signature of its files and the duration in seconds."""

    signature: str
    seconds: float


class Unloadable(NamedTuple):
    """The catalog cannot be loaded; `trace` is the traceback of a bug, for the log only."""

    problem: str
    trace: str = ""


class NoMemory(NamedTuple):
    """The task exceeded its memory limit."""


class Outdated(NamedTuple):
    """Files of the catalog have changed since it was loaded, so that there is no answer."""


Task = Callable[..., TaskAnswer]
LoadOutcome = Loaded | Unloadable | Outdated
TaskOutcome = TaskAnswer | NoMemory | Outdated
