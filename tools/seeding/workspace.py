"""Plants defects into copies of packages, and asks the checker about them."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import muranopl
from muranopl.ard.nodes import expressions
from muranopl.ard.yaml.loader import load
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.expression import Dialect
from seeding.edits import Edit
from seeding.files import Facts, FactsByPlace, SourceFile
from seeding.packages import SourcePackage

Key = tuple[str, int, str, str]


class Verdict(NamedTuple):
    """The new diagnostics of a defect, in its place and elsewhere, and the worst severity."""

    severity: str | None
    here: tuple[str, ...]
    elsewhere: tuple[str, ...]

    @property
    def said(self) -> tuple[str, ...]:
        """All new diagnostics."""
        return self.here + self.elsewhere


class Workspace:
    """A package copy to change, check and restore; `facts` are its classes by path and line.

    `complete` are all classes at hand without unknown ancestors, by full name. `dependents` are
    checked with it: a defect may be reported in them too.
    """

    def __init__(
        self,
        package: SourcePackage,
        libraries: Iterable[SourcePackage],
        dependents: Iterable[SourcePackage],
        folder: Path,
    ) -> None:
        self._root = str(folder)
        shutil.copytree(package.path, folder)
        self._libraries = [library.path for library in libraries]
        self._paths = [self._root, *(dependent.path for dependent in dependents)]
        report = self._check()
        self._known = Counter(_key(diagnostic) for diagnostic in report.diagnostics)
        self.facts: FactsByPlace = {}
        for part in report.graph_data()["classes"]:
            path = os.path.relpath(part["place"]["file"], self._root)
            self.facts[path, part["place"]["line"]] = part
        at_hand = report.graph_data(everything=True)["classes"]
        self.complete: dict[str, Facts] = {
            item["name"]: item for item in at_hand if not item["incomplete"]
        }

    def _check(self) -> muranopl.Report:
        return muranopl.Catalog(self._paths, libraries=self._libraries).check()

    def try_out(self, file: SourceFile, edit: Edit) -> Verdict:
        """Seed a defect, check, and take it out again."""
        changed = File(self._root, edit.path or file.path)
        path, text = Path(changed.display), edit.apply(file.lines)
        before = path.read_bytes()
        try:
            if text is None:
                path.unlink()
            else:
                path.write_bytes(text.encode())
            result = self._check().diagnostics
        finally:
            path.write_bytes(before)
        return self._verdict(changed, edit, result)

    def _verdict(
        self, changed: File, edit: Edit, found: Iterable[muranopl.Diagnostic]
    ) -> Verdict:
        left = Counter(
            {
                _shifted(key, changed.display, edit): count
                for key, count in self._known.items()
            }
        )
        here, elsewhere = [], []
        for item in found:
            key = _key(item)
            if left[key]:
                left[key] -= 1
            elif self._is_right(item, changed, edit):
                here.append(item)
            else:
                elsewhere.append(item)
        severities = {item.severity.value for item in here}
        worst = next(
            (item for item in ("error", "warning", "info") if item in severities), None
        )
        return Verdict(worst, tuple(map(_shown, here)), tuple(map(_shown, elsewhere)))

    def _is_right(
        self, diagnostic: muranopl.Diagnostic, changed: File, edit: Edit
    ) -> bool:
        file = diagnostic.place.file
        return (
            file.root == self._root
            if edit.reach is None
            else file == changed and edit.covers(diagnostic.line)
        )


def _key(diagnostic: muranopl.Diagnostic) -> Key:
    return (
        diagnostic.place.file.display,
        diagnostic.line,
        diagnostic.code,
        diagnostic.message,
    )


def _shifted(key: Key, path: str, edit: Edit) -> Key:
    moved = edit.inserted if key[0] == path and key[1] >= edit.line else 0
    return key[0], key[1] + moved, key[2], key[3]


def _shown(diagnostic: muranopl.Diagnostic) -> str:
    where = f"{diagnostic.file}:{diagnostic.line}"
    return (
        f"{where}: {diagnostic.severity.value} {diagnostic.code} {diagnostic.message}"
    )


def is_sound(file: SourceFile, edit: Edit) -> bool:
    """Return whether a file with a defect has the same expressions and no new diagnostic."""
    before, after = _read("\n".join(file.lines)), _read(edit.apply(file.lines) or "")
    return before[1] == after[1] and (edit.reach != 0 or before[0] == after[0])


def _read(text: str) -> tuple[int, int]:
    findings = Findings()
    documents = load(text.encode(), File("", ""), findings, dialect=Dialect.MURANO)
    count = sum(1 for document in documents for _ in expressions(document))
    return count, len(findings.diagnostics)
