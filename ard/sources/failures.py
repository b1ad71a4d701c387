"""Diagnostics about what could not be read: a file of a package, or a whole folder or zip."""

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
    "missing": "Add the file, or correct its name where it is used",
    "outside": "Name a file of the package",
    "too-large": "Make it smaller, or move it out of the package",
    "unreadable": "Make it readable",
    "not-regular": "Put a regular file in its place",
    "damaged": "Copy or create the zip again",
}
_RULES: dict[Kind, Rule] = {"too-large": rules.TOO_LARGE, "damaged": rules.DAMAGED_ARCHIVE}


def report_failure(
    source: Source, path: str, error: SourceError, reporter: Reporter, place: Place | None = None
) -> None:
    """Report why `path` of the package could not be read, at that file or at the place that names it.

    Silent where the cause was reported already. Callers that have a better word for a missing file ("class file")
    look at `error.kind` first.
    """
    if not error.reported:
        rule = _RULES.get(error.kind, rules.UNREADABLE_FILE)
        why = f"{error.message}. {_REMEDY[error.kind]}"
        reporter.report(rule, place or Place(source.file(path)), path=shown(path), reason=why)


def report_damage(source: Source, findings: Findings) -> None:
    """Report what of a zip cannot be unpacked, unless `findings` has it from those who read it."""
    rule = rules.DAMAGED_ARCHIVE
    told = {each.message for each in findings.diagnostics if each.code == rule.code}
    files, damaged = set(source.paths()), source.damage()
    if len(damaged) > DAMAGED_ENTRIES.most:
        more = Damage("", f"more than {DAMAGED_ENTRIES.most} of its files cannot be unpacked")
        damaged = (*damaged[: DAMAGED_ENTRIES.most], more)
    for path, reason in damaged:
        name, why = shown(path or source.base or source.root), f"{reason}. {_REMEDY['damaged']}"
        if rule.message.format(path=name, reason=why) not in told:
            findings.report(rule, Place(source.file(path if path in files else "")), path=name, reason=why)


def report_unopened(
    error: SourceError, root: str, path: str, reporter: Reporter, severity: Severity = Severity.ERROR
) -> None:
    """Report why the folder or zip at `path` below `root` cannot be read."""
    rule = _RULES.get(error.kind, rules.UNREADABLE_FILE)
    remedy = "Move out what is no part of the package" if error.kind == "too-large" else _REMEDY[error.kind]
    why = f"{error.message}. {remedy}"
    reporter.report(rule, Place(file_in(root, path)), severity=severity, path=shown(path or root), reason=why)
