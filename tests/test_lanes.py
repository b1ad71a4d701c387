"""The lanes name tests that exist, and the quick one has tests of each folder."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.lanes import ROWS, TESTS, Lane, failed_rows, first_lanes, lane_of
from tests.test_packaging import FOLDERS


def test_listed_tests_exist() -> None:
    for prefix in [*first_lanes(), *(row for row in failed_rows() if "::" in row)]:
        path, _, function = prefix.partition("[")[0].partition("::")
        assert (TESTS / path).exists(), prefix
        if function:
            text = (TESTS / path).read_text(encoding="utf-8")
            assert f"def {function}(" in text, prefix


def test_a_quick_run_has_few_rows_of_each_table(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--lane") != "quick":
        return
    counts = Counter(
        item.nodeid.partition("[")[0]
        for item in request.session.items
        if item.nodeid.removeprefix("tests/") not in failed_rows()
    )
    most = ROWS[Lane.QUICK]
    assert {name: count for name, count in counts.items() if count > most} == {}


def test_each_folder_has_quick_tests() -> None:
    for folder in FOLDERS:
        modules = (TESTS / folder).rglob("test_*.py")
        lanes = [lane_of(file.relative_to(TESTS).as_posix()) for file in modules]
        assert Lane.QUICK in lanes, folder
