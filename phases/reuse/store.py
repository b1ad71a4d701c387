"""The protocol of stores of records, and stores in memory (on disk: `database.py`)."""

from __future__ import annotations

import threading
from typing import Protocol

from muranopl.diagnostics.machine_limits import LimitWatch


class Store(Protocol):
    """Records under keys of `KEY_BYTES` bytes (see `hashing.py`).

    A key always stands for the same bytes: a stored record needs no second put.

    No method raises; all may be called from several threads.
    """

    def get(self, key: bytes) -> bytes | None:
        """Return the undamaged record of a key; None if it was never put, or evicted."""

    def put(self, key: bytes, record: bytes) -> None:
        """Add a record, which may be evicted at any time."""

    def close(self) -> None:
        """Write new records and close files. A later call of any method opens them again."""


class MemoryStore:
    """The most recently used records, at most `limit` bytes with `OVERHEAD`; see `Store`."""

    OVERHEAD = 150
    """Bytes of an entry besides its record: the key, CPython's objects, the dict entry."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._records: dict[bytes, bytes] = {}  # in order of last use
        self._bytes = 0

    def get(self, key: bytes) -> bytes | None:
        """Return the record of a key, or None."""
        with self._lock:
            record = self._records.pop(key, None)
            if record is not None:
                self._records[key] = record
            return record

    def put(self, key: bytes, record: bytes) -> None:
        """Add a record; evict the least recently used ones beyond the limit."""
        size = len(record) + self.OVERHEAD
        with self._lock:
            if key in self._records or size > self._limit:
                return
            self._records[key] = record
            self._bytes += size
            while self._bytes > self._limit:
                self._bytes -= len(self._records.pop(next(iter(self._records)))) + self.OVERHEAD

    def close(self) -> None:
        """Do nothing: records in memory are kept."""


class RepeatableStore:
    """A wrapper of a store that ignores new records after a machine limit was met.

    Therefore no record depends on time, memory or the depth of the stack. Methods are those of
    `Store`.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._watch = LimitWatch()

    def get(self, key: bytes) -> bytes | None:
        """Return the record of a key, or None."""
        return self._store.get(key)

    def put(self, key: bytes, record: bytes) -> None:
        """Add a record, unless a machine limit was met."""
        if not self._watch.met:
            self._store.put(key, record)

    def close(self) -> None:
        """Close the store."""
        self._store.close()


class NewRecords:
    """An empty store that collects new records, to be sent to another process."""

    def __init__(self) -> None:
        self._records: dict[bytes, bytes] = {}

    def get(self, _key: bytes) -> bytes | None:
        """Always None: the parent asked the cache."""
        return None

    def put(self, key: bytes, record: bytes) -> None:
        """Add a record."""
        self._records[key] = record

    def take(self) -> dict[bytes, bytes]:
        """Return the collected records, and clear them."""
        records, self._records = self._records, {}
        return records

    def close(self) -> None:
        """Do nothing."""
