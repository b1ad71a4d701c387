"""Copies of this process that work at the same time: they have all that is in its memory.

Nothing has to be sent to them, and what they send back are bytes; so starting one takes some milliseconds, where a new
Python would take hundreds.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from typing import NamedTuple, NoReturn, TypeVar

T = TypeVar("T")

_CHUNK = 2**20
_LENGTH = 8
"""Bytes that announce how long a result is."""


class _Copy(NamedTuple):
    """A copy that works, and the pipe its result comes through."""

    pid: int
    pipe: int


def run_in_copies(work: Callable[[T], bytes], parts: Sequence[T]) -> list[bytearray]:
    """Return what `work` gives for each part, done in as many copies at once. Only where there is `os.fork`.

    Raise BrokenExecutor where a copy cannot be started, fails or is killed. However this ends, no copy is left.
    """
    copies: list[_Copy] = []
    try:
        for part in parts:
            _start(work, part, copies)
        return _results(copies)
    finally:
        for copy in copies:
            os.close(copy.pipe)
            with contextlib.suppress(ChildProcessError):  # where SIGCHLD is ignored, copies that ended are gone
                if os.waitpid(copy.pid, os.WNOHANG) == (0, 0):
                    os.kill(copy.pid, signal.SIGKILL)  # it has nothing more to do, or nobody waits for it any more
                    os.waitpid(copy.pid, 0)


def _start(work: Callable[[T], bytes], part: T, copies: list[_Copy]) -> None:
    """Start a copy and note it; no signal comes between the two."""
    pipe, writing = _pipe()
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, _ending())
    try:
        pid = os.fork()
        if pid == 0:
            _work(work, part, writing, blocked)
        copies.append(_Copy(pid, pipe))
    except OSError as error:
        os.close(pipe)
        raise BrokenExecutor(f"no worker can be started: {error.strerror}") from error
    finally:
        os.close(writing)
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _pipe() -> tuple[int, int]:
    try:
        return os.pipe()
    except OSError as error:
        raise BrokenExecutor(f"no worker can be started: {error.strerror}") from error


def _work(work: Callable[[T], bytes], part: T, pipe: int, blocked: set[int | signal.Signals]) -> NoReturn:
    """Do a part of the work as a copy, which signals end at once."""
    try:
        for number in _ending():
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)  # what its original does then is not for a copy to do
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        result = work(part)
        with os.fdopen(pipe, "wb") as stream:
            stream.write(len(result).to_bytes(_LENGTH, "big"))
            stream.write(result)
    finally:  # whatever happens, the copy must not go on with what its original was doing
        os._exit(0)


def _ending() -> set[signal.Signals]:
    return {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


def _results(copies: Sequence[_Copy]) -> list[bytearray]:
    """Return the results of copies, in order."""
    received = {copy.pipe: bytearray() for copy in copies}
    with selectors.DefaultSelector() as selector:
        for pipe in received:
            selector.register(pipe, selectors.EVENT_READ)
        while selector.get_map():
            for key, _ in selector.select():
                data = os.read(key.fd, _CHUNK)
                received[key.fd] += data
                if not data:
                    selector.unregister(key.fd)
                    _take_off_length(received[key.fd])
    return list(received.values())


def _take_off_length(received: bytearray) -> None:
    """Leave the result alone; raise BrokenExecutor where a copy sent less than it announced, or nothing."""
    announced = int.from_bytes(received[:_LENGTH], "big")
    if len(received) != _LENGTH + announced:
        raise BrokenExecutor("a worker ended before its work was done")
    del received[:_LENGTH]
