"""The functions that expressions see are those of the reference, under the same names and with the same parameters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from muranopl.semantics.evaluation import layers
from muranopl.semantics.evaluation.layers import FunctionLayer
from tests.semantics.evaluation.registered import Shape, definitions, kind, shape

REFERENCE = json.loads((Path(__file__).parent / "functions.json").read_text())
RUNTIMES = ("1.0", "1.1", "1.2", "1.3", "1.4")
# `format` was taken out of yaql: the reference has it for its name alone. Results are converted by
# the evaluator, not by a function.
NOT_OURS = {"#finalize"}

Row = tuple[str, str, Shape]


def expected(runtime: str, where: str) -> set[Row]:
    rows: set[Row] = set()
    for item in REFERENCE:
        if runtime in item["runtimes"] and where in item["where"]:
            kind = "operator" if item["kind"] == "property" else item["kind"]
            rows.add((item["name"], kind, tuple(map(tuple, item["parameters"]))))
    return rows


def found(layer: FunctionLayer) -> set[Row]:
    return {
        (name, kind(definition), shape(definition))
        for name, definition in definitions(layer, NOT_OURS)
    }


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_workflow(runtime: str) -> None:
    assert found(layers.workflow(version(runtime), core=False)) == expected(runtime, "workflow"), (
        "functions.json has what the reference engine registers"
    )


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_contracts(runtime: str) -> None:
    assert found(layers.contracts(version(runtime))) == expected(runtime, "contract")


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_core_library(runtime: str) -> None:
    more = found(layers.workflow(version(runtime), core=True)) - found(
        layers.workflow(version(runtime), core=False)
    )
    assert more == expected(runtime, "core-library")


def version(runtime: str) -> tuple[int, int]:
    major, minor = map(int, runtime.split("."))
    return (major, minor)
