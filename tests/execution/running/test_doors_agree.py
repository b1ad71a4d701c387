"""What a document rejects and the engine accepts: checks, rendering, calls, schemas and classes answer alike.

By default all of them reject it and name the quirk; with the quirk all accept it, and checks warn.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.diagnostics.reasons import ResolutionError
from tests.material import write

CLASS = "example.doors.Sample"
PACKAGE = f"""\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.doors
Classes: {{{CLASS}: Sample.yaml}}
=== Classes/Sample.yaml
Namespaces: {{=: example.doors}}
Name: Sample
Properties:
  text: {{Contract: $.string()}}
%s
Methods:
  one:
    Usage: Static
    Scope: Public
    Body: {{Return: 1}}
%s
"""
SCOPE, CONTRACT = ("MPL123", "unknown-scope"), ("MPL160", "text-contract")
# What is written under Properties and Methods, what a model gives, and how it is reported.
CASES = {
    "scope": ("", "  two: {Scope: Private}", {}, SCOPE),
    "scope in small letters": ("", "  two: {Scope: public}", {}, SCOPE),
    "scope of a number": ("", "  two: {Scope: 5}", {}, SCOPE),
    "contract": ("  p: {Contract: abc}", "", {"p": "abc"}, CONTRACT),
    "quoted contract": ('  p: {Contract: "$.int()"}', "", {"p": "$.int()"}, CONTRACT),
    "item": ('  p: {Contract: ["$.int("]}', "", {"p": ["$.int("]}, CONTRACT),
    "argument": ("", "  two: {Arguments: [a: {Contract: abc}]}", {}, CONTRACT),
}


def resolves(catalog: muranopl.Catalog, question: str) -> bool:
    try:
        getattr(catalog, question)(CLASS)
    except ResolutionError:
        return False
    return True


@pytest.mark.parametrize(("property_", "method", "given", "reported"), CASES.values(), ids=CASES)
def test_all_doors_agree(
    property_: str, method: str, given: dict[str, Any], reported: tuple[str, str], tmp_path: Path
) -> None:
    code, quirk = reported
    folder = write(files(PACKAGE % (property_, method)), tmp_path)
    model = {"?": {"type": CLASS}, **given}

    def answers(*quirks: str) -> tuple[list[tuple[str, str]], list[bool]]:
        catalog = muranopl.Catalog(folder, quirks=quirks)
        report = catalog.check()
        doors = [
            catalog.render(model).ok,
            catalog.call(CLASS, "one").value == 1,
            resolves(catalog, "resolve"),
        ]
        if "engine" not in quirks:  # which has no schema for such a contract
            doors.append(resolves(catalog, "schema"))
        found = [(item.code, item.severity.value) for item in report.diagnostics]
        notes = [note for item in report.diagnostics for note in item.notes]
        assert any(f"--quirk {quirk})" in note for note in notes)
        return found, doors

    assert answers() == ([(code, "error")], [False] * 4)
    assert answers(quirk) == ([(code, "warning")], [True] * 4)
    assert answers("engine") == ([(code, "warning")], [True] * 3)
