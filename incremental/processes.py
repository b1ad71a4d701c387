"""Worker processes: each receives one task after the other over a pipe, and reports progress.

They are not a `ProcessPoolExecutor`: both tasks of a shard have to run in the same process, a stuck
process must be ended, and the waiting process must be able to handle signals. No thread is used,
as it could be forked, or keep the program alive.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from muranopl.diagnostics.bounds import WORKER_SILENCE
from muranopl.incremental.held_signals import ending, held_signals
from muranopl.incremental.pieces import TAKEN, Joined, pieces, receive
from muranopl.incremental.shard import Plan
from muranopl.incremental.store import NewRecords
from muranopl.incremental.tasks import Done, TaskFunction

_INTERVAL = 0.05
"""Seconds between reports of progress by a worker."""

_TRIES = 2
"""Number of workers that may end while they run a shard; then the caller runs it."""


def start_method() -> str:
    """Return the start method: "fork" where it is safe, as a child inherits all that was read.

    If other threads run, a child may wait forever for a lock that one of them holds; on macOS
    system libraries run threads.
    """
    methods = multiprocessing.get_all_start_methods()
    if "fork" in methods and sys.platform != "darwin" and threading.active_count() == 1:
        return "fork"
    return "forkserver" if "forkserver" in methods else "spawn"


class Processes:
    """At most `count` workers of a plan; fewer, or none, if processes cannot be started."""

    def __init__(self, plan: Plan, count: int, method: str | None = None) -> None:
        method = method or start_method()
        self._plan, self._context = plan, multiprocessing.get_context(method)
        if method == "forkserver":
            self._context.set_forkserver_preload([__name__])
        self._slots: list[_Slot] = []
        if (
            not multiprocessing.current_process().daemon
        ):  # such as those of a `multiprocessing` pool, which may start none
            with held_signals():
                self._start(count)

    def _start(self, count: int) -> None:
        with contextlib.suppress(OSError):
            for _ in range(count):
                others = (
                    [slot.pipe for slot in self._slots]
                    if self._context.get_start_method() == "fork"
                    else []
                )
                self._slots.append(_Slot(self._context, self._plan, others))

    def run(
        self, function: TaskFunction, orders: Mapping[int, bytes], common: bytes, done: Done
    ) -> dict[int, bytes]:
        """Return the results of a task by shard, without those whose workers ended or were stuck.

        Every task of a shard goes to the same worker, or to another one if that has ended.
        """
        work = _Work(self._slots, orders)
        while True:
            for slot in self._slots:
                shard = None if slot.is_busy else work.next_for(slot)
                if shard is not None and not slot.begin(function, shard, orders[shard], common):
                    work.lose(slot)
            busy = {slot.pipe: slot for slot in self._slots if slot.is_busy}
            if not busy:
                return work.results
            for pipe in multiprocessing.connection.wait(list(busy), _INTERVAL * 10):
                _hear(busy[pipe], work, done)
            for slot in busy.values():
                if slot.is_busy and time.monotonic() - slot.heard > WORKER_SILENCE.most:
                    work.lose(slot)

    def close(self) -> None:
        """End all processes."""
        for slot in self._slots:
            slot.end()


class _Slot:
    """A worker process; `shard` is the one that it runs."""

    def __init__(self, context: Any, plan: Plan, others: Collection[Connection]) -> None:
        self.pipe, theirs = context.Pipe()
        self.shard: int | None = None
        self.heard = 0.0
        self._unsent: Iterator[bytes] = iter(())
        self._joined = Joined()
        self.lives = False
        inherited = [*others, self.pipe] if others or context.get_start_method() == "fork" else []
        try:
            self._process: BaseProcess = context.Process(
                target=_serve, args=(theirs, inherited, plan, gc.get_threshold()), daemon=True
            )
            self._process.start()
            self.lives = True
        finally:
            theirs.close()
            if not self.lives:
                self.pipe.close()

    @property
    def is_busy(self) -> bool:
        """True if it has a task."""
        return self.shard is not None

    def begin(self, function: TaskFunction, shard: int, order: bytes, common: bytes) -> bool:
        """Send a task; return whether the worker could receive it."""
        self.shard, self.heard = shard, time.monotonic()
        self._unsent = pieces((function, shard, order, common))
        try:
            self._send_next()
        except OSError:
            return False
        return True

    def hear(self) -> tuple[Any] | None:
        """Receive a piece; return the message in a 1-tuple if it is complete, else None.

        Raise OSError, EOFError.
        """
        piece = self.pipe.recv_bytes()
        self.heard = time.monotonic()
        if piece != TAKEN:
            return self._joined.add(piece)
        self._send_next()
        return None

    def _send_next(self) -> None:
        piece = next(self._unsent, None)
        if piece is not None:
            self.pipe.send_bytes(piece)

    def end(self) -> None:
        """End the process at once."""
        if self.lives:
            self.lives, self.shard = False, None
            self._process.kill()
            self._process.join()
            self.pipe.close()


class _Work:
    """The shards still to be run, and their workers."""

    def __init__(self, slots: list[_Slot], orders: Mapping[int, bytes]) -> None:
        self.results: dict[int, bytes] = {}
        self._queues = [
            deque(shard for shard in orders if shard % len(slots) == at) for at in range(len(slots))
        ]
        self._left: deque[int] = deque()
        self._slots = slots
        self._tries: dict[int, int] = {}
        for slot, queue in zip(slots, self._queues, strict=True):
            if not slot.lives:
                self._left += queue
                queue.clear()

    def next_for(self, slot: _Slot) -> int | None:
        """Return the next shard for a worker."""
        queue = self._queues[self._slots.index(slot)]
        if not slot.lives:
            return None
        return queue.popleft() if queue else self._left.popleft() if self._left else None

    def lose(self, slot: _Slot) -> None:
        """End a worker; assign its shards to others."""
        self.fail(slot)
        slot.end()
        queue = self._queues[self._slots.index(slot)]
        self._left += queue
        queue.clear()

    def fail(self, slot: _Slot) -> None:
        """Assign the shard of a worker to another one, once."""
        shard, slot.shard = slot.shard, None
        if shard is not None:
            self._tries[shard] = self._tries.get(shard, 0) + 1
            if self._tries[shard] < _TRIES:
                self._left.append(shard)


def _hear(slot: _Slot, work: _Work, done: Done) -> None:
    """Receive a piece from a worker; handle a message that it completes.

    Messages are progress, a result, or None for a task that failed.
    """
    try:
        heard = slot.hear()
    except (EOFError, OSError):
        work.lose(slot)
        return
    if heard is None:
        return
    (message,) = heard
    if isinstance(message, int):
        done(message)
    elif message is None:
        work.fail(slot)
    elif slot.shard is not None:
        work.results[slot.shard], slot.shard = message, None


def _serve(
    pipe: Connection, inherited: Collection[Connection], plan: Plan, threshold: tuple[int, int, int]
) -> None:
    """Run tasks until the parent closes the pipe; signals end the process at once."""
    for other in inherited:  # otherwise the end of the original would go unnoticed
        other.close()
    for number in ending():
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ending())
    gc.freeze()  # inherited objects are not traversed again, and so not copied
    gc.set_threshold(*threshold)
    if plan.cache is not None:
        plan.cache.store = NewRecords()
    try:
        while True:
            function, shard, order, common = receive(pipe)
            result: bytes | None = None
            with contextlib.suppress(Exception):  # the process that runs it last reports it
                result = function(plan, shard, order, common, _DoneByPipe(pipe))
            for piece in pieces(result):
                pipe.send_bytes(piece)
    except (EOFError, OSError):
        os._exit(0)


class _DoneByPipe:
    """Report progress to the parent from time to time; exit if it has ended."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._done = 0
        self._due = 0.0

    def __call__(self, more: int) -> None:
        self._done += more
        now = time.monotonic()
        if now >= self._due:
            try:
                for piece in pieces(self._done):
                    self._pipe.send_bytes(piece)
            except OSError:
                os._exit(1)
            self._done, self._due = 0, now + _INTERVAL
