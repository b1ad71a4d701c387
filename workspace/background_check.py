"""Fills an empty cache by a check in a thread, with processes if there is much to read."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterable
from concurrent.futures import Future

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.logs import log_info
from muranopl.phases.check import check
from muranopl.phases.job import Job
from muranopl.phases.reuse.answers import CancelledError
from muranopl.phases.reuse.cache import Cache
from muranopl.phases.reuse.snapshots import Snapshot
from muranopl.phases.workers.workers import Workers


class BackgroundCheck:
    """A check of the packages of a job as they are on the disk, whose results a cache gets.

    `ended` is the future of its end, which raises nothing; `done` is its progress, in thousandths.
    If the check fails, its work is done again where the results are needed.
    """

    def __init__(self, job: Job, cache: Cache) -> None:
        self.ended: Future[None] = Future()
        # So that those who wait cannot cancel it
        self.ended.set_running_or_notify_cancel()
        self.done = 0
        self._is_stopped = False
        # As a daemon it does not hold up the end of the program; its processes end with that
        thread = threading.Thread(target=self._run, args=(on_disk(job), cache), daemon=True)
        thread.start()

    def stop(self) -> None:
        """Let the check end soon, as its results are of no use any more."""
        self._is_stopped = True

    def _run(self, job: Job, cache: Cache) -> None:
        try:
            with contextlib.suppress(CancelledError):
                check(job, Workers(None), cache, tell=self._go_on)
        except Exception as error:
            log_info("muranopl.workspace", "the first check failed: %r", error)
        finally:
            self.ended.set_result(None)

    def _go_on(self, done: int, _total: int) -> None:
        self.done = done
        if self._is_stopped:
            raise CancelledError


def on_disk(job: Job) -> Job:
    """Return a job without what an editor has not saved."""

    def disk(sources: Iterable[Source]) -> list[Source]:
        return [source.source if isinstance(source, Snapshot) else source for source in sources]

    return msgspec.structs.replace(job, targets=disk(job.targets), libraries=disk(job.libraries))
