"""The functions that expressions see are those of the reference, under the same names and with the same parameters."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from yaql.language import yaqltypes

from muranopl.semantics.evaluation import layers
from muranopl.semantics.evaluation.layers import FunctionLayer

REFERENCE = json.loads((Path(__file__).parent / "functions.json").read_text())
RUNTIMES = ("1.0", "1.1", "1.2", "1.3", "1.4")
# `format` was taken out of yaql: the reference has it for its name alone. Results are converted by
# the evaluator, not by a function.
NOT_OURS = {"#finalize"}

Row = tuple[str, str, tuple[tuple[Any, ...], ...]]


def expected(runtime: str, where: str) -> set[Row]:
    rows: set[Row] = set()
    for item in REFERENCE:
        if runtime in item["runtimes"] and where in item["where"]:
            kind = "operator" if item["kind"] == "property" else item["kind"]
            rows.add((item["name"], kind, tuple(map(tuple, item["parameters"]))))
    return rows


def found(layer: FunctionLayer) -> set[Row]:
    rows: set[Row] = set()
    names: set[str] = set()
    context: FunctionLayer | None = layer
    while context is not None:
        names |= set(context._ordered)
        context = context.parent
    for name in names - NOT_OURS:
        for level in layer.collect_functions(name):
            for definition in level:
                rows.add((name, kind(definition), parameters(definition)))
    return rows


def kind(definition: Any) -> str:
    if not definition.name[0].isalpha():
        return "operator"
    if definition.is_function:
        return "extension" if definition.is_method else "function"
    return "method"


def parameters(definition: Any) -> tuple[tuple[Any, ...], ...]:
    """Name, whether it may be left out, and what it takes of the call: an expression, the rest, the named rest."""
    visible = definition.strip_hidden_parameters().parameters.items()
    ordered = sorted(
        visible, key=lambda pair: (pair[1].position is None, pair[1].position or 0)
    )
    return tuple(
        (
            parameter.alias or parameter.name,
            parameter.default is not layers.specs.NO_DEFAULT or key in ("*", "**"),
            isinstance(parameter.value_type, yaqltypes.LazyParameterType),
            key if key in ("*", "**") else "",
        )
        for key, parameter in ordered
    )


@pytest.mark.parametrize("runtime", RUNTIMES)
def test_workflow(runtime: str) -> None:
    assert found(layers.workflow(version(runtime), core=False)) == expected(
        runtime, "workflow"
    ), "functions.json has what the reference engine registers"


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
