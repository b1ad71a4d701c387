"""Packages stored in a served folder: whole or not at all, and never in place of another one."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import stat
import time
from collections.abc import AsyncIterator

from muranopl.ard.sources.package_folder import MANIFEST

_PLAIN = re.compile(r"\w[\w.+-]{0,199}", re.ASCII)
_UNFINISHED = re.compile(r"\.[0-9a-f]{16}\.tmp")

ABANDONED = 600.0
"""Seconds after which nobody writes to a file any more that is not finished: it takes a moment."""


class StoringError(Exception):
    """A package cannot be stored by its name, or in what is served."""


class StoredAlreadyError(Exception):
    """There is such a file already."""


def remove_abandoned(folder: str) -> None:
    """Remove what a service left behind that was killed while it wrote; another one may store packages there as well.

    Only files with the names that are given here, which are old. What cannot be removed stays: it
    harms nobody.
    """
    with contextlib.suppress(OSError), os.scandir(folder) as result:
        for entry in [item for item in result if _UNFINISHED.fullmatch(item.name)]:
            with contextlib.suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                if stat.S_ISREG(status.st_mode) and time.time() - status.st_mtime > ABANDONED:
                    os.unlink(entry.path)


@contextlib.asynccontextmanager
async def store(folder: str, name: str, version: str, package: bytes) -> AsyncIterator[str]:
    """Store a package and give its path; it is removed again if what follows fails.

    Raises StoredAlreadyError, StoringError, and OSError where the system does not let it be stored.
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
    if os.path.lexists(os.path.join(folder, MANIFEST)):
        raise StoringError("what is served is a package, and no folder of packages")
    remove_abandoned(folder)
    path = os.path.join(folder, file)
    hidden = os.path.join(folder, f".{os.urandom(8).hex()}.tmp")
    try:
        with os.fdopen(
            os.open(hidden, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb"
        ) as written:
            written.write(package)
            written.flush()
            os.fsync(written.fileno())
        try:
            os.link(hidden, path)
        finally:
            os.unlink(hidden)
    except FileExistsError:
        raise StoredAlreadyError from None
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(hidden)
        raise
    return path
