"""Atomic writing of files: a reader gets the old content or the new content, never a part."""

from __future__ import annotations

import contextlib
import os
import stat


def write_whole(path: str, data: bytes) -> None:
    """Write a file by replacing it atomically. Raise OSError.

    Files that may be open elsewhere or have another name are written in place: devices, pipes,
    links and files of other users; also files in a folder without write permission.
    """
    existing = _status(path)
    if existing is None or _is_alone(existing):
        with contextlib.suppress(PermissionError):
            _replace(path, data, None if existing is None else stat.S_IMODE(existing.st_mode))
            return
    with open(path, "wb") as file:
        file.write(data)


def _replace(path: str, data: bytes, mode: int | None) -> None:
    """Write a temporary file and rename it; `mode` is the mode of the replaced file, if any."""
    new = os.path.join(os.path.dirname(path), f".{os.urandom(8).hex()}.tmp")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
            file.write(data)
        if mode is not None:
            os.chmod(new, mode)
        os.replace(new, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(new)
        raise


def _status(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except FileNotFoundError:
        return None


def _is_alone(status: os.stat_result) -> bool:
    """Return whether this is a regular file of the current user without other hard links."""
    own = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    return stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and own
