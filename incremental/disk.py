"""Records on disk, for all runs and processes of a user.

A folder of packs (`pack.py`), each written once under a name that nobody else has and never changed: who reads needs
no lock, and who is killed while writing leaves a file that nobody reads. A run gathers what is new and writes it as
one pack; who writes also tidies up (`tidy.py`).
"""

from __future__ import annotations

import contextlib
import threading

from muranopl.incremental.files import create, ours
from muranopl.incremental.hashing import KEY_BYTES
from muranopl.incremental.pack import MAX_RECORD, OVERHEAD, Pack, open_packs, write_pack
from muranopl.incremental.tidy import LARGE, tidy

LIMIT = 512 * 2**20
"""Bytes a folder may have after it was written to."""

MAX_GATHERED = 16 * 2**20
"""Bytes that are gathered before a pack is written."""


class Disk:
    """The records in `folder`, which is made when something is written. See `Store`.

    What other processes write is seen after `close`. Where the folder cannot be written, records are forgotten.
    """

    def __init__(self, folder: str, limit: int = LIMIT) -> None:
        self._folder = folder
        self._limit = limit
        self._lock = threading.Lock()
        self._gathered: dict[bytes, bytes] = {}
        self._bytes = 0
        self._packs: list[Pack] | None = None  # None: not opened yet

    def get(self, key: bytes) -> bytes | None:
        """Return a record, or None."""
        with self._lock:
            record = self._gathered.get(key)
            return self._find(key) if record is None else record

    def put(self, key: bytes, record: bytes) -> None:
        """Take a record, which is written when there are many, or at `close`."""
        size = len(record) + OVERHEAD
        if len(key) != KEY_BYTES or len(record) > MAX_RECORD or size > self._limit:
            return
        with self._lock:
            if key in self._gathered:
                return
            if self._bytes + size > min(MAX_GATHERED, self._limit // LARGE):
                self._write()
            self._gathered[key] = record
            self._bytes += size

    def close(self) -> None:
        """Write what was gathered, and let go of the packs."""
        with self._lock:
            self._write()
            self._packs = None

    def _find(self, key: bytes) -> bytes | None:
        if self._packs is None:
            self._packs = _open(self._folder)
        for place, pack in enumerate(self._packs):
            with contextlib.suppress(OSError):  # of the disk
                record = pack.get(key)
                if record is not None:
                    if place:  # records that were written together are asked for together
                        self._packs.insert(0, self._packs.pop(place))
                    return record
        return None

    def _write(self) -> None:
        """Write what was gathered; forget it if that fails, which it would again."""
        gathered, self._gathered, self._bytes = self._gathered, {}, 0
        if gathered:
            with contextlib.suppress(OSError, ValueError, RecursionError):  # the last: makedirs, of a very long path
                create(self._folder, lambda stream: write_pack(stream, gathered.items()))
                self._packs = None
                tidy(self._folder, self._limit)


def _open(folder: str) -> list[Pack]:
    """Open the packs of a folder, those used last first."""
    try:
        found = [each for each in ours(folder) if each.is_pack]
    except (OSError, ValueError):
        return []
    return open_packs(each.path for each in sorted(found, key=lambda each: each.time, reverse=True))
