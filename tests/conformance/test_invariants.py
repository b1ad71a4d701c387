"""What holds for every recorded case: a check says the same with a cold or a warm cache, and any number of workers."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from tests.conformance.loading import cases, write_packages
from tests.material import all_of

FAMILIES = ("types", "syntax", "models", "schemas", "evaluation")
SAMPLE = 6
"""So many cases of each family, evenly spread, in one catalog each."""


def sample(family: str) -> list[dict[str, object]]:
    """Some cases that have packages."""
    result = [case for case in cases(family) if case.get("packages")]
    return result[:: max(1, len(result) // SAMPLE)][:SAMPLE]


@pytest.mark.parametrize("family", FAMILIES)
def test_cold_is_warm_is_any_number_of_workers(family: str, tmp_path: Path) -> None:
    for number, case in enumerate(sample(family)):
        folder = tmp_path / str(number)
        write_packages(case["packages"], folder)  # type: ignore[arg-type]
        cache = muranopl.Cache.in_memory()
        plain = all_of(muranopl.Catalog([folder], jobs=1).check())
        assert all_of(muranopl.Catalog([folder], jobs=1, cache=cache).check()) == plain, (
            f"cold: {case['id']}"
        )
        assert all_of(muranopl.Catalog([folder], jobs=1, cache=cache).check()) == plain, (
            f"warm: {case['id']}"
        )
        assert all_of(muranopl.Catalog([folder], jobs=2).check()) == plain, (
            f"two workers: {case['id']}"
        )
