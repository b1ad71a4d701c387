"""Creates temporary folders for fetched and incomplete data, and removes them when the process ends.

This includes an end by a signal.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator

before_removal: list[Callable[[], None]] = []
"""What ends the programs that write into the folders, before these are removed."""

_incomplete: dict[str, int] = {}
"""The incomplete folders, with the process of each: a copy of it leaves them alone."""


@functools.cache
def temporary_folder() -> str:
    """Return the folder, which is created by the first call."""
    folder = tempfile.mkdtemp(prefix="muranopl-")
    atexit.register(_remove, folder, os.getpid())
    return folder


def top_of(folder: str) -> str:
    """Return the temporary folder of the process if a folder is in that, and else the folder itself."""
    if temporary_folder.cache_info().currsize:
        top = temporary_folder()
        if folder.startswith(os.path.join(top, "")):
            return top
    return folder


@contextlib.contextmanager
def incomplete_folder(prefix: str, parent: str) -> Iterator[str]:
    """Yield a new folder, which is gone after the context."""
    with tempfile.TemporaryDirectory(prefix=prefix, dir=parent) as folder:
        _incomplete[folder] = os.getpid()
        try:
            yield folder
        finally:
            del _incomplete[folder]


def remove_temporary_folders() -> None:
    """Remove the folders, for programs that end without what is registered for their end."""
    for end in before_removal:
        end()
    for folder, process in list(_incomplete.items()):
        _remove(folder, process)
    if temporary_folder.cache_info().currsize:
        _remove(temporary_folder(), os.getpid())


def _remove(folder: str, process: int) -> None:
    """Remove a folder of this process; copies of the process leave it alone."""
    if os.getpid() == process:
        remove(folder)


def remove(path: str) -> None:
    """Remove a file or a folder, if it is there; a link is removed and not followed."""
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            os.unlink(path)
