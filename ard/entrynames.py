"""The names of a zip's entries: which file each stands for once unpacked, and what is wrong with it.

The engine's unpacking drops empty parts, `.` and `..` of a name, so that `../x` becomes `x`, and of two entries with
one name the later wins (package-layout.md, "Upload and load rules").
"""

from __future__ import annotations

import bisect
from collections.abc import Sequence

from muranopl.ard.filenames import shown
from muranopl.ard.links import report_stored_link
from muranopl.ard.zipindex import Entry
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.model import Severity
from muranopl.diagnostics.places import File, Place

_AT_MOST = 20
"""How many entries of one zip are reported; a hostile one may have 100,000 bad names."""

_LONGEST_PART = 255
"""Bytes between two slashes of a path that file systems take."""


def files_of(
    entries: Sequence[Entry], root: str, base: str, findings: Findings
) -> tuple[dict[str, Entry], frozenset[str]]:
    """Return the readable files by path, and the paths of links; report names that are misleading."""
    namer = _Namer(root, base, findings)
    for entry in entries:
        namer.add(entry)
    namer.report_clashes()
    namer.report_rest()
    return namer.files, frozenset(namer.links)


def holds_folder(names: Sequence[str], path: str) -> bool:
    """Whether any of the sorted names lies below `path`."""
    first = bisect.bisect_left(names, f"{path}/")
    return first < len(names) and names[first].startswith(f"{path}/")


class _Namer:
    """The files so far, and how many names were reported."""

    def __init__(self, root: str, base: str, findings: Findings) -> None:
        self.root, self.base, self.findings = root, base, findings
        self.files: dict[str, Entry] = {}
        self.links: set[str] = set()
        self.reported = 0

    def add(self, entry: Entry) -> None:
        """Take the next entry."""
        name = entry.stored.partition("\0")[0]
        if name.endswith("/"):
            return
        parts = name.split("/")
        if name.startswith("/") or ".." in parts:
            self._report(
                name, "leads out of the package; the engine drops that part of the name. Store it under a plain name"
            )
        elif path := "/".join(part for part in parts if part not in {"", "."}):
            if len(path) > _LONGEST_PART // 4 and any(len(part.encode()) > _LONGEST_PART for part in parts):
                self._report(path, "is too long for a file name. Shorten it", Severity.ERROR)
            self._keep(path, entry)

    def report_clashes(self) -> None:
        """Report files that other entries take for a folder: the zip cannot be unpacked."""
        names = sorted(self.files)
        for path in names:
            if holds_folder(names, path):
                problem = "is a file and a folder at once, so that the zip cannot be unpacked. Rename one of them"
                self._report(path, problem, Severity.ERROR)

    def report_rest(self) -> None:
        """Say how many names were left out."""
        if self.reported > _AT_MOST:
            place = Place(File(self.root, self.base))
            count = self.reported - _AT_MOST
            more = f"and {count:,} more have misleading names. Create the zip again from a clean folder"
            self.findings.report(
                rules.BAD_ENTRY_NAME, place, path=shown(self.base or self.root), entry="...", problem=more
            )

    def _keep(self, path: str, entry: Entry) -> None:
        if path in self.files or path in self.links:
            self._report(path, "is stored more than once, and only the last one counts. Keep one of them")
        self.files.pop(path, None)
        self.links.discard(path)
        if entry.is_link:
            self.links.add(path)
            report_stored_link(path, self._file(path), self.findings)
        else:
            self.files[path] = entry

    def _report(self, name: str, problem: str, severity: Severity = Severity.WARNING) -> None:
        self.reported += 1
        if self.reported <= _AT_MOST:
            self.findings.report(
                rules.BAD_ENTRY_NAME,
                Place(self._file("")),
                severity=severity,
                path=shown(self.base or self.root),
                entry=shown(name),
                problem=problem,
            )

    def _file(self, path: str) -> File:
        return File(self.root, f"{self.base}/{path}" if self.base and path else self.base or path)
