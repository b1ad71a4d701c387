"""Methods called on objects of a model, and the model after it, beside the engine (conformance/execution.json)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import muranopl
from tests.conformance.exceptions import unlisted
from tests.conformance.loading import by_id, write_case
from tests.conformance.running import Call, ran, wrong, wrong_model
from tests.rows import Rows


def problems(case: dict[str, Any], folder: Path) -> list[str]:
    """Return what a call of a case gives differently."""
    write_case(case, folder)
    catalog = muranopl.Catalog([folder / "catalog"], quirks=["engine"])
    call = Call(
        case["class"], case["method"], case["args"], case["kwargs"], case["model"], case["object"]
    )
    result = ran(catalog, call, folder / "configs", save="model_after" in case)
    problem = wrong(case, result) or wrong_model(case, result)
    described = f"{problem}: {case['expect']} {case.get('model_after')}, but {result}"
    return unlisted("execution", case["id"], [described] if problem else [])


def test_cases(rows: Rows) -> None:
    rows.check("execution", by_id("execution"), problems)
