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
from seeding.bodies import ClassFile, Facts
from seeding.edits import Edit
from seeding.packages import SourcePackage

Key = tuple[str, int, str, str]


class Verdict(NamedTuple):
    """What the checker said of a defect: new diagnostics on its line and elsewhere, and the worst severity there."""

    severity: str | None
    here: tuple[str, ...]
    elsewhere: tuple[str, ...]


class Workspace:
    """A copy of a package that is changed, checked and restored; `facts` are its classes by path and line."""

    def __init__(self, package: SourcePackage, libraries: Iterable[SourcePackage], folder: Path) -> None:
        self._root = str(folder)
        shutil.copytree(package.path, folder)
        self._libraries = [each.path for each in libraries]
        report = self._check()
        self._known = Counter(_key(each) for each in report.diagnostics)
        self.facts: dict[tuple[str, int], Facts] = {}
        for each in report.graph_data()["classes"]:
            path = os.path.relpath(each["place"]["file"], self._root)
            self.facts[path, each["place"]["line"]] = each

    def _check(self) -> muranopl.Report:
        return muranopl.Catalog([self._root], libraries=self._libraries).check()

    def try_out(self, file: ClassFile, edit: Edit) -> Verdict:
        """Seed a defect, check, and take it out again."""
        path = os.path.join(self._root, file.path)
        with open(path, "rb") as kept:
            before = kept.read()
        try:
            with open(path, "wb") as changed:
                changed.write(edit.apply(file.lines).encode())
            found = self._check().diagnostics
        finally:
            with open(path, "wb") as restored:
                restored.write(before)
        return self._verdict(file.path, edit, found)

    def _verdict(self, path: str, edit: Edit, found: Iterable[muranopl.Diagnostic]) -> Verdict:
        left = Counter({_shifted(key, path, edit): count for key, count in self._known.items()})
        here, elsewhere = [], []
        for each in found:
            key = _key(each)
            if left[key]:
                left[key] -= 1
            elif each.file == path and edit.line <= each.line <= edit.line + edit.shifts:
                here.append(each)
            else:
                elsewhere.append(each)
        severities = {each.severity.value for each in here}
        worst = next((each for each in ("error", "warning", "info") if each in severities), None)
        return Verdict(worst, tuple(map(_shown, here)), tuple(map(_shown, elsewhere)))


def _key(diagnostic: muranopl.Diagnostic) -> Key:
    return diagnostic.file, diagnostic.line, diagnostic.code, diagnostic.message


def _shifted(key: Key, path: str, edit: Edit) -> Key:
    moved = edit.inserted if key[0] == path and key[1] >= edit.line else 0
    return key[0], key[1] + moved, key[2], key[3]


def _shown(diagnostic: muranopl.Diagnostic) -> str:
    return f"{diagnostic.file}:{diagnostic.line}: {diagnostic.severity.value} {diagnostic.code} {diagnostic.message}"


def is_sound(file: ClassFile, edit: Edit) -> bool:
    """Whether a file can be read with a defect as well as without: the same expressions, and no new complaint."""
    before, after = (_read("\n".join(file.lines)), _read(edit.apply(file.lines)))
    return before[1] == after[1] and (edit.shifts or before[0] == after[0])


def _read(text: str) -> tuple[int, int]:
    findings = Findings()
    documents = load(text.encode(), File("", ""), findings, dialect=Dialect.MURANO)
    count = sum(1 for document in documents for _ in expressions(document))
    return count, len(findings.diagnostics)
