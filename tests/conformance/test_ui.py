"""What is said of UI definitions and the classes of their packages (conformance/ui.json).

Each finding is asked for by rule, severity, file and line, with the text that is to blame under its
mark; nothing else of these rules is said, and no other error. `ui_rules.py` has the codes of the
rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.catalogue import rules
from tests.conformance.loading import cases, write_packages
from tests.conformance.ui_rules import BY_QUIRK, CODES, EXCEPTIONS

CASES = cases("ui")
FAMILY = "MPL7"


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    write_packages({".": case["files"]}, tmp_path)
    report = muranopl.Catalog([tmp_path], quirks=BY_QUIRK.get(case["id"], ())).check()
    result = [
        diagnostic
        for diagnostic in report.diagnostics
        if diagnostic.code.startswith(FAMILY) or diagnostic.severity.value == "error"
    ]
    problems = list(differences(case, result, tmp_path))
    if case["id"] in EXCEPTIONS:
        assert problems, "a listed exception passes: take it off the list"
    elif problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.mark.parametrize("name", BY_QUIRK)
def test_the_documents_reading_is_a_warning_that_names_the_quirk(
    name: str, tmp_path: Path
) -> None:
    (case,) = [case for case in CASES if case["id"] == name]
    write_packages({".": case["files"]}, tmp_path)
    (only,) = [
        item
        for item in muranopl.validate(tmp_path).diagnostics
        if item.code == "MPL708"
    ]
    assert only.severity.value == "warning"
    assert BY_QUIRK[name] in only.message


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
    if said != (
        CODES[wanted["rule"]],
        wanted["severity"],
        wanted["file"],
        wanted["line"],
    ):
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


def test_there_are_cases() -> None:
    assert len(CASES) >= 210


def test_rules_are_those_of_the_cases_and_of_the_catalogue() -> None:
    names = {code: rule.name for code, rule in rules().items()}
    assert {rule: names.get(code) for rule, code in CODES.items()} == {
        rule: rule for rule in CODES
    }
    assert {item["rule"] for case in CASES for item in case["expect"]} <= set(CODES)
    assert set(EXCEPTIONS) <= {case["id"] for case in CASES}
