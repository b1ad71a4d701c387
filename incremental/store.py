"""The protocol of the store that holds the cache's records, and a store in memory (on disk: `database.py`)."""

from __future__ import annotations

import threading
from typing import Protocol

from muranopl.diagnostics.machine_limits import LimitWatch


class Store(Protocol):
    """Records under keys of `KEY_BYTES` bytes (see `hashing.py`).

    A key always means the same bytes: what is there needs no second put.

    No method raises; all may be called from several threads.
    """

    def get(self, key: bytes) -> bytes | None:
        """Return the record that was put under a key, whole and undamaged; None if it is not known (any more)."""

    def put(self, key: bytes, record: bytes) -> None:
        """Take a record; it may be forgotten at any time."""

    def close(self) -> None:
        """Write what was put and close files. A later call of any method opens them again."""


class MemoryStore:
    """Keeps the records used last, at most `limit` bytes, `OVERHEAD` included. Methods are as at `Store`."""

    OVERHEAD = 150
    """Bytes that an entry takes beside its record: the key, CPython's object overhead, the place in the dict."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._records: dict[bytes, bytes] = {}  # in the order in which they were used
        self._bytes = 0

    def get(self, key: bytes) -> bytes | None:
        """Return a record, or None."""
        with self._lock:
            record = self._records.pop(key, None)
            if record is not None:
                self._records[key] = record
            return record

    def put(self, key: bytes, record: bytes) -> None:
        """Take a record, and forget those that were not used for the longest time where there is no room."""
        size = len(record) + self.OVERHEAD
        with self._lock:
            if key in self._records or size > self._limit:
                return
            self._records[key] = record
            self._bytes += size
            while self._bytes > self._limit:
                self._bytes -= len(self._records.pop(next(iter(self._records)))) + self.OVERHEAD

    def close(self) -> None:
        """Do nothing: what is in memory stays there."""


class RepeatableStore:
    """Another store, which takes nothing more once a limit of the machine was met since this one was made.

    So no record depends on time, memory or the depth of the stack. Methods are as at `Store`.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._watch = LimitWatch()

    def get(self, key: bytes) -> bytes | None:
        """Return a record, or None."""
        return self._store.get(key)

    def put(self, key: bytes, record: bytes) -> None:
        """Take a record that another run would make as well."""
        if not self._watch.met:
            self._store.put(key, record)

    def close(self) -> None:
        """Close the store."""
        self._store.close()


class NewRecords:
    """Gives nothing, and gathers what is put into it, to be sent to another process."""

    def __init__(self) -> None:
        self._records: dict[bytes, bytes] = {}

    def get(self, _key: bytes) -> bytes | None:
        """Return nothing: who sends work knows what there is."""
        return None

    def put(self, key: bytes, record: bytes) -> None:
        """Take a record."""
        self._records[key] = record

    def take(self) -> dict[bytes, bytes]:
        """Return what was gathered, and begin anew."""
        records, self._records = self._records, {}
        return records

    def close(self) -> None:
        """Do nothing."""
