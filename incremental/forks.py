"""An executor whose workers are copies of this process: they have all that is in its memory.

Nothing has to be sent to them, and what they send back are bytes; so starting one takes some milliseconds, where a new
Python would take hundreds.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor
from typing import Any


class Forks(Executor):
    """Runs functions that return bytes, each call in a copy of its own, all at once. Only where there is `os.fork`."""

    def map(self, fn: Callable[..., Any], *iterables: Iterable[Any], **_unused: Any) -> Iterator[Any]:
        """Yield the results in order; raises BrokenExecutor where a worker cannot be started, fails or is killed."""
        running: list[tuple[int, int]] = []
        try:
            running.extend(_start(fn, arguments) for arguments in zip(*iterables, strict=True))
            while running:
                yield _result(*running.pop(0))
        finally:  # nobody waits for the others any more
            for pid, pipe in running:
                os.close(pipe)
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)


def _start(fn: Callable[..., bytes], arguments: tuple[Any, ...]) -> tuple[int, int]:
    """Start a copy; return its number and the pipe its result comes through."""
    try:
        reading, writing = os.pipe()
    except OSError as error:
        raise BrokenExecutor(f"no worker can be started: {error.strerror}") from error
    try:
        pid = os.fork()
    except OSError as error:
        os.close(reading)
        os.close(writing)
        raise BrokenExecutor(f"no worker can be started: {error.strerror}") from error
    if pid:
        os.close(writing)
        return pid, reading
    status = 1
    try:
        os.close(reading)
        result = fn(*arguments)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(result)
        status = 0
    finally:  # whatever happens, the copy must not go on with what its original was doing
        os._exit(status)


def _result(pid: int, pipe: int) -> bytes:
    with os.fdopen(pipe, "rb") as stream:
        result = stream.read()
    _, status = os.waitpid(pid, 0)
    if status:
        raise BrokenExecutor(f"a worker ended with {os.waitstatus_to_exitcode(status)}")
    return result
