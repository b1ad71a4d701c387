"""Decides which symbolic links inside a package folder may be followed, and reports the others."""

from __future__ import annotations

import errno
import os
import stat

from muranopl.ard.sources.file_names import MANIFEST, PACKAGE_FOLDERS, as_text, shown
from muranopl.ard.sources.regular_files import error_reason
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.reporter import Reporter

_READ_FOLDERS = tuple(f"{name}/" for name in PACKAGE_FOLDERS)


def severity_at(path: str) -> Severity:
    """Return the severity of a bad link: error where the engine reads the path, warning elsewhere.

    The engine reads neither README nor logo, for example.
    """
    if path == MANIFEST or path.startswith(_READ_FOLDERS) or not path:
        return Severity.ERROR
    return Severity.WARNING


def is_below(real: str, top: str) -> bool:
    """Return whether a resolved path is `top` or below it; both are without links."""
    return real == top or real.startswith(top if top.endswith(os.sep) else top + os.sep)


def real_location(path: str) -> str:
    """Return the path of a file, which need not exist, with the folder around it without links."""
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name)


def path_below(location: str, top: str) -> str | None:
    """Return the path of a file in a package folder `top`; None for a file elsewhere.

    Both are without links, as in `is_below`; the result has forward slashes.
    """
    prefix = top + os.sep
    if not location.startswith(prefix):
        return None
    return location.removeprefix(prefix).replace(os.sep, "/")


def check_link(location: str, path: str, top: str, file: File, reporter: Reporter) -> bool | None:
    """Report the link at `location` if it cannot be followed.

    `path` is its path in the package folder `top`. Return True for a link to a regular file inside
    the package, None for anything else inside (a folder is reported with a warning, as it is not
    searched), False if nothing can be read through it.
    """
    try:
        # Resolved before anything is opened: a link must not lead a reader out of the package.
        real = os.path.realpath(location)
        if not is_below(real, top):
            target, severity = shown(as_text(os.readlink(location))), severity_at(path)
            reporter.report(
                rules.LINK_OUTSIDE, Place(file), severity=severity, path=shown(path), target=target
            )
            return False
        mode = os.stat(location).st_mode
    except (OSError, ValueError) as error:
        problem = f"leads nowhere: {_why(error)}"
        _report(problem, "correct or remove it", path, file, reporter)
        return False
    if stat.S_ISDIR(mode):
        problem = "leads to another folder of the package, which is not searched twice"
        remedy = "refer to the files by their own paths"
        _report(problem, remedy, path, file, reporter, severity=Severity.WARNING)
    return True if stat.S_ISREG(mode) else None


def report_stored_link(path: str, file: File, reporter: Reporter) -> None:
    """Report a link that a zip stores as a link."""
    problem = "is stored in the zip as a link, which the engine unpacks as a text file"
    _report(problem, "store the file itself (zip without -y)", path, file, reporter)


def _report(
    problem: str,
    remedy: str,
    path: str,
    file: File,
    reporter: Reporter,
    *,
    severity: Severity | None = None,
) -> None:
    reporter.report(
        rules.LINK_NOT_FOLLOWED,
        Place(file),
        severity=severity or severity_at(path),
        path=shown(path),
        problem=problem,
        suggestion=remedy,
    )


def _why(error: OSError | ValueError) -> str:
    if isinstance(error, OSError) and error.errno == errno.ELOOP:
        return "the links form a cycle"
    if isinstance(error, FileNotFoundError):
        return "its target does not exist"
    return error_reason(error)
