"""Reports files of a package, folders and zips that cannot be read or unpacked."""

from __future__ import annotations

from muranopl.ard.sources.file_names import shown
from muranopl.ard.sources.source import Damage, Kind, Source, SourceError, file_in
from muranopl.diagnostics.bounds import DAMAGED_ENTRIES
from muranopl.diagnostics.catalogue import sources as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter
from muranopl.diagnostics.rules import Rule

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
