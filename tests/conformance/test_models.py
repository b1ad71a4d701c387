"""Object models loaded and written out again, as the reference engine answers (conformance/models.json)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from tests.conformance.comparing import same
from tests.conformance.documents import differs
from tests.conformance.exceptions import EXCEPTIONS
from tests.conformance.loading import cases, write_packages

CASES = cases("models")


def compare(case: dict[str, Any], folder: Path, quirks: tuple[str, ...]) -> list[str]:
    """What our answer has differently from the case."""
    write_packages(case["packages"], folder / "catalog")
    configs = folder / "configs"
    configs.mkdir()
    for name, text in case.get("configs", {}).items():
        (configs / name).write_text(text, encoding="utf-8")
    catalog = muranopl.Catalog([folder / "catalog"], quirks=quirks)
    result = catalog.render(case["model"], class_configs=configs)
    if "seed_differs" in case and not quirks:
        return differs(case, result)
    answers = [wrong(each, case, result) for each in case.get("expect_any", [case.get("expect")])]
    return [] if [] in answers else answers[0]


def wrong(expected: dict[str, Any], case: dict[str, Any], result: muranopl.RenderResult) -> list[str]:
    """What of one recorded answer is not so; a crash of the engine is answered by a refusal, or by what was meant."""
    shown = [f"{each.code} {each.message}" for each in result.diagnostics]
    if "error" in expected:
        allowed = not result.ok or (case.get("engine_bug") and case["id"] in MEANT)
        return [] if allowed else [f"{expected} but {result.model}"]
    if result.model is None:
        return [] if case["id"] in REFUSED else [f"{expected['rendered']} but {shown}"]
    return [] if same(expected["rendered"], result.model) else [f"{expected['rendered']} but {result.model} {shown}"]


# Crashes and plain defects of the engine, where a user would expect the model to be loaded.
MEANT = {"diamond-of-compatible-versions", "redeclare-owned-in-both"}

# Plain defects of the engine, where a user would expect a refusal.
REFUSED = {"redeclare-notowned-in-parent-only"}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
@pytest.mark.parametrize("quirks", [(), ("engine",)], ids=["documents", "engine"])
def test_case(case: dict[str, Any], quirks: tuple[str, ...], tmp_path: Path) -> None:
    found = compare(case, tmp_path, quirks)
    listed = EXCEPTIONS["models"].keys() | (() if quirks else EXCEPTIONS["models by the documents"].keys())
    if case["id"] in listed:
        assert found, "a listed exception passes: take it off the list"
    else:
        assert found == []
