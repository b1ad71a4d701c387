"""Atomic writing of files: a reader gets the old content or the new content, never a part."""

from __future__ import annotations

import contextlib
import os
import stat

from muranopl.interfaces.temporary_file import temporary_file


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
