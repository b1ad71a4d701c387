"""Forms filled in and rendered: what the dashboard and the engine made of the same answers (conformance/ui.json)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import muranopl
from tests.conformance.exceptions import EXCEPTIONS
from tests.conformance.filling import WAYS, answers
from tests.conformance.loading import cases, write_packages

LISTED = EXCEPTIONS["form answers"]
FORM_CODES = {f"MPL54{digit}" for digit in range(1, 8)} | {"MPL534"}


@pytest.mark.parametrize("case", cases("ui"), ids=lambda case: str(case["id"]))
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    write_packages({"": case["files"]}, tmp_path)
    # The engine made these answers
    catalog = muranopl.Catalog(tmp_path, quirks="string-conversion")
    manifests = [
        yaml.safe_load(text)
        for path, text in case["files"].items()
        if path.endswith("manifest.yaml")
    ]
    applications = {
        name
        for manifest in manifests
        if manifest["FullName"] in manifest["Classes"]
        for name in manifest["Classes"]
    }
    problems = []
    for way in WAYS:
        given = answers(case["files"]["shop/UI/ui.yaml"], way, applications)
        result = catalog.render_form(
            "demo.shop", given, parameters=PARAMETERS.get(case["id"])
        )
        measured = case["measured"].get(way) or case["measured"]["all"]
        problem = wrong(measured, result)
        if problem:
            problems.append(f"{way} {given}: {measured}, but {problem}")
    if case["id"] in LISTED:
        assert problems, f"listed, but as measured: {LISTED[case['id']]}"
    else:
        assert not problems, "\n".join(problems)


def wrong(measured: str, result: muranopl.RenderResult) -> str:
    """What is otherwise than it was measured."""
    codes = [
        diagnostic.code
        for diagnostic in result.diagnostics
        if diagnostic.severity.value == "error"
    ]
    told = " ".join(
        f"{diagnostic.code} {diagnostic.message}" for diagnostic in result.diagnostics
    )
    if measured.startswith("ok"):
        return "" if result.model is not None else told
    by_form = bool(FORM_CODES.intersection(codes))
    return (
        ""
        if codes and by_form == measured.startswith("dashboard")
        else told or "it renders"
    )


# What ParametersSource returns, as nothing runs it here.
PARAMETERS: dict[str, dict[str, Any]] = {
    "name-variable-source": {"tt": "x"},
    "source-class": {"p": 5},
    "odd-parameter-source-attribute": {"p": {"deep": "x"}},
}
