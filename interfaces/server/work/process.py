"""The main program of a worker process: load the catalog, then run tasks one after another."""

from __future__ import annotations

import contextlib
import gc
import os
import queue
import signal
import sys
import threading
import time
import traceback
from typing import BinaryIO

import msgspec

from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.diagnostics.usage import UsageError
from muranopl.incremental.signature import FilesSignature, signature
from muranopl.interfaces.server.work.messages import (
    LENGTH,
    Beginning,
    Done,
    Failed,
    Loaded,
    Message,
    NoMemory,
    Outdated,
    TaskProgress,
    Unloadable,
    decoded,
    encoded_message,
)
from muranopl.interfaces.server.work.served import ServedCatalog
from muranopl.interfaces.server.work.settings import CatalogSettings

_INTERVAL = 0.05
"""Minimum time between progress messages, in seconds."""

_ATTEMPTS = 20
"""Maximum number of attempts to load a catalog whose files keep changing."""


def main() -> None:
    """Load the catalog, and run tasks until the service closes the pipe.

    Signals to the process group also reach workers, which ignore them: the service ends its workers
    after their tasks. Standard output is for messages, so that prints are redirected to standard
    error.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    connection = _Connection(os.dup(1))
    os.dup2(2, 1)
    beginning: Beginning = decoded(_next_order(sys.stdin.buffer) or os._exit(0))
    orders: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, orders), daemon=True).start()
    gc.disable()  # loaded objects stay alive: collecting garbage takes a third of the time
    loaded = _load(beginning.settings, beginning.expected, connection)
    if loaded is None:
        return
    served, digest = loaded
    gc.collect()
    gc.freeze()
    gc.enable()
    _bound_memory(beginning.memory)
    while True:
        connection.send(_done(served, digest, orders.get(), connection))


class _Connection:
    """Sends messages, and ends the process if the pipe is closed; `tell` limits their rate."""

    def __init__(self, pipe: int) -> None:
        self._pipe = open(pipe, "wb")  # noqa: SIM115
        self._due = 0.0

    def send(self, message: Message) -> None:
        try:
            self._pipe.write(encoded_message(message))
            self._pipe.flush()
        except OSError:
            os._exit(0)

    def tell(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now >= self._due:
            self._due = now + _INTERVAL
            self.send(TaskProgress(done * 1000 // max(total, 1)))


def _next_order(pipe: BinaryIO) -> bytes:
    """Return the next order, or b"" at the end of the pipe."""
    head = pipe.read(LENGTH.size)
    return pipe.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""


def _receive(pipe: BinaryIO, orders: queue.SimpleQueue[bytes]) -> None:
    """Put orders into the queue; exit the process when the service closes the pipe."""
    with contextlib.suppress(OSError):
        while order := _next_order(pipe):
            orders.put(order)
    os._exit(0)


def _load(
    settings: CatalogSettings, expected: str | None, connection: _Connection
) -> tuple[ServedCatalog, str] | None:
    """Return the catalog and the signature of its files, or None; send the outcome."""
    started = time.perf_counter()
    before = _settled(settings)
    for _ in range(_ATTEMPTS):
        if expected is not None and before.digest != expected:
            connection.send(Outdated())
            return None
        problem, trace = None, ""
        try:
            served = ServedCatalog(settings)
            served.load()
        except UsageError as error:
            problem = error.problem
        except Exception:
            problem, trace = (
                "muranopl itself failed, which is a bug; its log says more",
                traceback.format_exc(),
            )
        after = _settled(settings)
        if before.digest == after.digest:
            break
        before = after
    else:
        problem = "its files change all the time"
    if problem is not None:
        connection.send(Unloadable(problem, trace))
        return None
    connection.send(Loaded(before.digest, time.perf_counter() - started))
    return served, before.digest


def _settled(settings: CatalogSettings) -> FilesSignature:
    """Return the signature of the files, once it would reveal any further change."""
    result = signature(settings.every_path)
    for _ in range(_ATTEMPTS):
        if not (left := result.unsettled) > 0:
            break
        time.sleep(left)
        result = signature(settings.every_path)
    return result


def _done(served: ServedCatalog, digest: str, order: bytes, connection: _Connection) -> Message:
    """Run a task and return the message about its outcome."""
    watch = LimitWatch()
    try:
        task, arguments = decoded(order)
        with served.task(connection.tell):
            answer = task(served, *arguments)
        if served.reads_files and signature(served.settings.every_path).digest != digest:
            return Outdated()
        return Done(msgspec.structs.replace(answer, state=digest, limited=watch.met))
    except MemoryError:
        return NoMemory()
    except Exception:
        if served.reads_files and signature(served.settings.every_path).digest != digest:
            return Outdated()  # a file was deleted
        return Failed(traceback.format_exc())


def _bound_memory(most: int) -> None:
    """Limit the memory of the process to its current size plus `most` bytes, if supported."""
    try:
        import resource  # noqa: PLC0415 - only some systems have it

        with open("/proc/self/statm", encoding="ascii") as file:
            size = int(file.read().split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = size + most
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))
    except (ImportError, OSError, ValueError):
        return
