"""Runs in a worker process: loads the catalog, then runs tasks."""

from __future__ import annotations

import gc
import signal
import time
import traceback
from typing import Any, NamedTuple

import msgspec

from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.server.settings import CatalogSettings
from muranopl.interfaces.server.work.messages import (
    Loaded,
    LoadOutcome,
    NoMemory,
    Outdated,
    Task,
    TaskOutcome,
    Unloadable,
)
from muranopl.interfaces.server.work.served import ServedCatalog
from muranopl.phases.job import TOTAL, TellThousandths
from muranopl.phases.reuse.signature import FilesSignature, signature
from muranopl.phases.workers.processes import ending_signals

_ATTEMPTS = 20
"""Maximum number of attempts to load a catalog whose files keep changing."""


class Loading(NamedTuple):
    """The settings of the catalog, and the limits of loading and tasks.

    `expected` is the required signature of the files (None for any), `memory` the number of bytes
    that tasks may use.
    """

    settings: CatalogSettings
    expected: str | None
    memory: int


class ProcessState:
    """The state of a worker process: the catalog, once it is loaded, and the signature of its files."""

    served: ServedCatalog
    digest: str

    def is_outdated(self) -> bool:
        """Return whether a task has read files, and these have changed since the catalog was loaded."""
        if not self.served.reads_files:
            return False
        return signature(self.served.settings.every_path).digest != self.digest


def load(state: ProcessState, loading: Loading, _report: TellThousandths) -> LoadOutcome:
    """Load the catalog.

    From now on the process ignores signals, which a terminal or supervisor sends to the whole
    process group: the service ends its workers after their tasks.
    """
    for number in ending_signals():
        signal.signal(number, signal.SIG_IGN)
    gc.disable()  # loaded objects stay alive: collecting garbage takes a third of the time
    outcome = _load(state, loading)
    # The catalog stays as long as the process: collections need not look at it again
    gc.collect()
    gc.freeze()
    gc.enable()
    _bound_memory(loading.memory)
    return outcome


def _load(state: ProcessState, loading: Loading) -> LoadOutcome:
    started = time.perf_counter()
    before = _settled(loading.settings)
    for _ in range(_ATTEMPTS):
        if loading.expected is not None and before.digest != loading.expected:
            return Outdated()
        problem: Unloadable | None = None
        try:
            state.served = ServedCatalog(loading.settings)
            state.served.load()
        except UsageError as error:
            problem = Unloadable(error.problem)
        except Exception:
            what = "internal error, a bug in muranopl; the log of the service has details"
            problem = Unloadable(what, traceback.format_exc())
        after = _settled(loading.settings)
        # What was read between two different signatures may be a mixture of two states
        if before.digest == after.digest:
            state.digest = after.digest
            return problem or Loaded(after.digest, time.perf_counter() - started)
        before = after
    return Unloadable("its files keep changing")


def _settled(settings: CatalogSettings) -> FilesSignature:
    """Return the signature of the files, once it would reveal any further change."""
    result = signature(settings.every_path)
    for _ in range(_ATTEMPTS):
        if not (left := result.unsettled) > 0:
            break
        time.sleep(left)
        result = signature(settings.every_path)
    return result


def run_task(
    state: ProcessState, task: Task, arguments: tuple[Any, ...], report: TellThousandths
) -> TaskOutcome:
    """Run `task(catalog, *arguments)`; return its outcome. Raise what it raises."""
    watch = LimitWatch()

    def tell(done: int, total: int) -> None:
        report(done * TOTAL // max(total, 1))

    try:
        with state.served.task(tell):
            answer = task(state.served, *arguments)
    except MemoryError:
        return NoMemory()
    except Exception:
        if state.is_outdated():  # a file was deleted
            return Outdated()
        raise
    if state.is_outdated():
        return Outdated()
    return msgspec.structs.replace(answer, state=state.digest, limited=watch.met)


def _bound_memory(most: int) -> None:
    """Limit the memory of the process to its current size plus `most` bytes, if supported."""
    try:
        import resource  # only some systems have it

        with open("/proc/self/statm", encoding="ascii") as file:
            size = int(file.read().split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        limit = size + most
        resource.setrlimit(resource.RLIMIT_AS, (limit if hard < 0 else min(limit, hard), hard))
    except (ImportError, OSError, ValueError):
        return
