"""Files that appear whole: written under another name first."""

from __future__ import annotations

import contextlib
import os
import re
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
