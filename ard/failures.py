"""A file of a package that could not be read, as a diagnostic."""

from __future__ import annotations

from muranopl.ard.filenames import shown
from muranopl.ard.source import Kind, Source, SourceError
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place

_REMEDY: dict[Kind, str] = {
    "missing": "Add the file, or correct its name where it is used",
    "outside": "Name a file of the package",
    "too-large": "Make it smaller, or move it out of the package",
    "unreadable": "Make it readable",
    "not-regular": "Put a regular file in its place",
    "damaged": "Create the zip again",
}


def report_failure(
    source: Source, path: str, error: SourceError, findings: Findings, place: Place | None = None
) -> None:
    """Report why `path` of the package could not be read, at that file or at the place that names it.

    Silent where the cause was reported already. Callers that have a better word for a missing file ("class file")
    look at `error.kind` first.
    """
    if error.reported:
        return
    rule = rules.TOO_LARGE if error.kind == "too-large" else rules.UNREADABLE_FILE
    rule = rules.DAMAGED_ARCHIVE if error.kind == "damaged" else rule
    why = f"{error.message}. {_REMEDY[error.kind]}"
    findings.report(rule, place or Place(source.file(path)), path=shown(path), reason=why)
