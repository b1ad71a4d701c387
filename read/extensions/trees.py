"""Reads the files of a distribution from a folder, or from an archive within bounds."""

from __future__ import annotations

import gzip
import io
import os
import posixpath
import tarfile
import zlib
from typing import Protocol

from muranopl.ard.sources.archive import (
    ZipBytes,
    read_table,
    require_few,
    require_unpacked,
    unpacked,
)
from muranopl.ard.sources.file_names import as_text
from muranopl.ard.sources.file_types import HEAD, starts_like_zip
from muranopl.ard.sources.regular_files import (
    error_reason,
    raise_source_error,
    read_span,
    read_whole,
    too_large,
)
from muranopl.ard.sources.source import SourceError, join_inside
from muranopl.ard.sources.symlinks import is_below
from muranopl.diagnostics.bounds import FILE_SIZE, UNPACKED_SIZE
from muranopl.diagnostics.places import File


class Tree(Protocol):
    """Files below `root`, the path as the user typed it; `location` identifies them."""

    root: str
    location: str

    def names(self, folder: str = "") -> list[str]:
        """Return the names of the files and folders in a folder, sorted. Raise SourceError."""

    def read(self, path: str) -> bytes:
        """Return the content of a file, at most `FILE_SIZE`. Raise SourceError."""

    def file(self, path: str) -> File:
        """Return a new File for a path of the tree."""


class FolderTree:
    """The files of a folder; links that lead out of it are not followed.

    `installed_below` is the folder in which the source of an editable installation may be; "" where that is
    anywhere, as in the environment of muranopl.
    """

    def __init__(
        self, root: str, location: str | None = None, installed_below: str | None = None
    ) -> None:
        self.root = as_text(root)
        self._installed_below = installed_below
        self.location = os.path.realpath(root if location is None else location)

    def names(self, folder: str = "") -> list[str]:
        """Return the names of the files and folders in a folder, sorted."""
        try:
            result = os.listdir(self._inside(folder) if folder else self.location)
        except OSError as error:
            raise SourceError("unreadable", error_reason(error)) from error
        require_few(len(result))
        return sorted(map(as_text, result))

    def read(self, path: str) -> bytes:
        """Return the content of a file."""
        return read_whole(self._inside(path), FILE_SIZE.most)

    def may_lead_to(self, folder: str) -> bool:
        """Return whether a folder may have the source of an editable installation."""
        below = self._installed_below
        if below is None:
            below = self.location
        return not below or is_below(os.path.realpath(folder), os.path.realpath(below))

    def file(self, path: str) -> File:
        """Return a new File for a path of the folder."""
        return File(self.root, path)

    def _inside(self, path: str) -> str:
        inside = join_inside("", path)
        if inside is None:
            raise SourceError("outside", "the path leads out of the distribution")
        try:
            real = os.path.realpath(os.path.join(self.location, inside))
        except (OSError, ValueError) as error:
            raise_source_error(error)
        if not is_below(real, self.location):
            raise SourceError("outside", "a link leads out of the distribution")
        return real


class ArchiveTree:
    """The files of a wheel or a source distribution, in memory.

    The one folder around the files of a source distribution is left out.
    """

    def __init__(self, root: str, path: str, files: dict[str, bytes]) -> None:
        self.root, self.location = as_text(root), os.path.realpath(path)
        top = _only_folder(files)
        self._prefix = f"{top}/" if top else ""
        self._files = {name.removeprefix(self._prefix): data for name, data in files.items()}

    def names(self, folder: str = "") -> list[str]:
        """Return the names of the files and folders in a folder, sorted."""
        start = f"{folder}/" if folder else ""
        below = (name for name in self._files if name.startswith(start))
        return sorted({name[len(start) :].partition("/")[0] for name in below})

    def read(self, path: str) -> bytes:
        """Return the content of a file."""
        data = self._files.get(posixpath.normpath(path))
        if data is None:
            raise SourceError("missing", "no such file in the archive")
        return data

    def file(self, path: str) -> File:
        """Return a new File for a path of the archive."""
        return File(self.root, f"{self._prefix}{path}", archive="")


def _only_folder(files: dict[str, bytes]) -> str:
    tops = {name.partition("/")[0] for name in files}
    is_one = len(tops) == 1 and all("/" in name for name in files)
    return tops.pop() if is_one else ""


def open_archive_tree(path: str, root: str) -> ArchiveTree:
    """Return the files of a wheel, or of a source distribution. Raise SourceError."""
    if starts_like_zip(read_span(path, 0, HEAD)):
        return ArchiveTree(root, path, _zip_files(path))
    return ArchiveTree(root, path, _tar_files(path))


_NEEDED = (".py", ".txt", ".cfg", ".toml", "METADATA", "PKG-INFO")
"""The ends of names of files that are read; others stay packed."""


def _zip_files(path: str) -> dict[str, bytes]:
    archive = read_table(ZipBytes(path))
    entries = [entry for entry in archive.infolist() if entry.filename.endswith(_NEEDED)]
    require_unpacked(sum(entry.file_size for entry in entries))
    result: dict[str, bytes] = {}
    for entry in entries:
        name = join_inside("", entry.filename)
        if name is not None:
            result[name] = unpacked(archive, entry)
    return result


def _tar_files(path: str) -> dict[str, bytes]:
    packed = read_whole(path, UNPACKED_SIZE.most)
    result: dict[str, bytes] = {}
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(packed)) as stream:
            # What a gzip says about its size cannot be trusted: one byte more than allowed is read
            data = stream.read(UNPACKED_SIZE.most + 1)
        require_unpacked(len(data))
        # Without compression, as one inside of the other would escape the bound
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            size = 0
            for number, member in enumerate(archive, 1):
                require_few(number)
                name = join_inside("", member.name)
                if name is None or not member.isreg() or not name.endswith(_NEEDED):
                    continue
                if member.size > FILE_SIZE.most:
                    raise too_large(member.size, FILE_SIZE.most)
                # A sparse one is larger than its bytes in the archive
                size += member.size
                require_unpacked(size)
                content = archive.extractfile(member)
                assert content is not None  # noqa: S101 - a regular file has one
                result[name] = content.read()
    except (OSError, EOFError, zlib.error, tarfile.TarError) as error:
        raise SourceError("damaged", str(error) or "it ends too early") from error
    return result
