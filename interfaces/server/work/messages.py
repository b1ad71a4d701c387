"""Outcomes of work: results of tasks and of calls in workers, and exceptions for work that is not done.

Only TaskFailedError is about a bug.
"""

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


class WorkError(Exception):
    """Work was not done; `retry_after` is the number of seconds before a retry, None for never.

    `problem` is the message of exceptions that are made without one.
    """

    retry_after: int | None = None
    problem = ""

    def __init__(self, problem: str | None = None) -> None:
        super().__init__(self.problem if problem is None else problem)


class BusyError(WorkError):
    """All workers are busy and the queue is full."""

    retry_after = 1
    problem = "the service is busy"


class EndingError(BusyError):
    """The service is shutting down."""

    problem = "the service is shutting down"


class ClientBusyError(WorkError):
    """A client has too many concurrent requests."""

    retry_after = 1

    def __init__(self, most: int) -> None:
        super().__init__(f"this client has more than {most} concurrent requests")


class TimeLimitError(WorkError):
    """A task exceeded its time limit, and its worker was killed."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the work took longer than {seconds:g} s")


class MemoryLimitError(WorkError):
    """A task exceeded its memory limit."""

    problem = "the work needs too much memory"


class WorkerLostError(WorkError):
    """A worker ended during a task: out of memory, or a crash."""

    retry_after = 5
    problem = "the worker process ended unexpectedly"


class CatalogUnavailableError(WorkError):
    """The catalog cannot be loaded in its present form."""

    retry_after = 5


class TaskFailedError(Exception):
    """A task raised an exception, which is a bug; the text is its traceback."""
