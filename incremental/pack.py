"""The format of a pack: a file of records that is written once.

    records, one after another, in any order
    index: for each record its key, offset, length and checksum (36 bytes, little-endian), in the order of the keys
    tail: the number of records and `MAGIC`, which ends with the number of the format (24 bytes)

The index comes last, so that a pack of any size is written in one go, and is searched as it is: to open a pack is to
read two pieces of it, however many records it has. It needs no checksum of its own, because that of a record covers
its key: what a damaged index leads to is not that record. A checksum of 64 bits is against accidents; who can write
into the folder can make any record (see `folder.py`).
"""

from __future__ import annotations

import contextlib
import itertools
import os
import stat
import struct
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

from muranopl.incremental.hashing import KEY_BYTES, blake2b

MAGIC = b"muranopl pack 1\n"
MAX_RECORD = 16 * 2**20
"""Longest record; bounds what a get reads, whatever an index says."""

MAX_INDEX = 32 * 2**20
"""Most bytes of the indexes of all packs that are open together: those of a million records."""

MAX_OPEN = 64
"""Most packs that are open together; there are more only while many processes write at once."""

_ENTRY = struct.Struct("<16sQI8s")
_TAIL = struct.Struct("<Q16s")
OVERHEAD = _ENTRY.size + _TAIL.size
"""What a pack of one record has beside it."""

_USED_AGAIN = 3600
"""Seconds after which a pack that is used gets a new time; to write it each time would be a write for each reading."""

_OPEN = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe must not keep us waiting
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def write_pack(stream: BinaryIO, records: Iterable[tuple[bytes, bytes]]) -> None:
    """Write a pack of (key, record); the first record of a key is taken. Raises OSError, and what `records` raises."""
    entries: dict[bytes, bytes] = {}
    offset = 0
    for key, record in records:
        if key not in entries:
            stream.write(record)
            entries[key] = _ENTRY.pack(key, offset, len(record), _checksum(key, record))
            offset += len(record)
    stream.write(b"".join(entries[key] for key in sorted(entries)))
    stream.write(_TAIL.pack(len(entries), MAGIC))


class Pack:
    """An open pack. Methods raise OSError where the disk does, and nothing else, whatever the file holds."""

    def __init__(self, path: str, max_index: int) -> None:
        """Open a pack; raises OSError, and ValueError if it is none, or its index has more than `max_index` bytes."""
        self._file = -1
        self._file = os.open(path, _OPEN)
        status = os.fstat(self._file)
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("not a regular file")
        self.path, self.size, self._used = path, status.st_size, status.st_mtime
        end = self.size - _TAIL.size
        tail = self._read(_TAIL.size, end) if end >= 0 else b""
        if len(tail) != _TAIL.size or not tail.endswith(MAGIC):
            raise ValueError("not a pack of this format")
        self.count, _ = _TAIL.unpack(tail)
        index_size = self.count * _ENTRY.size
        if index_size > min(end, max_index):
            raise ValueError("more records than there can be, or than can be held")
        self._records_end = end - index_size
        self._index = self._read(index_size, self._records_end)
        if len(self._index) != index_size:
            raise ValueError("shorter than it was")

    def __del__(self, _close: Callable[[int], None] = os.close) -> None:
        """Close the file. Until then records can be read, even if another process has removed it."""
        if self._file >= 0:
            _close(self._file)

    @property
    def index_size(self) -> int:
        """Bytes of the index, which is in memory."""
        return len(self._index)

    def keys(self) -> Iterator[bytes]:
        """Yield the keys."""
        return map(self._key_at, range(self.count))

    def get(self, key: bytes) -> bytes | None:
        """Return the record of a key, or None if it is not here, or damaged."""
        place = bisect_left(range(self.count), key, key=self._key_at)
        if place == self.count or self._key_at(place) != key:
            return None
        record = self._record(*_ENTRY.unpack_from(self._index, place * _ENTRY.size))
        if record is not None:
            self._mark_used()
        return record

    def __iter__(self) -> Iterator[tuple[bytes, bytes]]:
        """Yield each undamaged record with its key."""
        for entry in _ENTRY.iter_unpack(self._index):
            record = self._record(*entry)
            if record is not None:
                yield entry[0], record

    def _record(self, key: bytes, offset: int, length: int, checksum: bytes) -> bytes | None:
        if length > MAX_RECORD or offset + length > self._records_end:
            return None
        record = self._read(length, offset)
        return record if len(record) == length and _checksum(key, record) == checksum else None

    def _mark_used(self) -> None:
        """Give the file the time of now, by which packs grow old, unless it has about that."""
        now = time.time()
        if abs(now - self._used) > _USED_AGAIN:
            self._used = now
            if os.utime in os.supports_fd:
                with contextlib.suppress(OSError):  # nothing can be written here: then nothing is dropped either
                    os.utime(self._file)

    def _key_at(self, place: int) -> bytes:
        start = place * _ENTRY.size
        return self._index[start : start + KEY_BYTES]

    def _read(self, length: int, offset: int) -> bytes:
        if hasattr(os, "pread"):
            return os.pread(self._file, length, offset)
        os.lseek(self._file, offset, os.SEEK_SET)  # Windows; nobody else reads through this handle
        return os.read(self._file, length)


def open_packs(paths: Iterable[str]) -> list[Pack]:
    """Open the first `MAX_OPEN` of some packs; what is no pack, or cannot be read, is left out. Raises nothing."""
    packs: list[Pack] = []
    room = MAX_INDEX
    for path in itertools.islice(paths, MAX_OPEN):
        with contextlib.suppress(OSError, ValueError):
            packs.append(Pack(path, room))
            room -= packs[-1].index_size
    return packs


def _checksum(key: bytes, record: bytes) -> bytes:
    return blake2b(record, digest_size=8, person=key).digest()
