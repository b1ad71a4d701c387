"""Declares the interface of sources of packages and the bounds of reading; joins paths in a package."""

from __future__ import annotations

import os
import posixpath
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from muranopl.ard.sources.file_names import as_text
from muranopl.diagnostics.places import File

Kind = Literal["missing", "outside", "too-large", "unreadable", "not-regular", "damaged"]


class SourceError(Exception):
    """Raised for an unreadable file of a package.

    `kind` is for programs, `message` is the reason as the end of a sentence. `reported` is true if
    the cause was reported when the package was opened (a link leading out of it), so that nothing
    more is to be reported; the kind is never `missing` then. `report_failure` makes a diagnostic of
    any of these.
    """

    def __init__(self, kind: Kind, message: str, reported: bool = False) -> None:
        super().__init__(kind, message, reported)
        self.kind: Kind = kind
        self.message = message
        self.reported = reported


class Damage(NamedTuple):
    """A part of a zip that cannot be unpacked: its path ('' is the whole zip), and the reason."""

    path: str
    reason: str


class Source(ABC):
    """A package to be read: a folder or a zip.

    It is immutable, can be pickled, and may be read by several threads.
    """

    __slots__ = ()

    root: str
    """The PATH as the user typed it."""
    base: str
    """The package's folder or zip below root, with forward slashes; '' if root is the package."""
    location: str
    """The absolute path without links, which identifies the package; of a stream `root`."""

    @abstractmethod
    def paths(self) -> tuple[str, ...]:
        """Return the names of the regular files, relative, with forward slashes, sorted.

        There are at most `PACKAGE_ENTRIES`. Files in hidden folders at the top of a folder (`.git`) and
        behind links to folders are not among them, but can be read.
        """

    @abstractmethod
    def read(self, path: str) -> bytes:
        """Return the content of a file, at most `FILE_SIZE`.

        Raise SourceError, and nothing else.
        """

    def file(self, path: str) -> File:
        """Return a new File for a path of the package, which may not exist; '' is the package."""
        return file_in(self.root, self.base, path)

    def inside(self, path: str) -> str:
        """Return the path in the package of a path as its files have it, wherever the package lies.

        '' is the package itself.
        """
        if path == self.base:
            return ""
        return path.removeprefix(f"{self.base}/") if self.base else path

    @property
    def is_alone(self) -> bool:
        """Whether it is a file that is in no package, read as the only one of a package."""
        return False

    def damage(self) -> tuple[Damage, ...]:
        """Return what cannot be unpacked, in order: every file of a zip is unpacked for that.

        A folder has no damage. At most one more than `DAMAGED_ENTRIES` (see `bounds`), which then
        stands for all further ones.
        """
        return ()

    def packed(self) -> Iterator[bytes]:
        """Yield the bytes that `damage` depends on, none of a folder. Raise SourceError."""
        return iter(())


def digest_of(source: Source) -> str | None:
    """Return the digest of all of a package that is read at its address; None for one that is here."""
    result: str | None = getattr(source, "digest", None)
    return result


def folder_name(source: Source) -> str:
    """Return the name of a package without a full name.

    It is called after its folder or zip, without the path to it.
    """
    path = source.base or source.location.replace(os.sep, "/")
    return as_text(posixpath.basename(path.rstrip("/"))) or source.root


def path_inside(source: Source, file: File) -> str:
    """Return the path of a file in its package, see `Source.inside`."""
    return source.inside(file.path)


def has_neighbours(path: str, paths: Iterable[str]) -> bool:
    """Return whether a folder has listed files; a folder behind a link has none."""
    folder = path.rpartition("/")[0] + "/"
    return any(item.startswith(folder) for item in paths)


def file_in(root: str, base: str, path: str = "") -> File:
    """Return a new File for `path` of the package called `base` below `root`.

    '' is the package itself.
    """
    return File(root, f"{base}/{path}" if base and path else base or path)


def entry_in(root: str, base: str, path: str) -> File:
    """Return a new File for the entry `path` of the zip called `base` below `root`.

    '' is the zip itself.
    """
    return File(root, file_in(root, base, path).path, archive=base)


def checked_path(path: str) -> str:
    """Return the normalised path of a file in its package. Raise SourceError if it leads out."""
    inside = join_inside("", path)
    if inside is None:
        raise SourceError("outside", "the path leads out of the package")
    return inside


def join_inside(folder: str, name: str) -> str | None:
    """Return the normalised path of `name` in `folder`, or None if it is not below it.

    Joins as the engine does, by text alone. `sub/../X.yaml` is fine; `../x`, an absolute name, an
    empty one and the folder itself are not (packages-and-versions.md, "Package layout"). `folder`
    '' is the package itself.
    """
    # The operating system would end the name at a NUL, and open another file.
    if not name or name.startswith("/") or "\0" in name:
        return None
    top = posixpath.normpath(folder) if folder else ""
    joined = posixpath.normpath(posixpath.join(top, name))
    if joined in {".", "..", top} or joined.startswith("../"):
        return None
    if not top or joined.startswith(f"{top}/"):
        return joined
    return None
