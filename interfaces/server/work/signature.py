"""What tells one state of a catalog's files from another, without reading them."""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

QUIET = 0.1
"""Seconds after which what is written to a file surely gets another time than before."""


class FilesSignature(NamedTuple):
    """A hash of the paths, kinds, sizes, times and numbers of files; `newest` is the latest time of a change."""

    digest: str
    newest: float

    @property
    def unsettled(self) -> float:
        """Return for how many seconds from now a change might not be seen in a signature."""
        left = self.newest + QUIET - time.time()
        return left if left <= QUIET else 0.0  # a time in the future tells nothing


def signature(paths: Iterable[str]) -> FilesSignature:
    """Return the signature of all files at and below some paths.

    As in the search for packages, links are not followed below the paths, and hidden folders are left out.
    """
    digest, newest = hashlib.blake2b(digest_size=16), 0
    for path in paths:
        for name, status in _files(path):
            if status is None:
                digest.update(f"{name!r} -\n".encode("utf-8", "surrogatepass"))
                continue
            if stat.S_ISDIR(status.st_mode):  # its times change with files that come and go in between
                digest.update(f"{name!r}/\n".encode("utf-8", "surrogatepass"))
                continue
            kind = stat.S_IFMT(status.st_mode)
            facts = f"{kind} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}"
            digest.update(f"{name!r} {facts}\n".encode("utf-8", "surrogatepass"))
            newest = max(newest, status.st_mtime_ns, status.st_ctime_ns)
    return FilesSignature(digest.hexdigest(), newest / 1e9)


def _files(path: str) -> Iterator[tuple[str, os.stat_result | None]]:
    """Yield a path and all below it, in an order of its own, each with its status, None where there is none."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        yield path, None
        return
    yield path, status
    folders = [path] if stat.S_ISDIR(status.st_mode) else []
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError:
            yield folder, None
            continue
        for entry in entries:
            is_folder = _is_folder(entry)
            if is_folder and entry.name.startswith("."):
                continue
            try:
                yield entry.path, entry.stat(follow_symlinks=False)
            except OSError:
                yield entry.path, None
                continue
            if is_folder:
                folders.append(entry.path)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
