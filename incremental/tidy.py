"""Keeping a cache folder small: few packs, and not too many bytes.

Small packs are merged with those of their size, so that a record is copied a few times only, however many runs add a
little. Large ones are left alone, and go as a whole when there are too many bytes: those first that were not used for
the longest time. Several processes may do all this at once: a pack that is gone was merged or dropped by another.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import time
from collections.abc import Iterator, Sequence

from muranopl.incremental.files import Found, create, ours, remove
from muranopl.incremental.pack import Pack, open_packs, write_pack

MAX_SMALL = 8
"""Small packs that are left side by side."""

LARGE = 8
"""A pack is large from this part of the limit on (an eighth)."""

ABANDONED = 3600
"""Seconds after which an unfinished file has no writer any more; a pack takes seconds. If it has, its pack is lost."""


def tidy(folder: str, limit: int) -> None:
    """Remove what was never finished, merge small packs, then drop old ones above `limit` bytes. Raises OSError."""
    now = time.time()
    for found in ours(folder):
        if not found.is_pack and abs(now - found.time) > ABANDONED:
            remove(found.path)
    _merge(folder, limit)
    _drop(ours(folder), limit, now)


def _drop(files: list[Found], limit: int, now: float) -> None:
    """Remove files until the others have at most `limit` bytes.

    Times in the future mean that a clock was wrong: were such files the newest, they would be so for ever.
    """
    total = sum(found.size for found in files)
    for found in sorted(files, key=lambda found: found.time if found.time <= now + ABANDONED else 0):
        if total <= limit:
            return
        if remove(found.path):
            total -= found.size


def _merge(folder: str, limit: int) -> None:
    """Merge some of the small packs if there are too many."""
    if len(_small(folder, limit)) > MAX_SMALL:
        with _alone(folder) as alone:
            chosen = choose(open_packs(_small(folder, limit)), limit) if alone else []
            if chosen:
                create(folder, lambda stream: write_pack(stream, itertools.chain.from_iterable(chosen)))
            for pack in chosen:
                remove(pack.path)


def _small(folder: str, limit: int) -> list[str]:
    """List the packs that are not large, the smallest first."""
    found = [(each.size, each.path) for each in ours(folder) if each.is_pack and each.size < limit // LARGE]
    return [path for _, path in sorted(found)]


def choose(packs: Sequence[Pack], limit: int) -> Sequence[Pack]:
    """Choose which of some packs, the smallest first, to merge: none if there are few of them.

    Else two, and more as long as the next is no larger than all before it together.
    """
    if len(packs) <= MAX_SMALL:
        return ()
    end, total = 2, packs[0].size + packs[1].size
    while end < len(packs) and packs[end].size <= min(total, 2 * limit // LARGE - total):
        total += packs[end].size
        end += 1
    return packs[:end]


@contextlib.contextmanager
def _alone(folder: str) -> Iterator[bool]:
    """Whether no other process merges in this folder, nor will for as long as the context lasts.

    That is for speed alone, so a system that knows no such locks does without.
    """
    try:
        import fcntl  # noqa: PLC0415 - not everywhere

        handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except (ImportError, OSError):
        yield True
        return
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
        except OSError:
            yield True
        else:
            yield True
    finally:
        os.close(handle)
