"""What is said of bodies that the reference engine ran (conformance/evaluation.json).

A body that gave a value there gets no error from us. One that failed may get one; those that do not, and what is
reported of good ones all the same, are counted by `python -m tests.conformance.test_evaluation`.
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from tests.conformance.exceptions import EXCEPTIONS
from tests.conformance.loading import cases, write_packages

CASES = cases("evaluation")
LISTED = EXCEPTIONS["evaluation"]
NAMESPACES = "Namespaces: {'=': conf, std: io.murano, sys: io.murano.system}\n"


def packages(case: dict[str, Any]) -> dict[str, dict[str, str]]:
    """The packages of a case, put together as `about` of the family says."""
    if "packages" in case:
        found: dict[str, dict[str, str]] = case["packages"]
        return found
    classes = {"Main": _main(case)}
    for document in case.get("classes", "").split("\n---\n"):
        if document.strip():
            name = next(line for line in document.splitlines() if line.startswith("Name:")).split(": ")[1].strip("'\"")
            classes[name] = document if "Namespaces:" in document else NAMESPACES + document
    runtime = case["runtimes"][-1]
    listed = "".join(f"  conf.{name}: {name}.yaml\n" for name in classes)
    manifest = f"Format: MuranoPL/{runtime}\nType: Library\nFullName: conf.case\nName: case\nClasses:\n{listed}"
    return {"case": {"manifest.yaml": manifest, **{f"Classes/{name}.yaml": text for name, text in classes.items()}}}


def _main(case: dict[str, Any]) -> str:
    parts = [
        NAMESPACES,
        "Name: Main\n",
        case.get("main", ""),
        "\nMethods:\n  run:\n    Usage: Static\n    Scope: Public\n",
    ]
    if "arguments" in case:
        parts += ["    Arguments:\n", textwrap.indent(case["arguments"], "      "), "\n"]
    parts += ["    Body:\n", textwrap.indent(case["body"], "      "), "\n"]
    parts.append(textwrap.indent(case.get("methods", ""), "  "))
    return "".join(parts)


def is_about_run(diagnostic: Diagnostic, case: dict[str, Any]) -> bool:
    """Whether a diagnostic is about the method that was run: the others of a case are shared with further cases."""
    if "packages" in case:
        return True
    lines = _main(case).partition("\n    Body:\n")
    first = lines[0].count("\n") + 2
    last = first + case["body"].count("\n") + 1
    return diagnostic.file == "case/Classes/Main.yaml" and first <= diagnostic.line <= last


def reported(case: dict[str, Any], folder: Path) -> list[Diagnostic]:
    write_packages(packages(case), folder)
    found = muranopl.Catalog([folder]).check().diagnostics
    return [each for each in found if each.severity is Severity.ERROR and is_about_run(each, case)]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    found = reported(case, tmp_path)
    wrong = "value" in case["expect"] and bool(found) and not case.get("engine_bug")
    if case["id"] in LISTED:
        assert wrong, "this case passes now: take it off the list of exceptions"
    elif wrong:
        shown = "\n".join(f"  {each.code} {each.file}:{each.line}:{each.column} {each.message}" for each in found)
        pytest.fail(f"the engine gives {case['expect']}; reported was:\n{shown}", pytrace=False)


def test_listed_exceptions_exist() -> None:
    assert set(LISTED) <= {case["id"] for case in CASES}
