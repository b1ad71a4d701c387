"""Corrections: where the text of a suggestion is written."""

from __future__ import annotations

import pytest

from muranopl.diagnostics.catalogue.yaml import UNKNOWN_KEY
from muranopl.diagnostics.diagnostic import Applicability, Correction, Related, TextEdit
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.diagnostics.reporter import HERE_TOO
from tests.diagnostics.reports import place

WHOLE = Correction.of("write `x: y`", "x: y", is_whole=True)

# The source with the place of the diagnostic, the suggestion, and the source with the text written
CASES: dict[str, tuple[str, str | None, str | None]] = {
    "the word itself": ("⟦Methds⟧: 1", did_you_mean("Methods"), "Methods: 1"),
    "in quotes": ('⟦"Methds"⟧: 1', did_you_mean("Methods"), '"Methods": 1'),
    "a part of the place": ("⟦a: [Methds]⟧", did_you_mean("Methods"), "a: [Methods]"),
    "on a later line": ("⟦a:\n  Methds: b⟧", did_you_mean("Methods"), "a:\n  Methods: b"),
    "with the sign of a variable": ("⟦$Methds⟧", did_you_mean("$Methods"), "$Methods"),
    "twice at the place": ("⟦Methds: Methds⟧", did_you_mean("Methods"), None),
    "not at the place": ("⟦Other⟧", did_you_mean("Methods"), None),
    "a part of a word": ("⟦MethdsOther⟧", did_you_mean("Methods"), None),
    "already there": ("⟦Methds⟧", did_you_mean("Methds"), None),
    "nothing near": ("⟦Methds⟧", did_you_mean(None), None),
    "a sentence": ("⟦Methds⟧", did_you_mean(None, "remove it"), None),
    "what needs quotes": ("⟦Methds⟧", did_you_mean("a: b"), None),
    "all of the place": ("⟦$.f(\n  1)⟧ # c", WHOLE, "x: y # c"),
}


@pytest.mark.parametrize("name", CASES)
def test_where_a_correction_is_written(name: str) -> None:
    source, suggestion, expected = CASES[name]
    findings = Findings()
    where = place(source)
    findings.report(UNKNOWN_KEY, where, suggestion=suggestion, key="Methds", what="x")
    (diagnostic,) = findings.diagnostics
    assert type(diagnostic.suggestion) in {str, type(None)}
    written = [written_by(*fix.edits) for fix in diagnostic.fixes]
    assert written == ([] if expected is None else [expected])


def written_by(edit: TextEdit) -> str:
    lines = edit.place.file.lines()
    before = [*lines[: edit.line - 1], lines[edit.line - 1][: edit.column - 1]]
    after = [lines[edit.end_line - 1][edit.end_column - 1 :], *lines[edit.end_line :]]
    return "\n".join(before) + edit.text + "\n".join(after)


@pytest.mark.parametrize(
    ("written", "near", "expected"),
    [
        ("Methds", "Methods", Applicability.SAFE),
        ("keyPair", "keypair", Applicability.SAFE),
        ("object2", "objects", Applicability.UNSAFE),
        ("group", "groupOfDiego", Applicability.UNSAFE),
        ("deployAt", "deploy", Applicability.UNSAFE),
        ("get_it", "get", Applicability.UNSAFE),
        ("getNodes", "getNode", Applicability.SAFE),
        ("deployyAt", "deployAt", Applicability.SAFE),
    ],
)
def test_only_a_certain_slip_is_safe(written: str, near: str, expected: Applicability) -> None:
    findings = Findings()
    where = place(f"⟦{written}⟧")
    findings.report(UNKNOWN_KEY, where, suggestion=did_you_mean(near), key=written, what="x")
    (fix,) = findings.diagnostics[0].fixes
    assert fix.applicability is expected


def test_a_repeated_mistake_is_one_fix() -> None:
    findings = Findings()
    related = tuple(
        Related(message, place("⟦Methds⟧", path=path))
        for message, path in ((HERE_TOO, "b"), ("declared here", "c"))
    )
    findings.report(
        UNKNOWN_KEY,
        place("⟦Methds⟧", path="a"),
        suggestion=did_you_mean("Methods"),
        related=related,
        key="Methds",
        what="x",
    )
    (fix,) = findings.diagnostics[0].fixes
    assert [edit.file for edit in fix.edits] == ["a", "b"]
