"""The cache: its public interface, what a store of records is, and the decoding of records.

`database.py` has the store on disk, `memory.py` the one in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

import msgspec

from muranopl.diagnostics.arguments import StrPath, path, positive
from muranopl.diagnostics.bounds import CACHE_SIZE
from muranopl.diagnostics.machine_limits import LimitWatch
from muranopl.phases.reuse.folder import default_folder


class Cache:
    """Parsed files and results of packages of earlier checks, reused by later ones.

    `folder` is shared with other processes, None for the user's (`$MURANOPL_CACHE_DIR`, or the
    system's folder for caches); `limit` is its maximum size in bytes. One cache may serve any
    number of catalogs, in any thread. It never changes an answer: if it fails, the work is
    repeated.
    """

    def __init__(self, folder: StrPath | None = None, *, limit: int = CACHE_SIZE.most) -> None:
        # Not all caches are on disk
        from muranopl.phases.reuse.database import DatabaseStore

        if folder is None:
            chosen = default_folder()
        else:
            chosen = path(folder, "the folder of a cache")
        self._shown = repr(chosen)
        self.folder: str | None = chosen or None
        self.store: Store = DatabaseStore(chosen, positive(limit, "the limit of a cache"))

    @classmethod
    def in_memory(cls, limit: int = CACHE_SIZE.most) -> Cache:
        """Return a cache for this process alone, of at most `limit` bytes."""
        # Not all caches are in memory
        from muranopl.phases.reuse.memory import MemoryStore

        cache = cls.__new__(cls)
        cache._shown, cache.folder = "in memory", None
        cache.store = MemoryStore(positive(limit, "the limit of a cache"))
        return cache

    def __reduce__(self) -> tuple[Callable[[], Cache], tuple[()]]:
        # Other processes record nothing
        return Cache.in_memory, ()

    def __repr__(self) -> str:
        return f"<muranopl.Cache {self._shown}>"


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


class GuardedStore:
    """The store of a cache for one check, which ignores new records after a machine limit was met.

    Therefore no record depends on time, memory or the depth of the stack. Methods are those of
    `Store`.
    """

    def __init__(self, cache: Cache) -> None:
        self._store = cache.store
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


T = TypeVar("T")


def decoded(record: bytes | msgspec.Raw | None, decoder: msgspec.msgpack.Decoder[T]) -> T | None:
    """Return a record decoded with types; None if there is none, or it is invalid."""
    if record is None:
        return None
    try:
        return decoder.decode(record)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
