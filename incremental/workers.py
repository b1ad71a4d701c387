"""Workers: processes, or an executor of the caller, that run independent parts of the work.

Two pieces of work are large enough to be handed out (100 packages of 8 classes, in seconds): parsing files (0.4) and
phase 5 (0.6). The phases between merge what all packages say (namespace 0.11, hierarchy and inheritance 0.05): handing
them out costs more than it saves. Whatever is handed out comes back as bytes, so it does not matter where it was done;
and it comes back in order, so neither does the number of workers.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from muranopl.phases.progress import Advance

if TYPE_CHECKING:
    from concurrent.futures import Executor

T = TypeVar("T")

WORTHWHILE = 1_500
"""Files to be read from which on two workers are surely faster than one.

Measured with `bench/check.py`'s kind of catalogs on two cores: with 485 files two take 1.06 of the time of one, with
1,233 files 0.97, with 2,497 files 0.90, with 12,000 files 0.85.
"""


class Share(NamedTuple, Generic[T]):
    """Items that one worker works on, and how much work they are."""

    items: list[T]
    weight: int


class Workers(NamedTuple):
    """How many workers, and which: those of the caller's `executor`, else forked children of this process.

    With `jobs` None as many as there are cores, where there is enough to do.
    """

    jobs: int | None = 1
    executor: Executor | None = None

    def count(self, files: int) -> int:
        """How many take part in work on so many files."""
        if self.executor is not None:
            return self.jobs if self.jobs and self.jobs > 1 else max(cores(), 2)  # who gives one wants it to be used
        if not hasattr(os, "fork"):
            return 1
        if self.jobs is not None:
            return min(self.jobs, max(files, 1))
        return cores() if files >= WORTHWHILE else 1

    @property
    def share_memory(self) -> bool:
        """Whether they have what is in the memory of this process: forked children, and threads."""
        if self.executor is None:
            return True
        from concurrent.futures import ThreadPoolExecutor  # most callers have no executor

        return isinstance(self.executor, ThreadPoolExecutor)

    def run(
        self, work: Callable[[list[T], Advance | None], bytes], parts: Sequence[Share[T]], advance: Advance | None
    ) -> Sequence[bytes | bytearray]:
        """Do the parts, in their order; raises BrokenExecutor. `advance` is told what is done."""
        items = [part.items for part in parts]
        if self.executor is None:
            from muranopl.incremental.forks import run_forked  # most runs have little to do

            return run_forked(work, items, advance)
        results = []
        for part, result in zip(parts, self.executor.map(work, items, itertools.repeat(None)), strict=False):
            results.append(result)
            if advance is not None:
                advance(part.weight)
        return results


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def shares(items: Iterable[T], weight: Callable[[T], int], count: int) -> list[Share[T]]:
    """Divide items into at most `count` shares of about the same weight; the same for the same items."""
    found: list[Share[T]] = [Share([], 0) for _ in range(count)]
    for item in sorted(items, key=weight, reverse=True):
        lightest = min(range(count), key=lambda at: found[at].weight)
        share = found[lightest]
        share.items.append(item)
        found[lightest] = share._replace(weight=share.weight + weight(item))
    return [share for share in found if share.items]
