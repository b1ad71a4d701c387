"""The folder of what is fetched without a cache: one for the process, removed at its end."""

from __future__ import annotations

import atexit
import functools
import os
import tempfile

from muranopl.remote.store import remove


@functools.cache
def temporary_folder() -> str:
    """Return the folder, which is created by the first call."""
    folder = tempfile.mkdtemp(prefix="muranopl-")
    atexit.register(_remove, folder, os.getpid())
    return folder


def remove_temporary_folder() -> None:
    """Remove the folder, for programs that end without what is registered for their end."""
    if temporary_folder.cache_info().currsize:
        _remove(temporary_folder(), os.getpid())


def _remove(folder: str, process: int) -> None:
    """Remove a folder of this process; copies of the process leave it alone."""
    if os.getpid() == process:
        remove(folder)
