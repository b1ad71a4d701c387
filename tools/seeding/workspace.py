"""Plants defects into copies of packages, and asks the checker about them."""

from __future__ import annotations

import enum
import os
import shutil
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import muranopl
from muranopl.ard.nodes import expressions
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from seeding.edits import Edit
from seeding.files import Facts, FactsByPlace, SourceFile
from seeding.packages import SourcePackage

Key = tuple[str, int, str, str]


class Mending(enum.Enum):
    """What fixes make of a seeded defect."""

    BACK = "back"
    """The package is as it was before."""
    OTHER = "other"
    """It is another one, without new diagnostics."""
    WRONG = "wrong"
    """It has new diagnostics, but others than before."""
    NOT = "not"
    """Nothing changes, or some diagnostics of the defect stay."""


class Verdict(NamedTuple):
    """The new diagnostics of a defect, in its place and elsewhere, and the worst severity.

    `mending` is what fixes do, None if that was not asked for.
    """

    severity: str | None
    here: tuple[str, ...]
    elsewhere: tuple[str, ...]
    mending: Mending | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """All new diagnostics."""
        return self.here + self.elsewhere


class Workspace:
    """A package copy to change, check and restore; `facts` are its classes by path and line.

    `complete` are all classes at hand without unknown ancestors, by full name. `dependents` are
    checked with it: a defect may be reported in them too. With `fixing` the fixes of defects are
    made as well.
    """

    def __init__(
        self,
        package: SourcePackage,
        libraries: Iterable[SourcePackage],
        dependents: Iterable[SourcePackage],
        folder: Path,
        *,
        fixing: bool = False,
    ) -> None:
        self._root, self._fixing = str(folder), fixing
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

    def _catalog(self) -> muranopl.Catalog:
        return muranopl.Catalog(self._paths, libraries=self._libraries)

    def _check(self) -> muranopl.Report:
        return self._catalog().check()

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
            verdict = self._verdict(changed, edit, self._check().diagnostics)
            if self._fixing:
                original = "\n".join(file.lines).encode()
                mending = self._mended(changed, edit, original)
                verdict = verdict._replace(mending=mending)
        finally:
            path.write_bytes(before)
        return verdict

    def _mended(self, changed: File, edit: Edit, original: bytes) -> Mending:
        """Return what the safe fixes of new diagnostics do."""
        known = self._left(changed, edit)
        result = self._catalog().fix(write=False, only=lambda item: not known[_key(item)])
        if not result.files:
            return Mending.NOT
        contents = {item.path: item.after for item in result.files}
        if contents == {changed.display: original}:
            return Mending.BACK
        streams = {item.location: item.after for item in result.files}
        catalog = muranopl.Catalog(self._paths, libraries=self._libraries, streams=streams)
        codes = Counter(item.code for item in catalog.check().diagnostics)
        # Places and messages may differ, so that codes are counted
        new = codes - Counter(key[2] for key in self._known.elements())
        if not new:
            return Mending.OTHER
        before = Counter(item.code for item in self._check().diagnostics)
        return Mending.NOT if codes <= before else Mending.WRONG

    def _verdict(self, changed: File, edit: Edit, found: Iterable[muranopl.Diagnostic]) -> Verdict:
        left = self._left(changed, edit)
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
        worst = next((item for item in ("error", "warning", "info") if item in severities), None)
        return Verdict(worst, tuple(map(_shown, here)), tuple(map(_shown, elsewhere)))

    def _left(self, changed: File, edit: Edit) -> Counter[Key]:
        """Return the diagnostics without the defect, where they are with it."""
        return Counter(
            {_shifted(key, changed.display, edit): count for key, count in self._known.items()}
        )

    def _is_right(self, diagnostic: muranopl.Diagnostic, changed: File, edit: Edit) -> bool:
        file = diagnostic.place.file
        return (
            file.root == self._root
            if edit.reach is None
            else file == changed and edit.covers(diagnostic.line)
        )


def _key(diagnostic: muranopl.Diagnostic) -> Key:
    return (diagnostic.place.file.display, diagnostic.line, diagnostic.code, diagnostic.message)


def _shifted(key: Key, path: str, edit: Edit) -> Key:
    moved = edit.inserted if key[0] == path and key[1] >= edit.line else 0
    return key[0], key[1] + moved, key[2], key[3]


def _shown(diagnostic: muranopl.Diagnostic) -> str:
    where = f"{diagnostic.file}:{diagnostic.line}"
    return f"{where}: {diagnostic.severity.value} {diagnostic.code} {diagnostic.message}"


def is_sound(file: SourceFile, edit: Edit) -> bool:
    """Return whether a file with a defect has the same expressions and no new diagnostic."""
    before, after = _read("\n".join(file.lines)), _read(edit.apply(file.lines) or "")
    return before[1] == after[1] and (edit.reach != 0 or before[0] == after[0])


def _read(text: str) -> tuple[int, int]:
    findings = Findings()
    documents = load(text.encode(), File("", ""), findings, dialect=Dialect.MURANO)
    count = sum(1 for document in documents for _ in expressions(document))
    return count, len(findings.diagnostics)
