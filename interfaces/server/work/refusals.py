"""Why work is not done; none of these is a mistake of the program."""

from __future__ import annotations


class WorkError(Exception):
    """Work was not done. `retry_after` is after how many seconds it may be asked for again, None for not at all."""

    retry_after: int | None = None


class BusyError(WorkError):
    """All workers are busy, and enough waits already."""

    def __init__(self, message: str = "the service is busy", retry_after: int = 1) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class EndingError(BusyError):
    """The service ends."""

    def __init__(self) -> None:
        super().__init__("the service ends")


class ClientBusyError(WorkError):
    """One client asks for too much at once."""

    def __init__(self, most: int, retry_after: int = 1) -> None:
        super().__init__(f"this client asks for more than {most} things at once")
        self.retry_after = retry_after


class TimeLimitError(WorkError):
    """A task took too long, and its worker was ended."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"it takes longer than {seconds:g} s")
        self.seconds = seconds


class MemoryLimitError(WorkError):
    """A task took too much memory."""

    def __init__(self) -> None:
        super().__init__("it takes too much memory")


class WorkerLostError(WorkError):
    """A worker ended in the middle of a task: there is no memory left, or something crashed."""

    retry_after = 5

    def __init__(self) -> None:
        super().__init__("the process that worked on it ended unexpectedly")


class CatalogUnavailableError(WorkError):
    """The catalog cannot be loaded as it is now."""

    retry_after = 5


class TaskFailedError(Exception):
    """A task raised an exception, which is a bug: the text is its trace."""
