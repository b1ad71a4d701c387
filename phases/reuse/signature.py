"""Signatures of a catalog's files, which detect changes without reading them."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.phases.reuse.hashing import KEY_BYTES, blake2b

QUIET = 0.05
"""Seconds after which a write to a file is certain to change its time."""

COARSE_QUIET = 2.0
"""The same for file systems whose times are whole seconds."""


class FilesSignature(NamedTuple):
    """A hash of paths, kinds, sizes, times and inodes; `newest` is the latest change."""

    digest: str
    newest: float

    @property
    def unsettled(self) -> float:
        """Seconds from now during which a change may leave the signature unchanged."""
        quiet = COARSE_QUIET if self.newest.is_integer() else QUIET
        left = self.newest + quiet - time.time()
        return left if 0 < left <= quiet else 0.0  # more if a clock was set back


def signature(paths: Iterable[str]) -> FilesSignature:
    """Return the signature of all files at and below some paths that a check may read.

    As in the search for packages, links below the paths are not followed, but their targets are
    included, and hidden folders are skipped; not those in a package, even of version control: a
    manifest, or a link, may name a file there.
    """
    digest, newest = blake2b(digest_size=KEY_BYTES), 0
    for path in paths:
        for name, status in _files(path):
            if status is None:
                digest.update(f"{name!r} -\n".encode())
                continue
            if stat.S_ISDIR(status.st_mode):  # its times change with temporary files
                digest.update(f"{name!r}/\n".encode())
                continue
            kind = stat.S_IFMT(status.st_mode)
            # The second time changes with the permissions, which the kind does not include
            facts = (
                f"{kind} {status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}"
            )
            digest.update(f"{name!r} {facts}\n".encode())
            for changed in (status.st_mtime_ns, status.st_ctime_ns):
                # A time in the future is no evidence
                if newest < changed <= time.time_ns():
                    newest = changed
    return FilesSignature(digest.hexdigest(), newest / 1e9)


def _files(path: str) -> Iterator[tuple[str, os.stat_result | None]]:
    """Yield a path and all below it, unordered, with their statuses; None for a missing file.

    A link is followed by its target.
    """
    yield path, _status(path)
    try:
        top = os.path.realpath(path)
    except (OSError, ValueError):
        return
    yield top, _status(top)
    folders = [path] if os.path.isdir(path) else []
    in_packages = set[str]()
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as result:
                entries = sorted(result, key=lambda entry: entry.name)
        except OSError:
            yield folder, None
            continue
        is_in_package = folder in in_packages or any(entry.name == MANIFEST for entry in entries)
        for entry in entries:
            if _is_folder(entry):
                if entry.name.startswith(".") and not is_in_package:
                    continue
                folders.append(entry.path)
                if is_in_package:
                    in_packages.add(entry.path)
            yield entry.path, _status(entry.path, follows=False)
            if entry.is_symlink():
                target = os.path.realpath(entry.path)
                yield target, _status(target)


def _status(path: str, *, follows: bool = True) -> os.stat_result | None:
    try:
        return os.stat(path, follow_symlinks=follows)
    except (OSError, ValueError):
        return None


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
