"""The public interface of the cache."""

from __future__ import annotations

from collections.abc import Callable

from muranopl.diagnostics.arguments import StrPath, path, positive
from muranopl.diagnostics.bounds import CACHE_SIZE
from muranopl.phases.reuse.default_folder import default_folder
from muranopl.phases.reuse.program import program_key
from muranopl.phases.reuse.store import MemoryStore, NewRecords, RepeatableStore, Store


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
        self.program = program_key()

    @classmethod
    def in_memory(cls, limit: int = CACHE_SIZE.most) -> Cache:
        """Return a cache for this process alone, of at most `limit` bytes."""
        cache = cls.__new__(cls)
        cache._shown, cache.folder = "in memory", None
        cache.store = MemoryStore(positive(limit, "the limit of a cache"))
        cache.program = program_key()
        return cache

    def __reduce__(self) -> tuple[Callable[[bytes], Cache], tuple[bytes]]:
        return _elsewhere, (self.program,)

    def __repr__(self) -> str:
        return f"<muranopl.Cache {self._shown}>"


def for_a_check(cache: Cache) -> Cache:
    """Return the cache for one check, which stores nothing after a machine limit was met."""
    own = Cache.__new__(Cache)
    own._shown, own.folder, own.program = cache._shown, cache.folder, cache.program
    own.store = RepeatableStore(cache.store)
    return own


def _elsewhere(program: bytes) -> Cache:
    """Return the empty cache of another process, whose new records are to be sent back."""
    cache = Cache.in_memory()
    cache.store, cache.program = NewRecords(), program
    return cache
