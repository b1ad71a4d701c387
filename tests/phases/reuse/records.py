"""Records that can be told from their number, and stores that hold them."""

from __future__ import annotations

import contextlib
import os
import re
import signal
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b, shake_128
from pathlib import Path

import pytest

from muranopl.diagnostics.bounds import CACHE_SIZE
from muranopl.phases.reuse.cache import Store
from muranopl.phases.reuse.database import DatabaseStore
from muranopl.phases.reuse.files import DATABASE


def key(number: int) -> bytes:
    return blake2b(str(number).encode(), digest_size=16).digest()


def record(number: int, size: int = 100) -> bytes:
    """The record of a number: the same beginning for each size."""
    return shake_128(str(number).encode()).digest(size)


def fill(store: Store, numbers: Iterable[int], size: int = 100) -> None:
    for number in numbers:
        store.put(key(number), record(number, size))


def run(
    folder: Path, numbers: Iterable[int], size: int = 100, limit: int = CACHE_SIZE.most
) -> None:
    """What one run of a program does that has something new."""
    store = DatabaseStore(str(folder), limit)
    fill(store, numbers, size)
    store.close()


def held(store: Store, numbers: Iterable[int], size: int = 100) -> set[int]:
    """The numbers whose records a store has, all of which are right."""
    result = {number: store.get(key(number)) for number in numbers}
    for number, value in result.items():
        assert value in {None, record(number, size)}
    return {number for number, value in result.items() if value is not None}


def kept(folder: Path, numbers: Iterable[int], size: int = 100) -> set[int]:
    """The numbers whose records the next run finds."""
    store = DatabaseStore(str(folder))
    try:
        return held(store, numbers, size)
    finally:
        store.close()


def known_packages(caplog: pytest.LogCaptureFixture) -> tuple[int, int]:
    """Return how many packages the last check found in the cache, and of how many; their log is captured."""
    result = re.findall(r"cache: (\d+) of (\d+) packages are known", caplog.text)
    return int(result[-1][0]), int(result[-1][1])


def database(folder: Path) -> Path:
    return folder / DATABASE


def size_of(folder: Path) -> int:
    """Bytes of all files but the tag."""
    return sum(file.stat().st_size for file in folder.iterdir() if file.name != "CACHEDIR.TAG")


@contextlib.contextmanager
def ending() -> Iterator[None]:
    """Fail where something waits for ever."""

    def fail(*_: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(300)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def copy_of_this_process(work: Callable[[], object]) -> int:
    """Start a copy of this process that does something; return its number."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    return child


def ended_well(child: int) -> bool:
    """Wait for a process."""
    return os.waitpid(child, 0)[1] == 0


def in_a_copy(work: Callable[[], object]) -> bool:
    """Do something in a copy of this process; return whether it went well."""
    return ended_well(copy_of_this_process(work))
