"""Stores fetched data on disk, addressed by its content: files, folders of files, and notes.

    objects/HASH     a file, by the hash of its bytes
    folders/HASH/    a folder, by the hash of the names and hashes of its files
    notes/HASH       what an address was the last time, by the hash of the address

A file is complete before it gets its name, so that processes can share the folder. The hash is compared
whenever something is taken from here.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from muranopl.ard.remote.failures import FetchError
from muranopl.ard.remote.temporary import incomplete_folder, remove
from muranopl.diagnostics.bounds import REMOTE_CACHE

FOLDER = "remote"
"""The folder of the store, inside the cache folder."""

_OBJECTS, _FOLDERS, _NOTES = "objects", "folders", "notes"
_PARTS = (_OBJECTS, _FOLDERS, _NOTES)
_UNFINISHED = ".unfinished-"
_FILE, _FOLDER = "sha256", "sha256-folder"
_DAY = 24 * 3600


class Stored(NamedTuple):
    """A file or a folder of the store: its digest (`sha256:...`), and its path."""

    digest: str
    path: str


class Note(msgspec.Struct, frozen=True):
    """A note about a fetched address: the digest, and the validators of its source (ETag, commit)."""

    digest: str
    validators: dict[str, str] = {}


class ContentStore:
    """The store in a folder, which is created when something is added."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def add_file(self, chunks: Iterable[bytes]) -> Stored:
        """Return a new file with some bytes. Raise FetchError if it cannot be written."""
        with self.unfinished() as folder:
            path = os.path.join(folder, "file")
            with open(path, "wb") as file:
                file.writelines(chunks)
            return self._finished(path, _FILE, _hash_of_file(path))

    def add_folder(self, fill: Callable[[str], None]) -> Stored:
        """Return a new folder, with the files that `fill` writes into an empty one."""
        with self.unfinished() as folder:
            path = os.path.join(folder, "folder")
            os.mkdir(path)
            fill(path)
            return self._finished(path, _FOLDER, _hash_of_folder(path))

    def add_links(self, files: Mapping[str, Stored]) -> Stored:
        """Return a folder with files of the store, by name."""

        def fill(folder: str) -> None:
            for name, stored in files.items():
                _link(stored.path, os.path.join(folder, name))

        return self.add_folder(fill)

    def find(self, digest: str) -> Stored | None:
        """Return what has a digest; None if it is not there, or not what it was."""
        path = self.path_of(digest)
        try:
            kind = digest.partition(":")[0]
            name = _hash_of_folder(path) if kind == _FOLDER else _hash_of_file(path)
        except OSError:
            return None
        if name != digest.partition(":")[2]:
            remove(path)
            return None
        with contextlib.suppress(OSError):  # this one was used now
            os.utime(path)
        return Stored(digest, path)

    def note(self, address: str) -> Note | None:
        """Return what an address was the last time, None if it was not fetched."""
        try:
            with open(self._note_path(address), "rb") as file:
                return msgspec.json.decode(file.read(), type=Note)
        except (OSError, msgspec.DecodeError, msgspec.ValidationError):
            return None

    def keep_note(self, address: str, note: Note) -> None:
        """Record what an address is now."""
        with self.unfinished() as folder:
            path = os.path.join(folder, "note")
            with open(path, "wb") as file:
                file.write(msgspec.json.encode(note))
            os.replace(path, self._note_path(address))

    def _note_path(self, address: str) -> str:
        # Addresses have secrets
        name = hashlib.sha256(address.encode("utf-8", "surrogatepass")).hexdigest()
        return os.path.join(self._folder, _NOTES, name)

    def path_of(self, digest: str) -> str:
        """Return the path that what has a digest has here."""
        kind, _, name = digest.partition(":")
        return os.path.join(
            self._folder, _FOLDERS if kind == _FOLDER else _OBJECTS, os.path.basename(name)
        )

    @contextlib.contextmanager
    def unfinished(self) -> Iterator[str]:
        """Yield a new folder, which is gone after the context. Raise FetchError for a full disk."""
        try:
            for part in _PARTS:
                os.makedirs(os.path.join(self._folder, part), 0o700, exist_ok=True)
            with incomplete_folder(_UNFINISHED, self._folder) as folder:
                yield folder
        except OSError as error:
            reason = error.strerror or str(error)
            raise FetchError(
                "unreachable",
                f"it cannot be written to the cache: {reason}",
                "choose another folder with --cache-dir",
            ) from None

    def _finished(self, path: str, kind: str, name: str) -> Stored:
        digest = f"{kind}:{name}"
        stored = self.find(digest)
        if stored is not None:
            return stored
        target = self.path_of(digest)
        try:
            os.replace(path, target)
        except OSError:
            # Another process finished the same folder meanwhile
            if not os.path.isdir(target):
                raise
        return Stored(digest, target)

    def trim(self) -> None:
        """Remove what was not used for the longest time, while there is more than fits.

        What was used within a day stays, as a process may read it. What was begun before that, and
        never finished, is removed as well.
        """
        for path in _abandoned(self._folder):
            remove(path)
        entries = sorted(_entries(self._folder))
        size = sum(entry.size for entry in entries)
        for entry in entries:
            if size <= REMOTE_CACHE.most or entry.used > time.time() - _DAY:
                return
            remove(entry.path)
            size -= entry.size


