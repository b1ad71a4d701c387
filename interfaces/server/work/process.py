"""A worker process: it loads the catalog, and then does one task after the other."""

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
"""Seconds after which a worker tells how far it is."""

_ATTEMPTS = 20
"""How often a catalog is loaded anew whose files change all the time."""


def main() -> None:
    """Load the catalog, and do tasks until nobody is there any more who gives them.

    Signals that end the service reach its workers as well, which still have to finish what they do:
    they are left to the service. What anybody prints goes to standard error, as standard output is
    for messages.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    connection = _Connection(os.dup(1))
    os.dup2(2, 1)
    beginning: Beginning = decoded(_next_order(sys.stdin.buffer) or os._exit(0))
    orders: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, orders), daemon=True).start()
    gc.disable()  # nearly all that loading makes stays: looking for garbage in it takes a third of the time
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
    """Sends messages, for nothing if nobody reads them; `tell` no more often than anybody wants to know."""

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
    """Return the next order, nothing where there is none any more."""
    head = pipe.read(LENGTH.size)
    return pipe.read(LENGTH.unpack(head)[0]) if len(head) == LENGTH.size else b""


def _receive(pipe: BinaryIO, orders: queue.SimpleQueue[bytes]) -> None:
    """Take orders; end the process, whatever it does, when the service is gone."""
    with contextlib.suppress(OSError):
        while order := _next_order(pipe):
            orders.put(order)
    os._exit(0)


def _load(
    settings: CatalogSettings, expected: str | None, connection: _Connection
) -> tuple[ServedCatalog, str] | None:
    """Return the catalog, and the signature of its files while it was loaded; tell the service of both, or why not."""
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
    """Return the signature of the files, once a further change would be seen in it."""
    result = signature(settings.every_path)
    for _ in range(_ATTEMPTS):
        if not (left := result.unsettled) > 0:
            break
        time.sleep(left)
        result = signature(settings.every_path)
    return result


def _done(served: ServedCatalog, digest: str, order: bytes, connection: _Connection) -> Message:
    """Do a task; return what is to be told of it."""
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
            return Outdated()  # a file that was there is gone
        return Failed(traceback.format_exc())


def _bound_memory(most: int) -> None:
    """Let the process take so much more memory than it has now, where the system can say so."""
    try:
        import resource  # noqa: PLC0415 - only some systems have it

        with open("/proc/self/statm", encoding="ascii") as file:
            size = int(file.read().split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = size + most
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard < 0 else min(wanted, hard), hard))
    except (ImportError, OSError, ValueError):
        return
