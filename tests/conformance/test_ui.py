"""What is said of UI definitions and the classes of their packages (conformance/ui.json).

Each finding is asked for by rule, severity, file and line, with the text that is to blame under its
mark; nothing else of these rules is said, and no other error. `ui_rules.py` has the codes of the
rules. Forms that are filled in (form_answers.py) render as the engine rendered them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import muranopl
from muranopl.diagnostics.catalogue import rules
from tests.conformance.exceptions import unlisted
from tests.conformance.form_answers import misrendered
from tests.conformance.loading import by_id, cases, write_packages
from tests.conformance.ui_rules import BY_QUIRK, CODES
from tests.rows import Rows

FAMILY = "MPL7"


def problems(case: dict[str, Any], folder: Path) -> Iterator[str]:
    """Yield what is said of a case, and made of answers to its forms, otherwise than recorded."""
    write_packages({".": case["files"]}, folder)
    quirk = BY_QUIRK.get(case["id"])
    report = muranopl.Catalog([folder], quirks=quirk or ()).check()
    result = [
        diagnostic
        for diagnostic in report.diagnostics
        if diagnostic.code.startswith(FAMILY) or diagnostic.severity.value == "error"
    ]
    yield from unlisted("ui", case["id"], list(differences(case, result, folder)))
    if quirk is not None:
        yield from untold(quirk, muranopl.validate(folder).diagnostics)
    yield from unlisted("form answers", case["id"], list(misrendered(case, folder)))


def untold(quirk: str, found: tuple[muranopl.Diagnostic, ...]) -> list[str]:
    """Return whether the reading by the documents is not one warning that names the quirk."""
    notes = [item for item in found if item.code == "MPL708"]
    if [item.severity.value for item in notes] == ["warning"] and quirk in notes[0].message:
        return []
    return [f"no warning that names {quirk}: {[item.message for item in notes]}"]


def test_cases(rows: Rows) -> None:
    rows.check("ui", by_id("ui"), problems)


def differences(
    case: dict[str, Any], found: list[muranopl.Diagnostic], folder: Path
) -> Iterator[str]:
    """What is missing, and what is too much."""
    left = list(found)
    for wanted in case["expect"]:
        one = next((item for item in left if answers(wanted, item, folder)), None)
        if one is None:
            yield f"missing: {wanted}"
        else:
            left.remove(one)
    for item in left:
        yield f"too much: {item.severity.value}[{item.code}] {item.file}:{item.line}:{item.column} {item.message}"


def answers(wanted: dict[str, Any], found: muranopl.Diagnostic, folder: Path) -> bool:
    """Whether a diagnostic is the one asked for."""
    file = Path(found.path).relative_to(folder).as_posix()
    said = (found.code, found.severity.value, file, found.line)
    if said != (CODES[wanted["rule"]], wanted["severity"], wanted["file"], wanted["line"]):
        return False
    text = Path(found.path).read_text(encoding="utf-8").splitlines()[found.line - 1]
    first, last = (
        found.column - 1,
        found.end_column - 1 if found.end_line == found.line else len(text),
    )
    begin = text.find(wanted["contains"])
    while begin >= 0:
        if begin < last and first < begin + len(wanted["contains"]):
            return True
        begin = text.find(wanted["contains"], begin + 1)
    return False


def test_rules_are_those_of_the_cases_and_of_the_catalogue() -> None:
    names = {code: rule.name for code, rule in rules().items()}
    assert {rule: names.get(code) for rule, code in CODES.items()} == {rule: rule for rule in CODES}
    assert {item["rule"] for case in cases("ui") for item in case["expect"]} <= set(CODES)
