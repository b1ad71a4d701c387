"""The files of a cache folder: how they are recognized, created and removed."""

from __future__ import annotations

import os
import stat
from typing import NamedTuple

DATABASE = "muranopl-cache.sqlite"
FILES = (f"{DATABASE}-shm", f"{DATABASE}-wal", f"{DATABASE}-journal", DATABASE)
"""Files of SQLite in order of removal: a database never gets the log of another one."""

TAG = "CACHEDIR.TAG"
TAG_TEXT = b"""\
Signature: 8a477f597d28d172789f06886806bc55
# This folder is a cache of muranopl; backups may leave it out (https://bford.info/cachedir/).
"""
# Without O_TRUNC, an existing database stays as it is; a link is not followed, and opening a
# named pipe that has no reader fails at once.
_CREATE = os.O_WRONLY | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class Found(NamedTuple):
    """A file that belongs to the cache."""

    path: str
    size: int
    identity: tuple[int, int]


def cache_files(folder: str) -> list[Found]:
    """Return the regular files of the cache in a folder, not links. Raise OSError, ValueError."""
    names = set(os.listdir(folder))
    result = []
    for name in FILES:
        path = os.path.join(folder, name)
        status = _status(path) if name in names else None
        if status is not None and stat.S_ISREG(status.st_mode):
            result.append(_found(path, status))
    return result


def database(folder: str) -> Found | None:
    """Return the database; None if it does not exist, or one of its files is not regular.

    Raise OSError, ValueError.
    """
    kinds = [_status(os.path.join(folder, name)) for name in FILES]
    if any(status is not None and not stat.S_ISREG(status.st_mode) for status in kinds):
        return None
    status = kinds[-1]
    return None if status is None else _found(os.path.join(folder, DATABASE), status)


def create(folder: str) -> None:
    """Create the folder and an empty database, both private, if missing. Raise OSError."""
    try:
        # Raises for a path that is too long, which `makedirs` would create in part
        os.stat(folder)
    except FileNotFoundError:
        os.makedirs(folder, 0o700, exist_ok=True)
    if not os.listdir(folder):  # a folder with other files is not only a cache
        _write(os.path.join(folder, TAG), TAG_TEXT)
    _write(os.path.join(folder, DATABASE), b"")


def remove(folder: str) -> list[Found]:
    """Remove the files of the cache except the tag; return them.

    Raise OSError or ValueError after trying all.
    """
    removed: list[Found] = []
    failure: OSError | None = None
    for file in cache_files(folder):
        try:
            os.unlink(file.path)
        except FileNotFoundError:  # removed by another process
            continue
        except OSError as error:
            failure = error
        else:
            removed.append(file)
    if failure is not None:
        raise failure
    return removed


def remove_tag(folder: str) -> bool:
    """Remove the tag if the cache wrote it and no other file is left; return whether it did.

    Raise OSError.
    """
    path = os.path.join(folder, TAG)
    if os.listdir(folder) != [TAG] or not stat.S_ISREG(os.lstat(path).st_mode):
        return False
    with open(path, "rb") as stream:
        is_ours = stream.read(len(TAG_TEXT) + 1) == TAG_TEXT
    if is_ours:
        os.unlink(path)
    return is_ours


def _write(path: str, data: bytes) -> None:
    with os.fdopen(os.open(path, _CREATE, 0o600), "wb") as stream:
        stream.write(data)


def _status(path: str) -> os.stat_result | None:
    """Return the status of a file, not following links; None if it does not exist."""
    try:
        return os.lstat(path)
    except FileNotFoundError:
        return None


def _found(path: str, status: os.stat_result) -> Found:
    return Found(path, status.st_size, (status.st_dev, status.st_ino))
