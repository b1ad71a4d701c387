"""A package in a folder."""

from __future__ import annotations

import os
import posixpath

from muranopl.ard.links import is_below
from muranopl.ard.regular import read_whole, refuse
from muranopl.ard.source import MAX_FILE, Kind, SourceError, join_inside
from muranopl.ard.survey import Survey, survey
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File


class DirectorySource:
    """The package whose folder is `top`; reading follows links as long as they stay in that folder. See `Source`."""

    __slots__ = ("_survey", "_top", "base", "root")

    def __init__(self, root: str, base: str, top: str, found: Survey) -> None:
        self.root = root
        self.base = base
        self._top = top
        self._survey = found

    def paths(self) -> tuple[str, ...]:
        """Sorted names of the regular files."""
        return self._survey.names

    def read(self, path: str) -> bytes:
        """Return the content of a file; raises SourceError."""
        inside = join_inside("", path)
        if inside is None:
            raise SourceError("outside", "the path leads out of the package")
        try:
            return self._read(inside)
        except SourceError as error:
            if self._was_reported(inside):  # and not "missing", for which callers have reports of their own
                kind: Kind = "unreadable" if error.kind == "missing" else error.kind
                raise SourceError(kind, error.message, reported=True) from error
            raise

    def file(self, path: str) -> File:
        """Return a new File for a path of the package."""
        return File(self.root, posixpath.join(self.base, path) if path else self.base)

    def _read(self, path: str) -> bytes:
        try:
            real = os.path.realpath(os.path.join(self._top, self._survey.raw.get(path, path)))
        except (OSError, ValueError) as error:
            refuse(error)
        if not is_below(real, self._top):
            raise SourceError("outside", "it is behind a link that leads out of the package")
        return read_whole(real, MAX_FILE)

    def _was_reported(self, path: str) -> bool:
        refused = self._survey.refused
        if not refused:
            return False
        parts = path.split("/")
        return "" in refused or any("/".join(parts[:length]) in refused for length in range(1, len(parts) + 1))


def open_directory(root: str, base: str, top: str, findings: Findings) -> DirectorySource:
    """Open the package folder `top`, a path without links; its files are looked at, not read."""
    return DirectorySource(root, base, top, survey(root, base, top, findings))
