"""Replaces files by new ones with the same owner and attributes, and leaves no temporary file."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from typing import BinaryIO

_PREFIX = ".muranopl-"
_NAME = re.compile(re.escape(_PREFIX) + "[a-z0-9_]{8}")


@contextlib.contextmanager
def replacement(path: str, data: bytes) -> Iterator[str]:
    """Yield the path of a file with other content beside another one, to be renamed in the context.

    It has the owner, the mode and the extended attributes of that one. It is removed at the end if it
    is still there, as is what killed processes left in the folder. Raise OSError.
    """
    folder = os.path.dirname(path)
    _remove_abandoned(folder)
    handle, new = tempfile.mkstemp(prefix=_PREFIX, dir=folder)
    try:
        with open(handle, "wb") as file:
            # Until it is closed, others see that it is in use, and no longer, whatever ends the process
            is_locked = _lock(file)
            file.write(data)
            file.flush()
            _take_over(path, new)
            if not is_locked:  # Windows renames no open file
                file.close()
            yield new
    finally:
        with contextlib.suppress(OSError):
            os.unlink(new)


def _take_over(path: str, new: str) -> None:
    """Give a file the owner, the mode and the extended attributes of another one. Raise OSError."""
    status = os.stat(path)
    if hasattr(os, "chown"):
        try:
            os.chown(new, status.st_uid, status.st_gid)
        except PermissionError as error:
            problem = "its owner and its group cannot be kept"
            raise PermissionError(error.errno, problem, path) from None
    # Access control lists are attributes, which a mode changes
    os.chmod(new, stat.S_IMODE(status.st_mode))
    if hasattr(os, "listxattr"):
        for name in os.listxattr(path):
            # Some are the system's, which sets them itself
            with contextlib.suppress(OSError):
                os.setxattr(new, name, os.getxattr(path, name))


def _remove_abandoned(folder: str) -> None:
    """Remove the files of processes that were killed before they had renamed or removed them."""
    for name in os.listdir(folder):
        if _NAME.fullmatch(name):
            path = os.path.join(folder, name)
            with contextlib.suppress(OSError):
                if stat.S_ISREG(os.lstat(path).st_mode) and _is_abandoned(path):
                    os.unlink(path)


def _is_abandoned(path: str) -> bool:
    with open(path, "rb") as file:
        return _lock(file)


def _lock(file: BinaryIO) -> bool:
    """Lock a file until it is closed; return whether no other process has, and this system has locks."""
    try:
        import fcntl  # not everywhere
    except ImportError:  # Windows
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
