"""The hash of this program: records made by another version of it, or with other libraries, are never found."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Collection, Iterator

from muranopl.incremental.hashing import KEY_BYTES, blake2b

_UNREAD = [("diagnostics", "pages"), ("interfaces", "server")]
"""Folders of which a check reads nothing, a third of all files: what is said about codes at length, the service."""


@functools.cache
def program_key() -> bytes:
    """Hash what can be seen of the program without reading it: its files' sizes and times, and what is installed."""
    # In a checkout that is installed in place the folders stand beside each other as they do when
    # installed.
    base = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    facts = sys.version, list(_installed()), sorted(_files(base))
    return blake2b(repr(facts).encode(), digest_size=KEY_BYTES).digest()


def _installed() -> Iterator[tuple[str, int]]:
    """Yield the libraries, each with its version and time: the folders in which installers tell of them."""
    for folder in sys.path:
        if folder.endswith("-packages"):
            with contextlib.suppress(OSError), os.scandir(folder) as entries:
                told = [entry for entry in entries if entry.name.endswith("-info")]
                yield from sorted((entry.name, entry.stat().st_mtime_ns) for entry in told)


def _files(base: str) -> Iterator[tuple[str, int, int]]:
    """Yield every file of the packages below a folder, and of a package every file below it, with its size and time."""
    unread = {os.path.join(base, *names) for names in _UNREAD}
    folders = [base]
    for folder in folders:  # which become more
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir():
                    folders.extend([entry.path] if _is_read(entry, folder == base, unread) else ())
                elif folder != base or entry.name.endswith(".py"):
                    status = entry.stat()
                    yield entry.path, status.st_size, status.st_mtime_ns


def _is_read(folder: os.DirEntry[str], is_top: bool, unread: Collection[str]) -> bool:
    if is_top:
        return os.path.exists(os.path.join(folder.path, "__init__.py"))
    return folder.name != "__pycache__" and folder.path not in unread
