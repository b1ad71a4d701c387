"""What is said of code that the reference engine ran (conformance/evaluation.json), in every runtime recorded.

A case that gave a value there gets no error from us, wherever in its packages; but methods and
classes around the one that is run are shared by several cases, and have errors that are right where
one of those cases fails. One that did not load gets an error. One that failed when it was run may
get one. The engine's quirks are followed. When the method is called, it gives the recorded value,
or throws what has the recorded names. What does not load, no other door takes (doors.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import muranopl
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from tests.conformance.doors import problems_at_doors
from tests.conformance.exceptions import unlisted
from tests.conformance.loading import by_id, cases, evaluated_packages, main_class, write_packages
from tests.conformance.running import Call, ran, wrong
from tests.rows import Part, Rows, parts


def around(case: dict[str, Any]) -> tuple[Any, ...]:
    """What the case shares with others."""
    return tuple(case.get(key) for key in ("main", "classes", "methods"))


@cache
def failing() -> frozenset[tuple[Any, ...]]:
    """Return what failing cases share with others."""
    return frozenset(
        around(case)
        for case in cases("evaluation")
        if "packages" not in case and "error" in case["expect"]
    )


def is_about_run(diagnostic: Diagnostic, case: dict[str, Any]) -> bool:
    """Return whether a diagnostic is about the method that was run."""
    before = main_class(case).partition("\n    Body:\n")[0]
    first = before.count("\n") + 2
    last = first + case["body"].count("\n") + 1
    return diagnostic.file.endswith("/Classes/Main.yaml") and first <= diagnostic.line <= last


def problems(case: dict[str, Any], folder: Path) -> Iterator[str]:
    """Yield what is reported of a case, and what its method gives, otherwise than recorded; one catalog a runtime."""
    class_ = case.get("class", "conf.Main")
    args, kwargs = case.get("args", []), case.get("kwargs", {})
    call = Call(class_, case.get("method", "run"), args, kwargs)
    reports, runs = [], []
    for runtime in case.get("runtimes", ["any"]):
        write_packages(evaluated_packages(case, runtime), folder)
        catalog = muranopl.Catalog([folder], quirks=["engine"])
        errors = [item for item in catalog.check().diagnostics if item.severity is Severity.ERROR]
        if problem := difference(case, errors):
            shown = "".join(
                f"\n  {error.code} {error.file}:{error.line}:{error.column} {error.message}"
                for error in errors
            )
            reports.append(f"{runtime}: {problem}; errors were:{shown}")
        result = ran(catalog, call)
        if problem := wrong(case, result):
            runs.append(f"{runtime}: {problem}: {case['expect']}, but {result}")
    yield from unlisted("evaluation", case["id"], reports)
    yield from unlisted("evaluation runs", case["id"], runs)
    expected = case["expect"]
    error = expected["message"] if expected.get("at") == "load" else None
    yield from problems_at_doors(case["id"], catalog, class_, error)


@parts(4)
def test_cases(rows: Rows, part: Part) -> None:
    rows.check("evaluation", by_id("evaluation"), problems, part)


def difference(case: dict[str, Any], errors: list[Diagnostic]) -> str | None:
    """What is wrong about the errors of a case, None where they are right."""
    if "value" in case["expect"]:
        if "packages" not in case and around(case) in failing():
            errors = [error for error in errors if is_about_run(error, case)]
        return "an error, but the engine runs it" if errors and not case.get("engine_bug") else None
    return (
        "no error, but the engine does not load it"
        if case["expect"]["at"] == "load" and not errors
        else None
    )
