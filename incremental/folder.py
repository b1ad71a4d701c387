"""The folder of a user's cache: its size, and how it is emptied.

Any folder is accepted, even one that others can write into: it may be shared on purpose (CI), and
the default folder is created private to the user. Records are validated and decoded with types, so
writers of the folder cannot execute code, but can plant wrong answers: do not use a folder that
untrusted users can write into.
"""

from __future__ import annotations

import contextlib
import os
from typing import NamedTuple

from muranopl.diagnostics.bounds import CACHE_SIZE
from muranopl.incremental.files import cache_files, remove, remove_tag


class Info(NamedTuple):
    """The number of records in a folder, and the bytes of all files of the cache."""

    folder: str
    exists: bool
    records: int
    size: int
    limit: int


class Cleared(NamedTuple):
    """The number of removed files, and their bytes."""

    files: int
    size: int


def info(folder: str, limit: int = CACHE_SIZE.most) -> Info:
    """Return the size of a folder, 0 if it does not exist. Raise OSError, ValueError."""
    # The folder is not opened to learn its name
    from muranopl.incremental.database import count

    records = count(folder)
    try:
        result = cache_files(folder)
    except FileNotFoundError:
        return Info(folder, False, 0, 0, limit)
    return Info(folder, True, records, sum(item.size for item in result), limit)


def clear(folder: str) -> Cleared:
    """Remove all files of the cache, and the folder if it is empty then.

    Only regular files with the cache's names are removed, no links. Raise OSError or ValueError if
    the folder cannot be read or a file cannot be removed.
    """
    try:
        removed = remove(folder)
    except FileNotFoundError:
        return Cleared(0, 0)
    with contextlib.suppress(OSError):  # other files may be in it
        if remove_tag(folder) or removed:
            os.rmdir(folder)
    return Cleared(len(removed), sum(item.size for item in removed))
