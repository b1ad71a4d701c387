"""What is said of code that the reference engine ran (conformance/evaluation.json), in every runtime recorded.

A case that gave a value there gets no error from us, wherever in its packages; but methods and
classes around the one that is run are shared by several cases, and have errors that are right where
one of those cases fails. One that did not load gets an error. One that failed when it was run may
get one. The engine's quirks are followed. When the method is called, it gives the recorded value,
or throws what has the recorded names.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from tests.conformance.exceptions import EXCEPTIONS
from tests.conformance.loading import (
    cases,
    evaluated_packages,
    main_class,
    write_packages,
)
from tests.conformance.running import Call, ran, wrong

CASES = cases("evaluation")
LISTED = EXCEPTIONS["evaluation"]
RUNS = EXCEPTIONS["evaluation runs"]


def around(case: dict[str, Any]) -> tuple[Any, ...]:
    """What the case shares with others."""
    return tuple(case.get(key) for key in ("main", "classes", "methods"))


FAILING = {
    around(case)
    for case in CASES
    if "packages" not in case and "error" in case["expect"]
}


def is_about_run(diagnostic: Diagnostic, case: dict[str, Any]) -> bool:
    """Return whether a diagnostic is about the method that was run."""
    before = main_class(case).partition("\n    Body:\n")[0]
    first = before.count("\n") + 2
    last = first + case["body"].count("\n") + 1
    return (
        diagnostic.file.endswith("/Classes/Main.yaml")
        and first <= diagnostic.line <= last
    )


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    wrong = {}
    for runtime in case.get("runtimes", ["any"]):
        write_packages(evaluated_packages(case, runtime), tmp_path / runtime)
        result = (
            muranopl.Catalog([tmp_path / runtime], quirks=["engine"])
            .check()
            .diagnostics
        )
        errors = [item for item in result if item.severity is Severity.ERROR]
        if problem := difference(case, errors):
            shown = "".join(
                f"\n  {error.code} {error.file}:{error.line}:{error.column} {error.message}"
                for error in errors
            )
            wrong[runtime] = f"{runtime}: {problem}; errors were:{shown}"
    if case["id"] in LISTED:
        assert wrong, "this case passes now: take it off the list of exceptions"
    elif wrong:
        pytest.fail("\n".join([str(case["expect"]), *wrong.values()]), pytrace=False)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_run(case: dict[str, Any], tmp_path: Path) -> None:
    problems = {}
    for runtime in case.get("runtimes", ["any"]):
        write_packages(evaluated_packages(case, runtime), tmp_path / runtime)
        catalog = muranopl.Catalog([tmp_path / runtime], quirks=["engine"])
        args, kwargs = case.get("args", []), case.get("kwargs", {})
        result = ran(
            catalog,
            Call(
                case.get("class", "conf.Main"), case.get("method", "run"), args, kwargs
            ),
        )
        if problem := wrong(case, result):
            problems[runtime] = (problem, result)
    if case["id"] in RUNS:
        assert problems, "this case passes now: take it off the list of exceptions"
    else:
        assert problems == {}, case["expect"]


def difference(case: dict[str, Any], errors: list[Diagnostic]) -> str | None:
    """What is wrong about the errors of a case, None where they are right."""
    if "value" in case["expect"]:
        if "packages" not in case and around(case) in FAILING:
            errors = [error for error in errors if is_about_run(error, case)]
        return (
            "an error, but the engine runs it"
            if errors and not case.get("engine_bug")
            else None
        )
    return (
        "no error, but the engine does not load it"
        if case["expect"]["at"] == "load" and not errors
        else None
    )


def test_listed_exceptions_exist() -> None:
    assert set(LISTED) | set(RUNS) <= {case["id"] for case in CASES}
