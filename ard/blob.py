"""Bytes that are read here and there: a zip on disk, which is never held open nor in memory, or a zip in memory."""

from __future__ import annotations

from typing import Protocol

from muranopl.ard.regular import read_span, size_of


class Blob(Protocol):
    """A run of bytes of known size."""

    @property
    def size(self) -> int:
        """Number of bytes."""

    def read_at(self, offset: int, length: int) -> bytes:
        """Return the bytes from `offset` on, fewer than `length` at the end; raises SourceError."""


class FileBlob:
    """A regular file, opened anew for each read: a catalog may hold more zips than a process may hold open files."""

    __slots__ = ("_path", "size")

    def __init__(self, path: str) -> None:
        self._path = path
        self.size = size_of(path)

    def read_at(self, offset: int, length: int) -> bytes:
        """Return bytes of the file."""
        return read_span(self._path, offset, length)


class MemoryBlob:
    """Bytes in memory: what came from standard input."""

    __slots__ = ("_data", "size")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.size = len(data)

    def read_at(self, offset: int, length: int) -> bytes:
        """Return bytes of the data."""
        return self._data[offset : offset + length]
