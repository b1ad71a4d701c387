"""Forked child processes that work at the same time: they have all that is in the memory of this one.

Nothing has to be sent to them, and what they send back are bytes; so starting one takes some milliseconds, where a new
Python would take hundreds.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from typing import NamedTuple, NoReturn, TypeVar

from muranopl.phases.progress import Advance

T = TypeVar("T")

Work = Callable[[T, Advance | None], bytes]
"""Gives the result of a part; tells how many units of it are done."""

_CHUNK = 2**20
_LENGTH = 8
"""Bytes that announce how long a result is."""

_INTERVAL = 0.05
"""Seconds after which a child tells what it has done."""


class _Child(NamedTuple):
    """A child process, and the pipe its result comes through."""

    pid: int
    pipe: int


class _Pipe(NamedTuple):
    """The ends of a pipe."""

    reading: int
    writing: int


def run_forked(work: Work[T], parts: Sequence[T], advance: Advance | None) -> list[bytearray]:
    """Return what `work` gives for each part, each done in a child process, all at once. Only where there is `os.fork`.

    `advance` is told what all of them have done. Raise BrokenExecutor where a child cannot be started, fails or is
    killed. However this ends, no child is left; where this process is killed, each ends when it next tells anything.
    """
    children: list[_Child] = []
    told = _pipe()
    try:
        for part in parts:
            _start(work, part, told, children)
        return _results(children, told.reading, advance)
    finally:
        for end in (*told, *(child.pipe for child in children)):
            os.close(end)
        for child in children:
            with contextlib.suppress(ChildProcessError):  # where SIGCHLD is ignored, children that ended are gone
                if os.waitpid(child.pid, os.WNOHANG) == (0, 0):
                    os.kill(child.pid, signal.SIGKILL)  # it has nothing more to do, or nobody waits for it any more
                    os.waitpid(child.pid, 0)


def _start(work: Work[T], part: T, told: _Pipe, children: list[_Child]) -> None:
    """Start a child and note it; no signal comes between the two."""
    result = _pipe()
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, _ending())
    try:
        pid = os.fork()
        if pid == 0:
            _work(work, part, told, result, blocked)
        children.append(_Child(pid, result.reading))
    except OSError as error:
        os.close(result.reading)
        raise BrokenExecutor(f"no worker can be started: {error.strerror}") from error
    finally:
        os.close(result.writing)
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def _pipe() -> _Pipe:
    try:
        return _Pipe(*os.pipe())
    except OSError as error:
        raise BrokenExecutor(f"no worker can be started: {error.strerror}") from error


def _work(work: Work[T], part: T, told: _Pipe, result: _Pipe, blocked: set[int | signal.Signals]) -> NoReturn:
    """Do a part of the work, as a child that signals end at once."""
    try:
        os.close(told.reading)  # so that only the parent has it, and writing fails once that is gone
        for number in _ending():
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)  # what its parent does then is not for a child to do
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        found = work(part, _ProgressPipe(told.writing))
        with os.fdopen(result.writing, "wb") as stream:
            stream.write(len(found).to_bytes(_LENGTH, "big"))
            stream.write(found)
    finally:  # whatever happens, the child must not go on with what its parent was doing
        os._exit(0)


class _ProgressPipe:
    """Counts what a child has done and tells its parent now and then, a byte for a unit; without one the child ends."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._done = 0
        self._due = 0.0

    def __call__(self, more: int) -> None:
        self._done += more
        now = time.monotonic()
        if now < self._due:
            return
        try:
            os.write(self._pipe, bytes(self._done))
        except BrokenPipeError:
            os._exit(1)
        self._done, self._due = 0, now + _INTERVAL


def _ending() -> set[signal.Signals]:
    return {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}


def _results(children: Sequence[_Child], told: int, advance: Advance | None) -> list[bytearray]:
    """Return the results of children, in order; tell what comes through the pipe `told`."""
    received = {child.pipe: bytearray() for child in children}
    with selectors.DefaultSelector() as selector:
        for pipe in received:
            selector.register(pipe, selectors.EVENT_READ)
        selector.register(told, selectors.EVENT_READ)
        while len(selector.get_map()) > 1:
            for key, _ in selector.select():
                data = os.read(key.fd, _CHUNK)
                if key.fd != told:
                    received[key.fd] += data
                elif advance is not None:
                    advance(len(data))
                if not data:
                    selector.unregister(key.fd)
                    _take_off_length(received[key.fd])
    return list(received.values())


def _take_off_length(received: bytearray) -> None:
    """Leave the result alone; raise BrokenExecutor where a child sent less than it announced, or nothing."""
    announced = int.from_bytes(received[:_LENGTH], "big")
    if len(received) != _LENGTH + announced:
        raise BrokenExecutor("a worker ended before its work was done")
    del received[:_LENGTH]
