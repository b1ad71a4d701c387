"""Bounded reading of regular files; reports files, folders and zips that cannot be read or unpacked.

Pipes, devices, sockets, and links as the last step of a path are refused.
"""

from __future__ import annotations

import os
import stat
from typing import NoReturn

from muranopl.ard.sources.file_names import shown
from muranopl.ard.sources.source import Damage, Kind, Source, SourceError, file_in
from muranopl.diagnostics.bounds import DAMAGED_ENTRIES
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter
from muranopl.diagnostics.rules import Rule

# O_NONBLOCK: should a pipe take the file's place after it was looked at, opening it must not wait
# for a writer.
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)

_SPECIAL = (
    (stat.S_ISDIR, "it is a folder, not a file"),
    (stat.S_ISLNK, "it is a link"),
    (stat.S_ISFIFO, "it is a named pipe, not a file"),
    (stat.S_ISSOCK, "it is a socket, not a file"),
)


def size_of(path: str) -> int:
    """Return the size of a regular file in bytes. Raise SourceError for anything else."""
    try:
        return _checked(os.lstat(path))
    except (OSError, ValueError) as error:
        raise_source_error(error)


def read_whole(path: str, limit: int) -> bytes:
    """Return the content of a regular file of at most `limit` bytes. Raise SourceError."""
    size_of(path)  # before opening: to open a device can have effects
    try:
        # No file object: to make one takes as long as all of this
        descriptor = os.open(path, _FLAGS)
        try:
            size = _checked(os.fstat(descriptor))
            # One byte more than expected, to notice a file that is larger or has grown.
            content = _read(descriptor, min(size, limit) + 1)
            if len(content) > size:  # it grew
                content += _read(descriptor, limit + 1 - len(content))
        finally:
            os.close(descriptor)
    except (OSError, ValueError) as error:
        raise_source_error(error)
    if len(content) > limit:
        raise too_large(size, limit)
    return content


def _read(descriptor: int, length: int) -> bytes:
    """Return the next bytes of a file, fewer only at its end."""
    content = os.read(descriptor, length)
    while 0 < len(content) < length and (more := os.read(descriptor, length - len(content))):
        content += more
    return content


def read_span(path: str, offset: int, length: int) -> bytes:
    """Return up to `length` bytes of a regular file from `offset` on. Raise SourceError."""
    try:
        with os.fdopen(os.open(path, _FLAGS), "rb", buffering=0) as file:
            _checked(os.fstat(file.fileno()))
            file.seek(offset)
            return file.read(length)
    except (OSError, ValueError) as error:
        raise_source_error(error)


def too_large(size: int, limit: int) -> SourceError:
    """Return the exception for a file of `size` bytes."""
    return SourceError("too-large", f"it has {size:,} bytes; at most {limit:,} are read")


def raise_source_error(error: OSError | ValueError) -> NoReturn:
    """Raise the SourceError for an exception of the operating system."""
    missing = isinstance(error, (FileNotFoundError, NotADirectoryError, ValueError))
    kind: Kind = "missing" if missing else "unreadable"
    raise SourceError(kind, error_reason(error)) from error


def error_reason(error: OSError | ValueError) -> str:
    """Return the message of the operating system, as the end of a sentence."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    if isinstance(error, ValueError):
        return "no file can have this name"
    return "the operating system refused it"


def _checked(status: os.stat_result) -> int:
    """Return the size of a regular file. Raise SourceError for anything else."""
    if stat.S_ISREG(status.st_mode):
        return status.st_size
    for test, message in _SPECIAL:
        if test(status.st_mode):
            raise SourceError("not-regular", message)
    raise SourceError("not-regular", "it is a device, not a file")


_REMEDY: dict[Kind, str] = {
    "missing": "add the file, or correct its name where it is used",
    "outside": "use a file inside the package",
    "too-large": "make it smaller, or move it out of the package",
    "unreadable": "make it readable",
    "not-regular": "replace it with a regular file",
    "damaged": "copy or create the zip again",
}
_RULES: dict[Kind, Rule] = {"too-large": rules.TOO_LARGE, "damaged": rules.DAMAGED_ARCHIVE}


def report_failure(
    source: Source, path: str, error: SourceError, reporter: Reporter, place: Place | None = None
) -> None:
    """Report why a file of the package is unreadable, at the file or at `place`, which names it.

    Does nothing if the cause was reported already. Callers with a more exact name for a missing
    file ("class file") check `error.kind` first.
    """
    if not error.reported:
        rule = _RULES.get(error.kind, rules.UNREADABLE_FILE)
        there, remedy = place or Place(source.file(path)), _REMEDY[error.kind]
        reporter.report(rule, there, what=_quoted(path), reason=error.message, suggestion=remedy)


def report_damage(source: Source, findings: Findings) -> None:
    """Report the parts of a zip that cannot be unpacked, unless `findings` has them already.

    Like all diagnostics of a package that was opened, these do not depend on the PATH given by the
    user: they are cached, and hold for every PATH.
    """
    rule = rules.DAMAGED_ARCHIVE
    reported = {
        diagnostic.message for diagnostic in findings.diagnostics if diagnostic.code == rule.code
    }
    # Files that were read before are reported already.
    files, damaged = set(source.paths()), source.damage()
    if len(damaged) > DAMAGED_ENTRIES.most:
        more = Damage("", f"more than {DAMAGED_ENTRIES.most} of its files cannot be unpacked")
        damaged = (*damaged[: DAMAGED_ENTRIES.most], more)
    for path, reason in damaged:
        what, place = (
            _quoted(path) if path else "the package",
            Place(source.file(path if path in files else "")),
        )
        if rule.message.format(what=what, reason=reason) not in reported:
            findings.report(rule, place, what=what, reason=reason, suggestion=_REMEDY["damaged"])


def report_unopened(
    error: SourceError,
    root: str,
    path: str,
    reporter: Reporter,
    severity: Severity = Severity.ERROR,
) -> None:
    """Report why the folder or zip at `path` below `root` cannot be read."""
    rule = _RULES.get(error.kind, rules.UNREADABLE_FILE)
    remedy = "move files that do not belong to the package elsewhere"
    if error.kind != "too-large":
        remedy = _REMEDY[error.kind]
    place, what = Place(file_in(root, path)), _quoted(path or root)
    reporter.report(
        rule, place, severity=severity, what=what, reason=error.message, suggestion=remedy
    )


def _quoted(name: str) -> str:
    return f'"{shown(name)}"'
