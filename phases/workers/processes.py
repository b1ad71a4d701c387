"""Worker processes: each runs one call after another, whose results are futures.

Checks, the service and runs of tests share their work with such processes. Two threads of the
parent write to and read from each process, so that nothing else waits for one that was stopped or
killed in the middle of a message. (Pools of libraries let all workers share a pipe and its lock,
and hang then.)
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import pickle
import queue
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any, BinaryIO, NamedTuple

from muranopl.phases.job import TellThousandths

_INTERVAL = 0.05
"""Minimum time between reports of progress by a process, in seconds."""

_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[1:]; "
    "from muranopl.phases.workers.processes import main; main()"
)
"""Modules are imported from the paths of the parent, never from the current folder."""


class ProcessEndedError(Exception):
    """The process of a call has ended."""


class CallFailedError(Exception):
    """A call raised an exception; the text is its traceback."""


class _Call(NamedTuple):
    """A call that was submitted and has not returned."""

    future: Future[Any]
    report: TellThousandths | None


def can_fork() -> bool:
    """Return whether this process can be forked safely.

    If other threads run, a fork may wait forever for a lock that one of them holds; on macOS system
    libraries run threads. Processes of a `multiprocessing` pool must not have children.
    """
    return (
        "fork" in multiprocessing.get_all_start_methods()
        and sys.platform != "darwin"
        and threading.active_count() == 1
        and not multiprocessing.current_process().daemon
    )


def ending_signals() -> set[signal.Signals]:
    """Return the signals that end a program, as far as this system has them."""
    return {number for number in signal.Signals if number.name in {"SIGINT", "SIGTERM", "SIGHUP"}}


def _held() -> set[signal.Signals]:
    """Return the signals that `held_signals` holds back: those that end, and that of a time limit."""
    return ending_signals() | {signal.SIGALRM}


@contextlib.contextmanager
def held_signals() -> Iterator[None]:
    """Hold back signals until started processes and threads are known to those who end them.

    An exception of a signal handler would be lost in the middle of a fork.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, _held())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


class WorkerProcess:
    """A process that runs calls, one after another; `state` is the first argument of each.

    With `fork` it is a copy of this process, which has `state` and all modules, else a new
    interpreter, which is sent `state`. Raise OSError if it cannot be started.
    """

    def __init__(self, state: object = None, *, fork: bool) -> None:
        # Both kinds have the attributes that are used here.
        self._process: Any = _Fork(state) if fork else _interpreter()
        self.pid, self.kill = self._process.pid, self._process.kill
        self.ended: Future[None] = Future()
        self.ended.set_running_or_notify_cancel()
        self.heard = 0.0
        """The time of the last message, or of the call that began the present work."""
        self._lock = threading.Lock()
        self._calls: deque[_Call] = deque()
        self._orders: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        if not fork:
            self._orders.put(_record((state, gc.get_threshold())))

    @property
    def pending(self) -> int:
        """The number of calls that have not returned."""
        return len(self._calls)

    def submit(
        self, function: Callable[..., Any], *arguments: Any, report: TellThousandths | None = None
    ) -> Future[Any]:
        """Call `function(state, *arguments, report)` in the process; return the future result.

        `report` is called with the progress, by a thread. The future raises CallFailedError or
        ProcessEndedError, and cannot be cancelled.
        """
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        order = _record((function, arguments))
        with self._lock:
            if self.ended.done():
                future.set_exception(ProcessEndedError())
                return future
            if not self._calls:
                self.heard = time.monotonic()
            self._calls.append(_Call(future, report))
            self._orders.put(order)
        self._listen()
        return future

    def close(self) -> None:
        """Kill the process, and wait until it and the threads have ended."""
        self.kill()
        self._listen()
        for thread in self._threads:
            thread.join()

    def _listen(self) -> None:
        """Start the threads: not before the first call, as further processes are forked earlier."""
        if self._threads:
            return
        # `close` waits for both: a signal must not come between
        with held_signals():
            self._threads = [
                threading.Thread(target=target, daemon=True) for target in (self._write, self._read)
            ]
            for thread in self._threads:
                thread.start()

    def _write(self) -> None:
        # `_read` notices the end
        with contextlib.suppress(OSError), self._process.stdin as stdin:
            while (order := self._orders.get()) is not None:
                stdin.write(order)
                stdin.flush()

    def _read(self) -> None:
        # If an answer cannot be read, or `report` raises, the process is given up.
        with contextlib.suppress(Exception), self._process.stdout as stdout:
            while True:
                kind, value = pickle.load(stdout)  # noqa: S301 - from a process of this program
                self.heard = time.monotonic()
                self._take(kind, value)
        self.kill()
        self._process.wait()
        with self._lock:
            self.ended.set_result(None)
        # This ends `_write`, which waits for an order
        self._orders.put(None)
        for call in self._calls:
            call.future.set_exception(ProcessEndedError())

    def _take(self, kind: str, value: Any) -> None:
        if kind == "progress":
            report = self._calls[0].report
            if report is not None:
                report(value)
            return
        future = self._calls.popleft().future
        if kind == "result":
            future.set_result(value)
        else:
            future.set_exception(CallFailedError(value))


