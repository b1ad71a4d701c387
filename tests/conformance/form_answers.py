"""Forms filled in and rendered: what the dashboard and the engine made of the same answers (conformance/ui.json)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

import muranopl
from tests.conformance.filling import WAYS, answers

FORM_CODES = {f"MPL54{digit}" for digit in range(1, 8)} | {"MPL534"}


def misrendered(case: dict[str, Any], folder: Path) -> Iterator[str]:
    """Yield what becomes of the forms of a case, written into `folder`, otherwise than it was measured."""
    # The engine made these answers
    catalog = muranopl.Catalog(folder, quirks="string-conversion")
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
    # Forms with few fields are filled in alike in several ways
    rendered: dict[str, muranopl.RenderResult] = {}
    for way in WAYS:
        given = answers(case["files"]["shop/UI/ui.yaml"], way, applications)
        result = rendered.get(repr(given))
        if result is None:
            parameters = PARAMETERS.get(case["id"])
            result = catalog.render_form("demo.shop", given, parameters=parameters)
            rendered[repr(given)] = result
        measured = case["measured"].get(way) or case["measured"]["all"]
        problem = wrong(measured, result)
        if problem:
            yield f"{way} {given}: {measured}, but {problem}"


def wrong(measured: str, result: muranopl.RenderResult) -> str:
    """What is otherwise than it was measured."""
    codes = [
        diagnostic.code for diagnostic in result.diagnostics if diagnostic.severity.value == "error"
    ]
    told = " ".join(f"{diagnostic.code} {diagnostic.message}" for diagnostic in result.diagnostics)
    if measured.startswith("ok"):
        return "" if result.model is not None else told
    by_form = bool(FORM_CODES.intersection(codes))
    return "" if codes and by_form == measured.startswith("dashboard") else told or "it renders"


# What ParametersSource returns, as nothing runs it here.
PARAMETERS: dict[str, dict[str, Any]] = {
    "name-variable-source": {"tt": "x"},
    "source-class": {"p": 5},
    "odd-parameter-source-attribute": {"p": {"deep": "x"}},
}
