"""The names of a zip's entries → the paths that they are unpacked to; problems of names are reported.

The engine's unpacking drops empty parts, `.` and `..` of a name, so that `../x` becomes `x`, and of
two entries with one name the later wins (package-layout.md, "Upload and load rules").
"""

from __future__ import annotations

import bisect
import stat
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zipfile import ZipInfo

from muranopl.ard.sources.file_names import shown
from muranopl.ard.sources.source import entry_in, file_in
from muranopl.ard.sources.symlinks import report_stored_link
from muranopl.diagnostics.bounds import ENTRY_NAME, ENTRY_NAME_PART
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter

_UNIX = 3


class _Problem(NamedTuple):
    entry: str
    problem: str
    remedy: str
    severity: Severity = Severity.WARNING


def is_link(entry: ZipInfo) -> bool:
    """Return whether an entry was stored as a link."""
    return entry.create_system == _UNIX and stat.S_ISLNK(entry.external_attr >> 16)


def holds_folder(names: Sequence[str], path: str) -> bool:
    """Return whether any of the sorted names lies below `path`."""
    first = bisect.bisect_left(names, f"{path}/")
    return first < len(names) and names[first].startswith(f"{path}/")


def files_of(
    entries: Sequence[ZipInfo], root: str, base: str, reporter: Reporter
) -> dict[str, ZipInfo]:
    """Return the files and links by path.

    Report links and names that mislead or cannot be unpacked.
    """
    files: dict[str, ZipInfo] = {}
    problems: list[_Problem] = []
    for entry in entries:
        name, path = entry.filename, path_in(entry.filename)
        if name.endswith("/"):
            if entry.file_size:
                why = "has the name of a folder, so its content is ignored"
                problems.append(_Problem(name, why, "remove the slash at the end of its name"))
            continue
        if not path and _unpacked_to(name):
            why = "has a name with `..` or a leading slash, which the engine removes"
            problems.append(_Problem(name, why, "rename it to a relative path without `..`"))
        if path in files:
            why = "is stored more than once; only the last one counts"
            problems.append(_Problem(path, why, "keep one of them"))
        if path:
            files[path] = entry
    problems.extend(_unusable([entry.filename for entry in entries]))
    _report(problems, root, base, reporter)
    for path, entry in files.items():
        if is_link(entry):
            report_stored_link(path, entry_in(root, base, path), reporter)
    return files


def path_in(name: str) -> str:
    """Return the path of an entry in the package; '' if its name leads out of it, or is empty."""
    if name.startswith("/") or ".." in name.split("/"):
        return ""
    return _unpacked_to(name)


def _unpacked_to(name: str) -> str:
    """Return the path that the engine unpacks an entry to."""
    return "/".join(part for part in name.split("/") if part not in {"", ".", ".."})


def _unusable(names: Sequence[str]) -> Iterator[_Problem]:
    """Yield the names that prevent unpacking the zip."""
    folders = {_unpacked_to(name) for name in names if name.endswith("/")}
    files = {_unpacked_to(name): name for name in names if not name.endswith("/")}
    # Sorted, so that what lies below a path is found by bisection.
    paths = sorted(folders | files.keys())
    for path in paths:
        if path in files and not path:
            why = "names no file, so the zip cannot be unpacked"
            yield _Problem(files[path], why, "remove it", Severity.ERROR)
        elif path in files and (path in folders or holds_folder(paths, path)):
            why = "is both a file and a folder, so the zip cannot be unpacked"
            yield _Problem(path, why, "rename one of them", Severity.ERROR)
        elif len(path) > ENTRY_NAME_PART.most // 4 and _is_too_long(path):
            yield _Problem(path, "is too long for a file name", "shorten it", Severity.ERROR)


def _is_too_long(path: str) -> bool:
    longest = max(len(part.encode()) for part in path.split("/"))
    return longest > ENTRY_NAME_PART.most or len(path.encode()) > ENTRY_NAME.most


def _report(problems: list[_Problem], root: str, base: str, reporter: Reporter) -> None:
    place, path = Place(file_in(root, base)), shown(base or root)
    for entry, problem, remedy, severity in problems:
        reporter.report(
            rules.BAD_ENTRY_NAME,
            place,
            severity=severity,
            path=path,
            entry=shown(entry),
            problem=problem,
            suggestion=remedy,
        )
