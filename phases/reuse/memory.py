"""Holds the values that were used last, within a bound of memory or number; records of a cache are some."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class RecentlyUsed(Generic[K, V]):
    """Values by key, least recently used first, of at most `most` units together.

    `size` returns the units of one; without it each is one unit. The newest one stays, whatever its
    size.
    """

    def __init__(self, most: int, size: Callable[[K, V], int] = lambda _key, _value: 1) -> None:
        self._most, self._size = most, size
        self._values: dict[K, V] = {}
        self.size = 0
        """The units of all values."""

    def __iter__(self) -> Iterator[K]:
        return iter(self._values)

    def __contains__(self, key: K) -> bool:
        return key in self._values

    def get(self, key: K) -> V | None:
        """Return a value, which is the newest one from now on; None if there is none."""
        value = self._values.pop(key, None)
        if value is not None:
            self._values[key] = value
        return value

    def add(self, key: K, value: V) -> None:
        """Add a value in place of an earlier one, and forget those beyond the bound."""
        earlier = self._values.pop(key, None)
        if earlier is not None:
            self.size -= self._size(key, earlier)
        self._values[key] = value
        self.size += self._size(key, value)
        while self.size > self._most and len(self._values) > 1:
            oldest = next(iter(self._values))
            self.size -= self._size(oldest, self._values.pop(oldest))


class MemoryStore:
    """The most recently used records, at most `limit` bytes with `OVERHEAD`; see `Store`."""

    OVERHEAD = 150
    """Bytes of an entry besides its record: the key, CPython's objects, the dict entry."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._records = RecentlyUsed[bytes, bytes](limit, self._size)

    def get(self, key: bytes) -> bytes | None:
        """Return the record of a key, or None."""
        with self._lock:
            return self._records.get(key)

    def put(self, key: bytes, record: bytes) -> None:
        """Add a record; evict the least recently used ones beyond the limit."""
        if self._size(key, record) <= self._limit:
            with self._lock:
                self._records.add(key, record)

    def close(self) -> None:
        """Do nothing: records in memory are kept."""

    def _size(self, _key: bytes, record: bytes) -> int:
        return len(record) + self.OVERHEAD
