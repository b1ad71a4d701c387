"""The search of a catalog: package folders and zips below a folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from muranopl.ard.filenames import as_text, shown
from muranopl.ard.regular import reason
from muranopl.ard.source import MANIFEST
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.model import Severity
from muranopl.diagnostics.places import File, Place

_NEARLY = {"manifest.yml", "manifest.yaml", "manifest.yaml.txt", "manifest.json"}


class Candidate(NamedTuple):
    """A package folder or a file named like a zip: path on disk, path below the catalog as text."""

    location: str
    base: str
    is_zip: bool


class Listing:
    """One search of the folder `top` (a path without links), known to the user as `root`.

    `nearly` is the first file met whose name is almost that of a manifest.
    """

    def __init__(self, root: str, top: str, findings: Findings) -> None:
        self.root = root
        self.nearly: str | None = None
        self._findings = findings
        self._waiting: list[tuple[str, str]] = [(top, "")]

    def candidates(self) -> Iterator[Candidate]:
        """Yield what may be packages, in sorted order; nothing below a package folder, nothing hidden, no links."""
        while self._waiting:
            location, base = self._waiting.pop()
            try:
                with os.scandir(location) as found:
                    entries = sorted(found, key=lambda entry: entry.name)
            except OSError as error:
                self._unreadable(base, error)
                continue
            if any(entry.name == MANIFEST for entry in entries):
                yield Candidate(location, base, is_zip=False)
            else:
                yield from self._search(entries, base)

    def _search(self, entries: list[os.DirEntry[str]], base: str) -> Iterator[Candidate]:
        """Yield the zips of a folder that is no package, and put its folders on the list."""
        folders = []
        for entry in entries:
            name = as_text(entry.name)
            path = f"{base}/{name}" if base else name
            if name.startswith("."):
                continue
            if entry.is_symlink():
                self._link(entry, path)
            elif entry.is_dir(follow_symlinks=False):
                folders.append((entry.path, path))
            elif name.lower().endswith(".zip"):
                yield Candidate(entry.path, path, is_zip=True)
            elif self.nearly is None and name.lower() in _NEARLY:
                self.nearly = path
        self._waiting.extend(reversed(folders))

    def _link(self, entry: os.DirEntry[str], path: str) -> None:
        """Report a link that would be a package if links were followed."""
        if entry.name.lower().endswith(".zip") or os.path.lexists(os.path.join(entry.path, MANIFEST)):
            problem = "leads to a package, but links in a catalog are not followed. Give the package's own path as well"
            place = Place(File(self.root, path))
            self._findings.report(
                rules.LINK_NOT_FOLLOWED, place, severity=Severity.WARNING, path=shown(path), problem=problem
            )

    def _unreadable(self, base: str, error: OSError) -> None:
        why = f"{reason(error)}. Make the folder readable"
        self._findings.report(
            rules.UNREADABLE_FILE, Place(File(self.root, base)), path=shown(base or self.root), reason=why
        )
