"""The folder of a user's cache: where it is, its size, and how it is emptied.

Any folder is accepted, even one that others can write into: it may be shared on purpose (CI), and
the default folder is created private to the user. Records are validated and decoded with types, so
writers of the folder cannot execute code, but can plant wrong answers: do not use a folder that
untrusted users can write into.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import NamedTuple

from muranopl.diagnostics.bounds import CACHE_SIZE

VARIABLE = "MURANOPL_CACHE_DIR"


def default_folder() -> str:
    """Return $MURANOPL_CACHE_DIR, else this program's folder below the system's for caches.

    It is "" for a user without a home folder; nothing is stored then.
    """
    path = os.environ.get(VARIABLE)
    if path:
        return path
    path = _in_caches_of_user()
    # Else "~" would be created in the working directory
    return path if os.path.isabs(path) else ""


def _in_caches_of_user() -> str:
    """Return the system's folder for the caches of this program.

    `platformdirs` computes it, and takes 8 ms to import, a third of a fully cached check: it is not
    imported in the usual case.
    """
    if sys.platform == "linux" and "ANDROID_ROOT" not in os.environ:
        caches = os.environ.get("XDG_CACHE_HOME") or os.path.join(
            os.environ.get("HOME", ""), ".cache"
        )
        if os.path.isabs(caches):
            return os.path.join(caches, "muranopl")
    from platformdirs import user_cache_dir

    return user_cache_dir("muranopl", appauthor=False)


class Info(NamedTuple):
    """The number of records in a folder, and the bytes of all files of the cache.

    `fetched` are the bytes of packages elsewhere (`muranopl.ard.remote.store`), which have a limit of
    their own.
    """

    folder: str
    exists: bool
    records: int
    size: int
    limit: int
    fetched: int = 0


class Cleared(NamedTuple):
    """The number of removed files, and their bytes."""

    files: int
    size: int


def info(folder: str, limit: int = CACHE_SIZE.most) -> Info:
    """Return the size of a folder, 0 if it does not exist. Raise OSError, ValueError."""
    # The folder is not opened to learn its name
    from muranopl.ard.remote import store
    from muranopl.phases.reuse.database import count
    from muranopl.phases.reuse.files import cache_files

    records = count(folder)
    try:
        result = cache_files(folder)
    except FileNotFoundError:
        return Info(folder, False, 0, 0, limit)
    size = sum(item.size for item in result)
    fetched = store.size_of(os.path.join(folder, store.FOLDER))
    return Info(folder, True, records, size, limit, fetched)


def clear(folder: str) -> Cleared:
    """Remove all files of the cache, and the folder if it is empty then.

    Only regular files with the cache's names are removed, no links. Raise OSError or ValueError if
    the folder cannot be read or a file cannot be removed.
    """
    from muranopl.ard.remote import store
    from muranopl.phases.reuse.files import remove, remove_tag

    try:
        removed = remove(folder)
    except FileNotFoundError:
        return Cleared(0, 0)
    fetched = store.clear(os.path.join(folder, store.FOLDER))
    with contextlib.suppress(OSError):  # other files may be in it
        if remove_tag(folder) or removed or fetched.files:
            os.rmdir(folder)
    size = sum(item.size for item in removed)
    return Cleared(len(removed) + fetched.files, size + fetched.size)