def _record(order: object) -> bytes:
    """Return an order, pickled twice.

    The receiver finds the end of the record without decoding the order, so an order that cannot be
    decoded fails alone.
    """
    return pickle.dumps(pickle.dumps(order, pickle.HIGHEST_PROTOCOL), pickle.HIGHEST_PROTOCOL)


def _interpreter() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-P", "-c", _PROGRAM, *sys.path]
    pipe = subprocess.PIPE
    # Python prints a traceback if a signal ends it while it starts; `_serve` takes them again
    with held_signals():
        return subprocess.Popen(command, stdin=pipe, stdout=pipe)  # noqa: S603 - this program


class _Fork:
    """A copy of this process, with attributes as `subprocess.Popen` has them."""

    def __init__(self, state: object) -> None:
        orders, self.stdin = _pipe()
        self.stdout, results = _pipe()

        def serve() -> None:
            self.stdin.close()  # otherwise the end of the parent would go unnoticed
            _serve(state, orders, results)

        process = multiprocessing.get_context("fork").Process(target=serve, daemon=True)
        try:
            process.start()
        except OSError:
            self.stdin.close()
            self.stdout.close()
            raise
        finally:
            orders.close()
            results.close()
        self.pid = process.pid
        self.kill, self.wait = process.kill, process.join


def _pipe() -> tuple[BinaryIO, BinaryIO]:
    reader, writer = os.pipe()
    return open(reader, "rb"), open(writer, "wb")


# In the process


def main() -> None:
    """Run calls from standard input, and write their results to standard output."""
    orders, results = open(os.dup(0), "rb"), open(os.dup(1), "wb")  # noqa: SIM115
    os.dup2(2, 1)  # so that nothing that is printed gets into the results
    state, threshold = pickle.loads(pickle.load(orders))  # noqa: S301 - from the parent
    gc.set_threshold(*threshold)
    _serve(state, orders, results)


def _serve(state: object, orders: BinaryIO, results: BinaryIO) -> None:
    """Run calls until the parent ends; signals end the process at once."""
    for number in ending_signals():
        # Those that the program ignores, as under `nohup`, stay ignored
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        # The signals that `held_signals` holds back are inherited
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _held())
    gc.freeze()  # inherited objects are not traversed again, and so not copied
    calls: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    # In a thread, so that the end of the parent is noticed while a call runs
    threading.Thread(target=_receive, args=(orders, calls), daemon=True).start()
    send = _Sender(results)
    while True:
        try:
            function, arguments = pickle.loads(calls.get())  # noqa: S301 - from the parent
            send("result", function(state, *arguments, send.report))
        except Exception:
            send("failure", traceback.format_exc())


def _receive(orders: BinaryIO, calls: queue.SimpleQueue[bytes]) -> None:
    """Queue the calls; exit when the parent has ended."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            calls.put(pickle.load(orders))  # noqa: S301 - from the parent
    os._exit(0)


class _Sender:
    """Sends messages to the parent; exits if it has ended."""

    def __init__(self, results: BinaryIO) -> None:
        self._results = results
        self._due = 0.0

    def __call__(self, kind: str, value: object) -> None:
        message = pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL)
        try:
            self._results.write(message)
            self._results.flush()
        except OSError:
            os._exit(0)

    def report(self, done: int) -> None:
        """Send the progress of a call, unless it was sent a moment ago."""
        now = time.monotonic()
        if now >= self._due:
            self._due = now + _INTERVAL
            self("progress", done)
