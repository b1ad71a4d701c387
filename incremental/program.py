"""The hash of this program: records made by another version of it, or with other libraries, are never found."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterator

from muranopl.diagnostics.pages import FOLDER as PAGES
from muranopl.incremental.hashing import KEY_BYTES, blake2b


@functools.cache
def program_key() -> bytes:
    """Hash what can be seen of the program without reading it: its files' sizes and times, and what is installed."""
    whole = blake2b(digest_size=KEY_BYTES)
    # In a checkout that is installed in place the folders stand beside each other as they do when installed.
    base = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for part in (sys.version, *_installed(), *_files(base)):
        whole.update(part.encode("utf-8", "surrogateescape") + b"\0")
    return whole.digest()


def _installed() -> Iterator[str]:
    """The libraries, each with its version: the names that installers give to their folders."""
    for folder in sys.path:
        if folder.endswith("-packages"):
            try:
                yield from sorted(name for name in os.listdir(folder) if name.endswith("-info"))
            except OSError:
                continue


def _files(base: str) -> list[str]:
    """Return every file of the packages below a folder, and of a package every file below it, with its size and time.

    But for those that no check reads: the pages of diagnostics, a third of all.
    """
    found: list[str] = []
    folders = [base]
    for folder in folders:  # which become more
        top = folder == base
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_dir():
                    folders.extend([entry.path] if _is_read(entry, top) else ())
                elif not top or entry.name.endswith(".py"):
                    status = entry.stat()
                    found.append(f"{entry.path} {status.st_size} {status.st_mtime_ns}")
    return sorted(found)


def _is_read(folder: os.DirEntry[str], top: bool) -> bool:
    if top:
        return os.path.exists(os.path.join(folder.path, "__init__.py"))
    return folder.name != "__pycache__" and folder.path != PAGES
