"""Records in memory, in front of another store."""

from __future__ import annotations

import threading

from muranopl.incremental.store import Store

LIMIT = 64 * 2**20

_OVERHEAD = 150
"""Bytes that an entry takes beside its record: key, object heads, place in the dict."""


class Memory:
    """The records used last, at most `limit` bytes with all they need; others come from `below`. See `Store`."""

    def __init__(self, limit: int = LIMIT, below: Store | None = None) -> None:
        self._limit = limit
        self._below = below
        self._lock = threading.Lock()  # never held while the store below is asked, which may wait for a disk
        self._records: dict[bytes, bytes] = {}  # in the order in which they were used
        self._bytes = 0

    def get(self, key: bytes) -> bytes | None:
        """Return a record, or None."""
        with self._lock:
            record = self._records.pop(key, None)
            if record is not None:
                self._records[key] = record
                return record
        if self._below is None:
            return None
        record = self._below.get(key)
        if record is not None:
            self._keep(key, record)
        return record

    def put(self, key: bytes, record: bytes) -> None:
        """Keep a record, and hand it to the store below unless it is known."""
        if self._keep(key, record) and self._below is not None:
            self._below.put(key, record)

    def close(self) -> None:
        """Close the store below; what is in memory stays there."""
        if self._below is not None:
            self._below.close()

    def _keep(self, key: bytes, record: bytes) -> bool:
        """Keep a record if there is room; return whether it was not here yet."""
        size = len(record) + _OVERHEAD
        with self._lock:
            if key in self._records:
                return False
            if size <= self._limit:
                self._records[key] = record
                self._bytes += size
            while self._bytes > self._limit:
                self._bytes -= len(self._records.pop(next(iter(self._records)))) + _OVERHEAD
        return True
