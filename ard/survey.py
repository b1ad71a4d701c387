"""The files of a package folder, found in one walk that follows no link to a folder."""

from __future__ import annotations

import os
import posixpath

import msgspec

from muranopl.ard.filenames import as_text, shown
from muranopl.ard.links import judge_link, severity_at
from muranopl.ard.regular import reason
from muranopl.ard.source import MAX_ENTRIES
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place


class Survey(msgspec.Struct, frozen=True):
    """What a walk found.

    `names` are the readable files, sorted; `raw` has the name on disk of each path that had to be made text (a name
    that is no UTF-8); `refused` are the links and folders that were reported, so that reading them needs no second
    report.
    """

    names: tuple[str, ...]
    raw: dict[str, str]
    refused: frozenset[str]


def survey(root: str, base: str, top: str, findings: Findings) -> Survey:
    """Walk the package folder `top` (a path without links), known to the user as `base` below `root`."""
    walk = _Walk(root, base, top, findings)
    walk.run()
    return Survey(tuple(sorted(walk.names)), walk.raw, frozenset(walk.refused))


class _Walk:
    """The state of one walk: folders still to be read, as pairs of path on disk and path in the package."""

    def __init__(self, root: str, base: str, top: str, findings: Findings) -> None:
        self.root, self.base, self.top, self.findings = root, base, top, findings
        self.names: list[str] = []
        self.raw: dict[str, str] = {}
        self.refused: set[str] = set()
        self.waiting: list[tuple[str, str]] = [(top, "")]
        self.seen = 0

    def run(self) -> None:
        """Read folder by folder, until done or too many."""
        while self.waiting and self.seen <= MAX_ENTRIES:
            location, path = self.waiting.pop()
            try:
                with os.scandir(location) as entries:
                    self._read(entries, path)
            except OSError as error:
                self._refuse_folder(path, error)
        if self.seen > MAX_ENTRIES:
            why = f"it holds more than {MAX_ENTRIES:,} files and folders. Move out what is no part of the package"
            self.findings.report(rules.TOO_LARGE, self._place(""), path=shown(self._name("")), reason=why)

    def _read(self, entries: os._ScandirIterator[str], folder: str) -> None:
        for entry in entries:
            self.seen += 1
            if self.seen > MAX_ENTRIES:
                return
            name = as_text(entry.name)
            path = f"{folder}/{name}" if folder else name
            if name != entry.name or folder in self.raw:
                self.raw[path] = os.path.relpath(entry.path, self.top)
            if entry.is_file(follow_symlinks=False):
                self.names.append(path)
            elif entry.is_symlink():
                self._link(entry.path, path)
            elif entry.is_dir(follow_symlinks=False) and (folder or not name.startswith(".")):
                self.waiting.append((entry.path, path))

    def _link(self, location: str, path: str) -> None:
        verdict = judge_link(location, path, self.top, self._place(path).file, self.findings)
        if verdict:
            self.names.append(path)
        elif verdict is False:
            self.refused.add(path)

    def _refuse_folder(self, path: str, error: OSError) -> None:
        self.refused.add(path)
        why = f"{reason(error)}. Make the folder readable"
        place = self._place(path)
        self.findings.report(
            rules.UNREADABLE_FILE,
            place,
            severity=severity_at(f"{path}/" if path else ""),
            path=shown(self._name(path)),
            reason=why,
        )

    def _name(self, path: str) -> str:
        return path or self.base or self.root

    def _place(self, path: str) -> Place:
        return Place(File(self.root, posixpath.join(self.base, path) if path else self.base))
