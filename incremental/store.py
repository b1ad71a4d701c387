"""What a store of records is."""

from __future__ import annotations

from typing import Protocol


class Store(Protocol):
    """Records under keys of `KEY_BYTES` bytes (see `hashing.py`); nothing is found under one of another length.

    A key always means the same bytes: what is there needs no second put.

    No method raises; all may be called from several threads.
    """

    def get(self, key: bytes) -> bytes | None:
        """Return the record that was put under a key, whole and undamaged; None if it is not known (any more)."""

    def put(self, key: bytes, record: bytes) -> None:
        """Take a record; it may be forgotten at any time."""

    def close(self) -> None:
        """Write what was put, and let go of files. May be called twice, and the store be used afterwards."""
