"""What the reference engine refuses, and what it should report (conformance/syntax.json).

Refused there: an error from us, of the right class of cause (`causes.py`), on a line that the
refusal names, if it does. Accepted there: no error, unless `should_report` asks for one; what it
asks for is reported at exactly that severity. What became of an object that was created is what
`Catalog.render` gives with the engine's quirks, and a value reads as it read there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import muranopl
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from tests.conformance.causes import REFUSALS, REPORTS, codes
from tests.conformance.doors import problems_at_doors
from tests.conformance.exceptions import unlisted
from tests.conformance.loading import by_id, write_packages
from tests.rows import Part, Rows, parts


def problems(case: dict[str, Any], folder: Path) -> Iterator[str]:
    """Yield what we report of a case, and what its doors answer, otherwise than the engine."""
    write_packages(case["packages"], folder)
    follower = muranopl.Catalog([folder], quirks=["engine"])
    report = muranopl.Catalog([folder]).check()
    problem = (
        difference(case, report.diagnostics)
        or other_reading(case, report)
        or other_object(case, follower)
    )
    shown = "".join(
        f"\n  {item.code} {item.severity.value} {item.file}:{item.line} {item.message}"
        for item in report.diagnostics
    )
    found = [f"{problem}; reported was:{shown}"] if problem else []
    yield from unlisted("syntax", case["id"], found)
    expected = case["expect"]
    error = expected["message"] if isinstance(expected, dict) else None
    yield from problems_at_doors(case["id"], follower, case["class"], error)


@parts(2)
def test_cases(rows: Rows, part: Part) -> None:
    rows.check("syntax", by_id("syntax"), problems, part)


def difference(case: dict[str, Any], found: tuple[Diagnostic, ...]) -> str | None:
    """What is missing or too much, None where the answer is the right one."""
    expected = case["expect"]
    if isinstance(expected, dict):
        words = f"{expected['stage']} {expected['error']}: {expected['message']}"
        return missing(Severity.ERROR, codes(REFUSALS, words), words, found) or on_other_lines(
            words, found
        )
    severity, _, words = case.get("should_report", "").partition(": ")
    if severity != "error" and any(item.severity is Severity.ERROR for item in found):
        return "accepted by the engine, but an error from us"
    return missing(Severity(severity), codes(REPORTS, words), words, found) if severity else None


def missing(
    severity: Severity, wanted: tuple[str, ...], words: str, found: tuple[Diagnostic, ...]
) -> str | None:
    """Whether no diagnostic of this severity has one of the wanted codes."""
    if not wanted:
        return f"no cause is known for: {words}"
    if any(item.severity is severity and item.code.startswith(wanted) for item in found):
        return None
    return f"no {severity.value} of {', '.join(wanted)} for: {words}"


def on_other_lines(words: str, found: tuple[Diagnostic, ...]) -> str | None:
    """Whether the engine names lines, and no error is on one of them."""
    named = {int(line) for line in re.findall(r"\bline (\d+)", words)}
    lines = {item.line for item in found if item.severity is Severity.ERROR}
    return f"errors are on other lines than {named}" if named and not named & lines else None


def other_reading(case: dict[str, Any], report: muranopl.Report) -> str | None:
    """Whether the value after Return is not read as recorded: an expression or a constant."""
    if "value_reads_as" not in case:
        return None
    methods = report.dump("read")["packages"][0]["units"][0]["classes"][0]["methods"]
    value = methods["go"]["body"][-1]["value"]
    reads_as = "expression" if isinstance(value, dict) and "yaql" in value else "constant"
    return None if reads_as == case["value_reads_as"] else f"the value reads as {reads_as}"


def other_object(case: dict[str, Any], catalog: muranopl.Catalog) -> str | None:
    """Whether an object of the class with the recorded values renders to something else than recorded."""
    recorded = case.get("when_created")
    if recorded is None:
        return None
    header = {"type": case["class"], "id": "object"}
    result = catalog.render({"?": header, **case["model"]})
    if "error" in recorded:
        return "the object is created" if result.ok else None
    properties = (
        {}
        if result.model is None
        else {key: value for key, value in result.model.items() if key != "?"}
    )
    same = result.ok and all(
        properties.get(key) == value for key, value in recorded["properties"].items()
    )
    return None if same else f"the object has {properties}"
