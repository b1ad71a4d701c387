"""Bounded reading of regular files.

Pipes, devices, sockets, and links as the last step of a path are refused.
"""

from __future__ import annotations

import os
import stat
from typing import NoReturn

from muranopl.ard.sources.source import Kind, SourceError

# O_NONBLOCK: should a pipe take the file's place after it was looked at, opening it must not wait
# for a writer.
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)

_SPECIAL = (
    (stat.S_ISDIR, "it is a folder, not a file"),
    (stat.S_ISLNK, "it is a link"),
    (stat.S_ISFIFO, "it is a named pipe, not a file"),
    (stat.S_ISSOCK, "it is a socket, not a file"),
)


def size_of(path: str) -> int:
    """Return the size of a regular file in bytes. Raise SourceError for anything else."""
    try:
        return _checked(os.lstat(path))
    except (OSError, ValueError) as error:
        raise_source_error(error)


def read_whole(path: str, limit: int) -> bytes:
    """Return the content of a regular file of at most `limit` bytes. Raise SourceError."""
    size_of(path)  # before opening: to open a device can have effects
    try:
        # No file object: to make one takes as long as all of this
        descriptor = os.open(path, _FLAGS)
        try:
            size = _checked(os.fstat(descriptor))
            # One byte more than expected, to notice a file that is larger or has grown.
            content = _read(descriptor, min(size, limit) + 1)
            if len(content) > size:  # it grew
                content += _read(descriptor, limit + 1 - len(content))
        finally:
            os.close(descriptor)
    except (OSError, ValueError) as error:
        raise_source_error(error)
    if len(content) > limit:
        raise too_large(size, limit)
    return content


def _read(descriptor: int, length: int) -> bytes:
    """Return the next bytes of a file, fewer only at its end."""
    content = os.read(descriptor, length)
    while 0 < len(content) < length and (more := os.read(descriptor, length - len(content))):
        content += more
    return content


def read_span(path: str, offset: int, length: int) -> bytes:
    """Return up to `length` bytes of a regular file from `offset` on. Raise SourceError."""
    try:
        with os.fdopen(os.open(path, _FLAGS), "rb", buffering=0) as file:
            _checked(os.fstat(file.fileno()))
            file.seek(offset)
            return file.read(length)
    except (OSError, ValueError) as error:
        raise_source_error(error)


def too_large(size: int, limit: int) -> SourceError:
    """Return the exception for a file of `size` bytes."""
    return SourceError("too-large", f"it has {size:,} bytes; at most {limit:,} are read")


def raise_source_error(error: OSError | ValueError) -> NoReturn:
    """Raise the SourceError for an exception of the operating system."""
    missing = isinstance(error, (FileNotFoundError, NotADirectoryError, ValueError))
    kind: Kind = "missing" if missing else "unreadable"
    raise SourceError(kind, error_reason(error)) from error


def error_reason(error: OSError | ValueError) -> str:
    """Return the message of the operating system, as the end of a sentence."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    if isinstance(error, ValueError):
        return "no file can have this name"
    return "the operating system refused it"


def _checked(status: os.stat_result) -> int:
    """Return the size of a regular file. Raise SourceError for anything else."""
    if stat.S_ISREG(status.st_mode):
        return status.st_size
    for test, message in _SPECIAL:
        if test(status.st_mode):
            raise SourceError("not-regular", message)
    raise SourceError("not-regular", "it is a device, not a file")
