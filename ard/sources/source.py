"""The interface of all sources of packages, the bounds of reading, and the join of paths."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, Protocol

from muranopl.ard.sources.file_names import as_text
from muranopl.diagnostics.places import File

Kind = Literal["missing", "outside", "too-large", "unreadable", "not-regular", "damaged"]


class SourceError(Exception):
    """A file of a package could not be read: `kind` for programs, `message` the reason as the end of a sentence.

    `reported` tells that the cause was reported when the package was opened (a link leading out of it), so that nothing
    more is to be said; the kind is never `missing` then. `report_failure` makes a diagnostic of any of these.
    """

    def __init__(self, kind: Kind, message: str, reported: bool = False) -> None:
        super().__init__(kind, message, reported)
        self.kind: Kind = kind
        self.message = message
        self.reported = reported


class Damage(NamedTuple):
    """What keeps a zip from being unpacked: its path ('' is the whole zip), and the reason as the end of a sentence."""

    path: str
    reason: str


class Source(Protocol):
    """One package to be read: a folder or a zip. Immutable; may be read from several threads and be pickled."""

    @property
    def root(self) -> str:
        """The PATH as the user typed it."""

    @property
    def base(self) -> str:
        """The package's folder or zip below root, with forward slashes; '' if root itself is the package."""

    @property
    def location(self) -> str:
        """The absolute path without links, as the os module has it, to recognise the package by; of a stream `root`."""

    def paths(self) -> tuple[str, ...]:
        """Sorted names of the regular files of the package, relative, with forward slashes; at most `PACKAGE_ENTRIES`.

        Files in hidden folders at the top of a folder (`.git`) and behind links to folders are not among them; they can
        be read nonetheless.
        """

    def read(self, path: str) -> bytes:
        """Return the content of a file, at most `FILE_SIZE`; raises SourceError, and nothing else."""

    def file(self, path: str) -> File:
        """Return a new File for a path of the package, whether it exists or not; '' is the package itself."""

    def damage(self) -> tuple[Damage, ...]:
        """Return what cannot be unpacked, in order: of a zip every file is unpacked for that, a folder has none.

        No more than one after `DAMAGED_ENTRIES` (see `bounds`), which then stands for all further ones.
        """

    def packed(self) -> Iterator[bytes]:
        """Yield the bytes that `damage` depends on, if any; raises SourceError."""

    def __hash__(self) -> int:
        """Sources are told apart by identity."""


def folder_name(source: Source) -> str:
    """Return what a package is called that says no name of its own: its folder or zip, without the path to it."""
    path = source.base or source.location.replace(os.sep, "/")
    return as_text(posixpath.basename(path.rstrip("/"))) or source.root


def path_inside(source: Source, file: File) -> str:
    """Return the path of a file in its package; '' is the package. It is the same wherever the package lies."""
    return file.path[len(source.base) :].removeprefix("/") if source.base else file.path


def has_neighbours(path: str, paths: Iterable[str]) -> bool:
    """Return whether a folder has files: one that has none may be behind a link, and what is there is not listed."""
    folder = path.rpartition("/")[0] + "/"
    return any(each.startswith(folder) for each in paths)


def file_in(root: str, base: str, path: str = "") -> File:
    """Return a new File for `path` of the package known to the user as `base` below `root`; '' is the package."""
    return File(root, f"{base}/{path}" if base and path else base or path)


def entry_in(root: str, base: str, path: str) -> File:
    """Return a new File for the entry `path` of the zip known to the user as `base` below `root`; '' is the zip."""
    return File(root, file_in(root, base, path).path, archive=base)


def join_inside(folder: str, name: str) -> str | None:
    """Join as the engine does, by text alone: the normalised path, or None where it is not below `folder`.

    `sub/../X.yaml` is fine; `../x`, an absolute name, an empty one and the folder itself are not
    (packages-and-versions.md, "Package layout"). `folder` '' is the package itself.
    """
    if not name or name.startswith("/") or "\0" in name:
        return None
    top = posixpath.normpath(folder) if folder else ""
    joined = posixpath.normpath(posixpath.join(top, name))
    if joined in {".", "..", top} or joined.startswith("../"):
        return None
    return joined if not top or joined.startswith(f"{top}/") else None
