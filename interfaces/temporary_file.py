"""Atomic writing of files: a reader gets the old content or the new content, never a part."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections.abc import Iterator

NAME = re.compile(r"\.[0-9a-f]{16}\.tmp")
"""The names of temporary files, which a killed process may leave behind."""


@contextlib.contextmanager
def temporary_file(folder: str, data: bytes, *, durable: bool = False) -> Iterator[str]:
    """Write a file into a folder and yield its path, to be renamed or linked within the context.

    It is removed at the end if it is still there. `durable` waits until it is on the disk. Raise
    OSError.
    """
    path = os.path.join(folder, f".{os.urandom(8).hex()}.tmp")
    try:
        # O_EXCL follows no link that another user made under this name
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        yield path
    finally:
        with contextlib.suppress(OSError):
            os.unlink(path)


def write_whole(path: str, data: bytes) -> None:
    """Write a file by replacing it atomically. Raise OSError.

    Files that may be open elsewhere or have another name are written in place: devices, pipes,
    links and files of other users; also files in a folder without write permission.
    """
    existing = _status(path)
    if existing is None or _is_alone(existing):
        with (
            contextlib.suppress(PermissionError),
            temporary_file(os.path.dirname(path), data) as new,
        ):
            if existing is not None:
                # The new file has default permissions, not those of the file that it replaces
                os.chmod(new, stat.S_IMODE(existing.st_mode))
            os.replace(new, path)
            return
    with open(path, "wb") as file:
        file.write(data)


def _status(path: str) -> os.stat_result | None:
    try:
        # The status is that of a link itself, as a link is not to be replaced
        return os.lstat(path)
    except FileNotFoundError:
        return None


def _is_alone(status: os.stat_result) -> bool:
    """Return whether this is a regular file of the current user without other hard links."""
    own = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    return stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and own
