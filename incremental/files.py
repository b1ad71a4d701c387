"""The files of a cache folder: which are ours, and how they come and go."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from typing import BinaryIO, NamedTuple

PACK = ".pack"
UNFINISHED = ".tmp"
TAG = "CACHEDIR.TAG"
TAG_TEXT = b"""\
Signature: 8a477f597d28d172789f06886806bc55
# This folder is a cache of muranopl; backups may leave it out (https://bford.info/cachedir/).
"""
_NAME_BYTES = 16
_HEX = frozenset("0123456789abcdef")
_CREATE = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class Found(NamedTuple):
    """A file of ours."""

    path: str
    size: int
    time: float
    """When it was written, or, a pack, used."""

    @property
    def is_pack(self) -> bool:
        """Whether it is finished."""
        return self.path.endswith(PACK)


def ours(folder: str) -> list[Found]:
    """List the packs and unfinished files of a folder, by name and kind alone. Raises OSError, ValueError."""
    with os.scandir(folder) as entries:
        return [found for entry in entries if _is_ours(entry.name) and (found := _found(entry))]


def create(folder: str, write: Callable[[BinaryIO], None]) -> str:
    """Make a new pack, which is there whole or not at all; return its path. Raises OSError, and what `write` raises.

    Nothing is forced to the disk: should the machine fail, a checksum tells what is missing.
    """
    _make(folder)
    unfinished = os.path.join(folder, os.urandom(_NAME_BYTES).hex() + UNFINISHED)
    path = unfinished.removesuffix(UNFINISHED) + PACK
    try:
        with os.fdopen(os.open(unfinished, _CREATE, 0o600), "wb", 2**18) as stream:
            write(stream)
        os.replace(unfinished, path)
    except BaseException:
        remove(unfinished)
        raise
    return path


def remove(path: str) -> bool:
    """Remove a file; return whether it is gone. Raises nothing."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _make(folder: str) -> None:
    """Make the folder, and tag it if it is new or empty: a folder with other things in it is not only a cache."""
    os.makedirs(folder, 0o700, exist_ok=True)
    if not os.listdir(folder):
        try:
            with os.fdopen(os.open(os.path.join(folder, TAG), _CREATE, 0o600), "wb") as stream:
                stream.write(TAG_TEXT)
        except FileExistsError:  # by another process, just now
            pass


def remove_tag(folder: str) -> bool:
    """Remove the tag if it is ours, and alone in the folder; return whether it was. Raises OSError."""
    path = os.path.join(folder, TAG)
    if os.listdir(folder) != [TAG] or not stat.S_ISREG(os.lstat(path).st_mode):
        return False
    with open(path, "rb") as stream:
        is_ours = stream.read(len(TAG_TEXT) + 1) == TAG_TEXT
    return is_ours and remove(path)


def _is_ours(name: str) -> bool:
    stem = name.partition(".")[0]
    return name in {stem + PACK, stem + UNFINISHED} and len(stem) == 2 * _NAME_BYTES and set(stem) <= _HEX


def _found(entry: os.DirEntry[str]) -> Found | None:
    """Look at a file without following it; None unless it is a regular one."""
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:  # removed by another process
        return None
    return Found(entry.path, status.st_size, status.st_mtime) if stat.S_ISREG(status.st_mode) else None
