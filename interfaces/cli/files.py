"""Files that a command writes: whoever opens one finds it whole, as it was before or as it is now."""

from __future__ import annotations

import contextlib
import os
import stat


def write_whole(path: str, data: bytes) -> None:
    """Write a file by way of a new one beside it, which takes its place; raises OSError.

    What others may have by another name or hold open is written into: a device, a pipe, a link,
    another user's file; and so is a file in a folder that takes no new ones.
    """
    existing = _status(path)
    if existing is None or _is_alone(existing):
        with contextlib.suppress(PermissionError):
            _replace(path, data, None if existing is None else stat.S_IMODE(existing.st_mode))
            return
    with open(path, "wb") as file:
        file.write(data)


def _replace(path: str, data: bytes, mode: int | None) -> None:
    """Write a new file and give it the name; `mode` are its permissions if there was one."""
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
    """Whether this is a regular file of ours with one name."""
    own = not hasattr(os, "geteuid") or status.st_uid == os.geteuid()
    return stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and own
