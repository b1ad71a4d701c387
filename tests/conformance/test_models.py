"""Object models loaded and written out again, as the reference engine answers (conformance/models.json)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import muranopl
from tests.conformance.comparing import same
from tests.conformance.documents import differs
from tests.conformance.holding import answers_to, catalogs, problems_with
from tests.conformance.loading import by_id, write_case, written
from tests.conformance.refused import shown, wrong_error, wrong_violation
from tests.rows import Part, Rows, parts


def wrongs(
    case: dict[str, Any], result: muranopl.RenderResult, quirks: tuple[str, ...]
) -> list[str]:
    """What our answer has differently from the case."""
    if "seed_differs" in case and not quirks:
        return differs(case, result)
    # What was recorded is only that there was none: simulations stand in for it
    if case.get("needs_cloud"):
        return [] if result.ok else [f"refused: {shown(result)}"]
    answers = [wrong(item, case, result) for item in case.get("expect_any", [case.get("expect")])]
    return [] if [] in answers else answers[0]


def wrong(
    expected: dict[str, Any], case: dict[str, Any], result: muranopl.RenderResult
) -> list[str]:
    """What of one recorded answer is not so; a crash of the engine is answered by a refusal, or by what was meant."""
    if "error" in expected:
        if result.ok:
            return [] if case["id"] in MEANT else [f"{expected} but {result.model}"]
        return [] if case.get("engine_bug") else refusal(expected, result)
    if result.model is None:
        return [f"{expected['rendered']} but {shown(result)}"]
    is_same = same(expected["rendered"], result.model)
    return [] if is_same else [f"{expected['rendered']} but {result.model} {shown(result)}"]


def refusal(expected: dict[str, Any], result: muranopl.RenderResult) -> list[str]:
    """What is wrong with a refusal; the engine gives it a place if it comes of a contract outside of methods."""
    if any(
        diagnostic.code == "MPL551" and f".{expected['error']}:" in diagnostic.message
        for diagnostic in result.diagnostics
    ):
        return []
    if expected["error"] == "ContractViolationException":
        match = wrong_violation(expected["message"], result, from_root=False)
    else:
        match = wrong_error(expected["error"], result)
    return [] if match is None else [match]


# Crashes and plain defects of the engine, where a user would expect the model to be loaded.
MEANT = {"diamond-of-compatible-versions"}


def problems(case: dict[str, Any], folder: Path) -> Iterator[str]:
    """Yield what our answers to a case have differently."""
    if not (folder / "catalog").exists():
        write_case(case, folder)
    configs = folder / "configs"

    def rendered(catalog: muranopl.Catalog, value: Any) -> muranopl.RenderResult:
        return catalog.render(case["model"] if value is None else value, class_configs=configs)

    answers = answers_to(catalogs(folder), rendered)
    yield from problems_with(answers, case, "models", rendered, wrongs)


@parts(2)
def test_cases(rows: Rows, part: Part) -> None:
    rows.check("models", by_id("models"), problems, part, written)
