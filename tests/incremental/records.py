"""Records that can be told from their number, and stores that hold them."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path

from muranopl.incremental.disk import LIMIT, Disk
from muranopl.incremental.store import Store


def key(number: int) -> bytes:
    return blake2b(str(number).encode(), digest_size=16).digest()


def record(number: int, size: int = 100) -> bytes:
    """The record of a number: the same beginning for each size."""
    text = b"".join(key(-1 - number * 1000 - part) for part in range(size // 16 + 1))
    return text[:size]


def fill(store: Store, numbers: Iterable[int], size: int = 100) -> None:
    for number in numbers:
        store.put(key(number), record(number, size))


def run(folder: Path, numbers: Iterable[int], size: int = 100, limit: int = LIMIT) -> None:
    """What one run of a program does that has something new."""
    store = Disk(str(folder), limit)
    fill(store, numbers, size)
    store.close()


def held(store: Store, numbers: Iterable[int], size: int = 100) -> set[int]:
    """The numbers whose records a store has, all of which are right."""
    found = {number: store.get(key(number)) for number in numbers}
    for number, value in found.items():
        assert value in {None, record(number, size)}
    return {number for number, value in found.items() if value is not None}


def packs(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.pack"))


def size_of(folder: Path) -> int:
    """Bytes of all files but the tag."""
    return sum(file.stat().st_size for file in folder.iterdir() if file.name != "CACHEDIR.TAG")


def age(path: Path, seconds: float) -> None:
    """Set the time of a file back (or forth)."""
    time = path.stat().st_mtime - seconds
    os.utime(path, (time, time))


@contextlib.contextmanager
def within(seconds: int) -> Iterator[None]:
    """Fail where something waits for ever."""

    def fail(*_: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
