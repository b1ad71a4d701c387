"""Exceptions for work that is not done; none of these is a bug."""

from __future__ import annotations


class WorkError(Exception):
    """Work was not done; `retry_after` is the number of seconds before a retry, None for never."""

    retry_after: int | None = None


class BusyError(WorkError):
    """All workers are busy and the queue is full."""

    def __init__(self, message: str = "the service is busy", retry_after: int = 1) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class EndingError(BusyError):
    """The service is shutting down."""

    def __init__(self) -> None:
        super().__init__("the service ends")


class ClientBusyError(WorkError):
    """A client has too many concurrent requests."""

    def __init__(self, most: int, retry_after: int = 1) -> None:
        super().__init__(f"this client asks for more than {most} things at once")
        self.retry_after = retry_after


class TimeLimitError(WorkError):
    """A task exceeded its time limit, and its worker was killed."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"it takes longer than {seconds:g} s")
        self.seconds = seconds


class MemoryLimitError(WorkError):
    """A task exceeded its memory limit."""

    def __init__(self) -> None:
        super().__init__("it takes too much memory")


class WorkerLostError(WorkError):
    """A worker ended during a task: out of memory, or a crash."""

    retry_after = 5

    def __init__(self) -> None:
        super().__init__("the process that worked on it ended unexpectedly")


class CatalogUnavailableError(WorkError):
    """The catalog cannot be loaded in its present form."""

    retry_after = 5


class TaskFailedError(Exception):
    """A task raised an exception, which is a bug; the text is its traceback."""
