"""Contracts applied to values, as the engine answers and as the documents say (conformance/contracts.json)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema

import muranopl
from tests.conformance import unsayable
from tests.conformance.comparing import same
from tests.conformance.contract_packages import model, rebuild, written
from tests.conformance.documents import differs
from tests.conformance.holding import answers_to, catalogs, problems_with
from tests.conformance.loading import by_id
from tests.conformance.refused import shown, wrong_error, wrong_violation
from tests.rows import Part, Rows, parts


def wrongs(
    case: dict[str, Any], result: muranopl.RenderResult, quirks: tuple[str, ...]
) -> list[str]:
    """What our answer has differently from the case."""
    if "seed_differs" in case and not quirks:
        return differs(case, result)
    expected = case["expect"]
    answers = [wrong(item, case, result) for item in expected.get("any_of", [expected])]
    return [] if [] in answers else answers[0]


def is_taken_by_the_schema(given: dict[str, Any], catalog: muranopl.Catalog) -> bool:
    """Whether the schema for validators takes a model; what is not a property of a form is left out."""
    try:
        schema = catalog.schema(given["?"]["type"], draft="2020-12")[""]
    except muranopl.ResolutionError:
        return False
    shown = {key: value for key, value in given.items() if key in schema["properties"]}
    return bool(jsonschema.Draft202012Validator(schema).is_valid(shown))


def wrong(
    expected: dict[str, Any], case: dict[str, Any], result: muranopl.RenderResult
) -> list[str]:
    """What of one recorded answer is not so; a crash of the engine is answered by a refusal, or by what was meant."""
    if "violation" in expected:
        match = wrong_violation(expected["violation"], result, from_root=True)
        return [] if match is None else [match]
    if "error" in expected:
        if result.ok:
            return [] if case["id"] in MEANT else [f"{expected} but {result.model}"]
        match = None if case.get("engine_bug") else wrong_error(expected["error"], result)
        return [] if match is None else [match]
    if result.model is None:
        return [f"{expected} but {shown(result)}"]
    if "absent" in expected:
        return [] if "p" not in result.model else [f"p is there: {result.model['p']}"]
    value = result.model if "objects" in expected else result.model.get("p", "nothing")
    recorded = expected.get("objects", expected.get("value"))
    return [] if same(recorded, value) else [f"{recorded} but {value} {shown(result)}"]


# Crashes of the engine on values that the contract surely allows.
MEANT = {"template.check", "default.any-yaml-date.missing"}


def problems(case: dict[str, Any], folder: Path) -> Iterator[str]:
    """Yield what our answers to a case have differently."""
    if not (folder / "catalog").exists():
        rebuild(case, folder)
    configs, given = folder / "configs", model(case)

    def rendered(catalog: muranopl.Catalog, value: Any) -> muranopl.RenderResult:
        return catalog.render(given if value is None else value, class_configs=configs)

    answers = answers_to(catalogs(folder), rendered)
    yield from problems_with(answers, case, "contracts", rendered, wrongs)
    is_taken = is_taken_by_the_schema(given, answers.catalogs.documents)
    if answers.documents.ok:
        if not is_taken:
            yield "the schema refuses what rendering takes"
    elif is_taken and unsayable.reason(case, answers.documents) is None:
        yield "the schema takes what rendering refuses and a schema can say"


@parts(4)
def test_cases(rows: Rows, part: Part) -> None:
    rows.check("contracts", by_id("contracts"), problems, part, written)
