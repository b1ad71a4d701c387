"""Atomic storing of packages in a served folder, without replacing existing ones."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import stat
import time
from collections.abc import AsyncIterator

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.interfaces.temporary_file import NAME, temporary_file

_PLAIN = re.compile(r"\w[\w.+-]{0,199}", re.ASCII)

ABANDONED = 600.0
"""Age in seconds of a temporary file that is no longer being written, which takes moments."""


class StoringError(Exception):
    """The name of a package is not a valid file name, or the catalog cannot store packages."""


class StoredAlreadyError(Exception):
    """The file exists already."""


def remove_abandoned(folder: str) -> None:
    """Remove temporary files of a service that was killed while writing.

    Recent files are kept, as another service may store packages in the same folder. Files that
    cannot be removed are ignored, as they are harmless.
    """
    with contextlib.suppress(OSError), os.scandir(folder) as result:
        for entry in [item for item in result if NAME.fullmatch(item.name)]:
            with contextlib.suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISREG(status.st_mode) and time.time() - status.st_mtime > ABANDONED:
                    os.unlink(entry.path)


@contextlib.asynccontextmanager
async def store(folder: str, name: str, version: str, package: bytes) -> AsyncIterator[str]:
    """Store a package and yield its path; remove it if the context raises.

    Raise StoredAlreadyError, StoringError, and OSError if it cannot be written.
    """
    path = await asyncio.to_thread(_write, folder, name, version, package)
    try:
        yield path
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(path)
        raise


def _write(folder: str, name: str, version: str, package: bytes) -> str:
    file = f"{name}-{version}.zip"
    if not _PLAIN.fullmatch(file):
        raise StoringError("its name is too long")
    # Packages within a package would not be found.
    if os.path.lexists(os.path.join(folder, MANIFEST)):
        raise StoringError("the first served path is a package, not a folder of packages")
    remove_abandoned(folder)
    path = os.path.join(folder, file)
    try:
        with temporary_file(folder, package, durable=True) as hidden:
            os.link(hidden, path)  # which replaces no file, as renaming would
    except FileExistsError:
        raise StoredAlreadyError from None
    return path
