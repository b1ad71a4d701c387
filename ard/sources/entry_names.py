"""The names of a zip's entries: which file each stands for once unpacked, and what is wrong with it.

The engine's unpacking drops empty parts, `.` and `..` of a name, so that `../x` becomes `x`, and of two entries with
one name the later wins (package-layout.md, "Upload and load rules").
"""

from __future__ import annotations

import bisect
import stat
from collections.abc import Sequence
from typing import NamedTuple
from zipfile import ZipInfo

from muranopl.ard.sources.file_names import shown
from muranopl.ard.sources.source import entry_in, file_in
from muranopl.ard.sources.symlinks import report_stored_link
from muranopl.diagnostics.bounds import ENTRY_NAME_PART
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter

_UNIX = 3


class _Problem(NamedTuple):
    entry: str
    problem: str
    severity: Severity = Severity.WARNING


def is_link(entry: ZipInfo) -> bool:
    """Whether an entry is a link that was stored as such."""
    return entry.create_system == _UNIX and stat.S_ISLNK(entry.external_attr >> 16)


def holds_folder(names: Sequence[str], path: str) -> bool:
    """Whether any of the sorted names lies below `path`."""
    first = bisect.bisect_left(names, f"{path}/")
    return first < len(names) and names[first].startswith(f"{path}/")


def files_of(entries: Sequence[ZipInfo], root: str, base: str, reporter: Reporter) -> dict[str, ZipInfo]:
    """Return the files and links by path; report links, and names that are misleading."""
    files: dict[str, ZipInfo] = {}
    problems: list[_Problem] = []
    for entry in entries:
        path = _path(entry.filename, problems)
        if path in files:
            problems.append(_Problem(path, "is stored more than once, and only the last one counts. Keep one of them"))
        if path:
            files[path] = entry
    names = sorted(files)
    why = "is a file and a folder at once, so that the zip cannot be unpacked. Rename one of them"
    problems.extend(_Problem(path, why, Severity.ERROR) for path in names if holds_folder(names, path))
    _report(problems, root, base, reporter)
    for path, entry in files.items():
        if is_link(entry):
            report_stored_link(path, entry_in(root, base, path), reporter)
    return files


def _path(name: str, problems: list[_Problem]) -> str:
    """Return where an entry is unpacked to, '' for a folder and for what leads out of the package."""
    parts = name.split("/")
    if name.endswith("/"):
        return ""
    if name.startswith("/") or ".." in parts:
        why = "leads out of the package; the engine drops that part of the name. Store it under a plain name"
        problems.append(_Problem(name, why))
        return ""
    path = "/".join(part for part in parts if part not in {"", "."})
    if len(path) > ENTRY_NAME_PART.most // 4 and any(len(part.encode()) > ENTRY_NAME_PART.most for part in parts):
        problems.append(_Problem(path, "is too long for a file name. Shorten it", Severity.ERROR))
    return path


def _report(problems: list[_Problem], root: str, base: str, reporter: Reporter) -> None:
    place, path = Place(file_in(root, base)), shown(base or root)
    for entry, problem, severity in problems:
        reporter.report(rules.BAD_ENTRY_NAME, place, severity=severity, path=path, entry=shown(entry), problem=problem)
