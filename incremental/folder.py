"""The folder of a user's cache: what is in it, and how it is emptied.

Any folder is taken as it is, one that others can write into too: it may be shared on purpose (CI),
and the folder of the user is made for the user alone. Records are checked and decoded with types,
so who can write there cannot make anything run, but can plant wrong answers: do not point to a
folder that people write into whom you do not trust.
"""

from __future__ import annotations

import contextlib
import os
from typing import NamedTuple

from muranopl.diagnostics.bounds import CACHE_SIZE
from muranopl.incremental.files import cache_files, remove, remove_tag


class Info(NamedTuple):
    """What a folder holds of the cache: the number of records, and the bytes of all its files."""

    folder: str
    exists: bool
    records: int
    size: int
    limit: int


class Cleared(NamedTuple):
    """What was removed: files, and their bytes."""

    files: int
    size: int


def info(folder: str, limit: int = CACHE_SIZE.most) -> Info:
    """Look at a folder. Raises OSError or ValueError if it cannot be read; one that does not exist is empty."""
    from muranopl.incremental.database import (
        count,
    )  # to know the name of the folder it is not opened

    records = count(folder)
    try:
        result = cache_files(folder)
    except FileNotFoundError:
        return Info(folder, False, 0, 0, limit)
    return Info(folder, True, records, sum(item.size for item in result), limit)


def clear(folder: str) -> Cleared:
    """Remove all files of the cache, and the folder if nothing else was in it.

    Those are regular files with its names; links are left alone. Raises OSError or ValueError if
    the folder cannot be read or a file not be removed.
    """
    try:
        removed = remove(folder)
    except FileNotFoundError:
        return Cleared(0, 0)
    with contextlib.suppress(OSError):  # other things may be in it
        if remove_tag(folder) or removed:
            os.rmdir(folder)
    return Cleared(len(removed), sum(item.size for item in removed))
