"""Methods called on objects of a model, and the model after it, beside the engine (conformance/execution.json)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from tests.conformance.exceptions import EXCEPTIONS
from tests.conformance.loading import cases, write_packages
from tests.conformance.running import Call, ran, wrong, wrong_model

CASES = cases("execution")
LISTED = EXCEPTIONS["execution"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    write_packages(case["packages"], tmp_path / "catalog")
    configs = tmp_path / "configs"
    configs.mkdir()
    for name, text in case.get("configs", {}).items():
        (configs / name).write_text(text, encoding="utf-8")
    catalog = muranopl.Catalog([tmp_path / "catalog"], quirks=["engine"])
    call = Call(
        case["class"],
        case["method"],
        case["args"],
        case["kwargs"],
        case["model"],
        case["object"],
    )
    result = ran(catalog, call, configs, save="model_after" in case)
    problem = wrong(case, result) or wrong_model(case, result)
    if case["id"] in LISTED:
        assert problem, "this case passes now: take it off the list of exceptions"
    else:
        assert problem is None, (
            problem,
            case["expect"],
            case.get("model_after"),
            result,
        )


def test_listed_exceptions_exist() -> None:
    assert set(LISTED) <= {case["id"] for case in CASES}
