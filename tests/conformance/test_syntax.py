"""What the reference engine refuses, and what it should report (conformance/syntax.json).

Refused there: an error from us, of the right class of cause (`causes.py`). Accepted there: no error, unless
`should_report` asks for one; what it asks for is reported at exactly that severity.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from tests.conformance.causes import REFUSALS, REPORTS, codes
from tests.conformance.exceptions import EXCEPTIONS
from tests.conformance.loading import cases, write_packages

CASES = cases("syntax")
LISTED = EXCEPTIONS["syntax"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    write_packages(case["packages"], tmp_path)
    found = muranopl.Catalog([tmp_path]).check().diagnostics
    problem = difference(case, found)
    if case["id"] in LISTED:
        assert problem, "this case passes now: take it off the list of exceptions"
    elif problem:
        shown = "\n".join(
            f"  {each.code} {each.severity.value} {each.file}:{each.line} {each.message}" for each in found
        )
        pytest.fail(f"{problem}; reported was:\n{shown}", pytrace=False)


def difference(case: dict[str, Any], found: tuple[Diagnostic, ...]) -> str | None:
    """What is missing or too much, None where the answer is the right one."""
    expected = case["expect"]
    if isinstance(expected, dict):
        words = f"{expected['stage']} {expected['error']}: {expected['message']}"
        return missing(Severity.ERROR, codes(REFUSALS, words), words, found)
    severity, _, words = case.get("should_report", "").partition(": ")
    if severity != "error" and any(each.severity is Severity.ERROR for each in found):
        return "accepted by the engine, but an error from us"
    return missing(Severity(severity), codes(REPORTS, words), words, found) if severity else None


def missing(severity: Severity, wanted: tuple[str, ...], words: str, found: tuple[Diagnostic, ...]) -> str | None:
    """Whether no diagnostic of this severity has one of the wanted codes."""
    if any(each.severity is severity and each.code.startswith(wanted) for each in found):
        return None
    return f"no {severity.value} of {', '.join(wanted)} for: {words}"


def test_there_are_cases() -> None:
    assert len(CASES) >= 480


def test_listed_exceptions_exist() -> None:
    assert set(LISTED) <= {case["id"] for case in CASES}