class _Entry(NamedTuple):
    used: float
    path: str
    size: int


def _entries(folder: str) -> Iterator[_Entry]:
    """Yield what is in a store; links to files of the store count again."""
    for part in _PARTS:
        with contextlib.suppress(OSError), os.scandir(os.path.join(folder, part)) as it:
            for entry in it:
                yield _Entry(entry.stat().st_mtime, entry.path, _size(entry.path))


def _abandoned(folder: str) -> Iterator[str]:
    """Yield the folders of processes that were killed while they filled them."""
    with contextlib.suppress(OSError), os.scandir(folder) as it:
        for entry in it:
            is_old = entry.stat().st_mtime < time.time() - _DAY
            if entry.name.startswith(_UNFINISHED) and is_old:
                yield entry.path


def size_of(folder: str) -> int:
    """Return the bytes of a store, 0 if there is none."""
    return sum(entry.size for entry in _entries(folder))


class Removed(NamedTuple):
    """The number of files and folders that were removed from a store, and their bytes."""

    files: int
    size: int


def clear(folder: str) -> Removed:
    """Remove all of a store, but no other files that are in its folder."""
    sizes = [entry.size for entry in _entries(folder)]
    for part in _PARTS:
        remove(os.path.join(folder, part))
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            if name.startswith(_UNFINISHED):
                remove(os.path.join(folder, name))
        os.rmdir(folder)
    return Removed(len(sizes), sum(sizes))


def _size(path: str) -> int:
    if not os.path.isdir(path):
        return os.lstat(path).st_size
    return sum(
        os.lstat(os.path.join(folder, name)).st_size
        for folder, _, names in os.walk(path)
        for name in names
    )


def _hash_of_file(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _hash_of_folder(path: str) -> str:
    """Return the hash of the names and contents in a folder; links are texts."""
    hashed = hashlib.sha256()
    os.lstat(path)
    for folder, folders, names in os.walk(path):
        folders.sort()
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for name in sorted((*names, *links)):
            file = os.path.join(folder, name)
            inside = os.path.relpath(file, path)
            if os.path.islink(file):
                content = f"link {os.readlink(file)}"
            else:
                content = _hash_of_file(file)
            hashed.update(f"{inside!r} {content!r}\n".encode())
    return hashed.hexdigest()


def _link(path: str, target: str) -> None:
    """Make a second name for a file, or a copy where the file system has no such names."""
    try:
        os.link(path, target)
    except OSError:
        shutil.copyfile(path, target)
