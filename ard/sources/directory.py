"""Reads a package in a folder; its files are found in one walk that follows no links to folders."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable

from muranopl.ard.sources.file_names import as_text
from muranopl.ard.sources.regular_files import (
    error_reason,
    raise_source_error,
    read_whole,
    report_unopened,
)
from muranopl.ard.sources.source import Kind, Source, SourceError, checked_path, file_in
from muranopl.diagnostics.bounds import FILE_SIZE, PACKAGE_ENTRIES
from muranopl.diagnostics.reporter import Reporter


class DirectorySource(Source):
    """The package in the folder `top`. Links are followed as long as they stay in that folder.

    See `Source`.
    """

    __slots__ = ("_names", "_plain", "_raw", "_refused", "base", "location", "root")

    def __init__(self, walk: _Walk) -> None:
        self.root, self.base, self.location = walk.root, walk.base, walk.top
        self._names = tuple(sorted(walk.names))
        # Paths without links and respelled names: read without further checks, which halves the
        # time.
        self._plain = frozenset(walk.names) - walk.links - walk.raw.keys()
        self._raw = walk.raw
        self._refused = walk.refused

    def paths(self) -> tuple[str, ...]:
        """Return the names of the regular files, sorted."""
        return self._names

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        if path in self._plain:
            # It is something else by now: see below what
            with contextlib.suppress(SourceError):
                return read_whole(f"{self.location}{os.sep}{path}", FILE_SIZE.most)
        inside = checked_path(path)
        try:
            return self._read(inside)
        except SourceError as error:
            # Not "missing": callers report missing files themselves
            if self._was_reported(inside):
                kind: Kind = "unreadable" if error.kind == "missing" else error.kind
                raise SourceError(kind, error.message, reported=True) from error
            raise

    def _read(self, path: str) -> bytes:
        path = self._raw.get(path, path)
        real = os.path.join(self.location, path)
        if self._passes_link(path):
            from muranopl.ard.sources.symlinks import is_below  # few packages have links

            try:
                real = os.path.realpath(real)
            except (OSError, ValueError) as error:
                raise_source_error(error)
            if not is_below(real, self.location):
                raise SourceError("outside", "it is behind a link that leads out of the package")
        return read_whole(real, FILE_SIZE.most)

    def _passes_link(self, path: str) -> bool:
        """Return whether a path is, or goes through, a link.

        This is much cheaper than resolving it.
        """
        location = self.location
        for part in path.replace("/", os.sep).split(os.sep):
            location = f"{location}{os.sep}{part}"
            if os.path.islink(location):
                return True
        return False

    def _was_reported(self, path: str) -> bool:
        if not self._refused:
            return False
        # A refused folder, '' for the package itself, stands for all below it.
        parts = path.split("/")
        above = ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
        return "" in self._refused or not self._refused.isdisjoint(above)


def open_directory(root: str, base: str, top: str, reporter: Reporter) -> DirectorySource:
    """Return the package in the folder `top` (without links); its files are not read.

    `base` is its name for users, below `root`.
    """
    walk = _Walk(root, base, top, reporter)
    walk.run()
    return DirectorySource(walk)


class _Walk:
    """One walk through the folders of a package.

    `waiting` are the folders still to be read, as pairs of path on disk and path in the package.
    `names` are the readable files; `raw` maps a path that had to be converted to text (a name that
    is not UTF-8) to the name on disk; `links` are the names that are links; `refused` are the links
    and folders that were reported, so that reading them needs no second report.
    """

    def __init__(self, root: str, base: str, top: str, reporter: Reporter) -> None:
        self.root, self.base, self.top, self.reporter = root, base, top, reporter
        self.names: list[str] = []
        self.links: set[str] = set()
        self.raw: dict[str, str] = {}
        self.refused: set[str] = set()
        self.waiting: list[tuple[str, str]] = [(top, "")]
        self.seen = 0

    def run(self) -> None:
        """Read folder by folder, until all are read or the bound is exceeded."""
        while self.waiting and self.seen <= PACKAGE_ENTRIES.most:
            location, path = self.waiting.pop()
            try:
                with os.scandir(location) as entries:
                    self._read(entries, path)
            except OSError as error:
                self._refuse_folder(path, error)
        if self.seen > PACKAGE_ENTRIES.most:
            too_many = SourceError(
                "too-large", f"it contains more than {PACKAGE_ENTRIES.most:,} files and folders"
            )
            report_unopened(too_many, self.root, self.base, self.reporter)

    def _read(self, entries: Iterable[os.DirEntry[str]], folder: str) -> None:
        for entry in entries:
            self.seen += 1
            if self.seen > PACKAGE_ENTRIES.most:
                return
            name = as_text(entry.name)
            path = f"{folder}/{name}" if folder else name
            # The name on disk is needed to open a file whose name is not UTF-8.
            if name != entry.name or folder in self.raw:
                self.raw[path] = os.path.relpath(entry.path, self.top)
            if entry.is_file(follow_symlinks=False):
                self.names.append(path)
            elif entry.is_symlink():
                self._link(entry.path, path)
            elif entry.is_dir(follow_symlinks=False) and (folder or not name.startswith(".")):
                self.waiting.append((entry.path, path))

    def _link(self, location: str, path: str) -> None:
        from muranopl.ard.sources.symlinks import check_link

        verdict = check_link(
            location, path, self.top, file_in(self.root, self.base, path), self.reporter
        )
        if verdict:
            self.names.append(path)
            self.links.add(path)
        elif verdict is False:
            self.refused.add(path)

    def _refuse_folder(self, path: str, error: OSError) -> None:
        from muranopl.ard.sources.symlinks import severity_at

        self.refused.add(path)
        severity = severity_at(f"{path}/" if path else "")
        unreadable = SourceError("unreadable", error_reason(error))
        report_unopened(
            unreadable, self.root, file_in("", self.base, path).path, self.reporter, severity
        )
