"""Contracts applied to values, as the engine answers and as the documents say (conformance/contracts.json)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest

import muranopl
from tests.conformance.comparing import same
from tests.conformance.contract_packages import model, rebuild
from tests.conformance.documents import differs
from tests.conformance.exceptions import EXCEPTIONS
from tests.conformance.loading import cases

CASES = cases("contracts")


def compare(case: dict[str, Any], folder: Path, quirks: tuple[str, ...]) -> list[str]:
    """What our answer has differently from the case."""
    configs = rebuild(case, folder)
    catalog = muranopl.Catalog([folder / "catalog"], quirks=quirks)
    result = catalog.render(model(case), class_configs=configs)
    if result.ok and not quirks:
        assert is_taken_by_the_schema(model(case), catalog)
    if "seed_differs" in case and not quirks:
        return differs(case, result)
    expected = case["expect"]
    answers = [wrong(each, case, result) for each in expected.get("any_of", [expected])]
    return [] if [] in answers else answers[0]


def is_taken_by_the_schema(given: dict[str, Any], catalog: muranopl.Catalog) -> bool:
    """Whether the schema for validators takes what rendering took."""
    schema = catalog.schema(given["?"]["type"], draft="2020-12")[""]["properties"]
    if "p" not in given or "p" not in schema:
        return True
    return bool(jsonschema.Draft202012Validator(schema["p"]).is_valid(given["p"]))


def wrong(expected: dict[str, Any], case: dict[str, Any], result: muranopl.RenderResult) -> list[str]:
    """What of one recorded answer is not so; a crash of the engine is answered by a refusal, or by what was meant."""
    shown = [f"{each.code} {each.message}" for each in result.diagnostics]
    if "violation" in expected:
        path = f"$.p{expected['path']}".translate(QUOTES)
        places = (each.in_model for each in result.diagnostics if each.severity.value == "error")
        paths = [place.path.translate(QUOTES) for place in places if place]
        return [] if any(each.startswith(path) for each in paths) else [f"not refused at {path}: {shown}"]
    if "error" in expected:
        allowed = not result.ok or (case.get("engine_bug") and case["id"] in MEANT)
        return [] if allowed else [f"{expected} but {result.model}"]
    if result.model is None:
        return [f"{expected} but {shown}"]
    if "absent" in expected:
        return [] if "p" not in result.model else [f"p is there: {result.model['p']}"]
    found = result.model if "objects" in expected else result.model.get("p", "nothing")
    recorded = expected.get("objects", expected.get("value"))
    return [] if same(recorded, found) else [f"{recorded} but {found} {shown}"]


QUOTES = str.maketrans("", "", "'\"")
# Crashes of the engine on values that the contract surely allows.
MEANT = {"template.check", "default.any-yaml-date.missing"}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
@pytest.mark.parametrize("quirks", [(), ("engine",)], ids=["documents", "engine"])
def test_case(case: dict[str, Any], quirks: tuple[str, ...], tmp_path: Path) -> None:
    found = compare(case, tmp_path, quirks)
    listed = EXCEPTIONS["contracts"].keys() | (() if quirks else EXCEPTIONS["contracts by the documents"].keys())
    if case["id"] in listed:
        assert found, "a listed exception passes: take it off the list"
    else:
        assert found == []
