"""The families have their cases, what is listed of them exists, and all rows that fail are named."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.conformance.exceptions import BY_QUIRK, BY_THE_DOCUMENTS, EXCEPTIONS, NOT_AGAIN
from tests.conformance.form_answers import PARAMETERS
from tests.conformance.loading import by_id
from tests.conformance.ui_rules import BY_QUIRK as UI_BY_QUIRK
from tests.lanes import Lane, chosen_rows, failed_rows
from tests.rows import Rows

LEAST = {
    "contracts": 1612,
    "evaluation": 842,
    "execution": 422,
    "expressions": 509,
    "heat": 42,
    "models": 485,
    "schemas": 477,
    "syntax": 487,
    "types": 302,
    "ui": 210,
}
"""The number of cases of each family; more may be added."""

FAMILIES = {
    "evaluation runs": ("evaluation",),
    "form answers": ("ui",),
    "loading": ("evaluation", "syntax"),
    "schemas by the engine": ("schemas",),
}
"""The families of tables in exceptions.py that are not named like theirs."""


@cache
def ids(family: str) -> frozenset[str]:
    return frozenset(by_id(family))


def test_no_case_is_lost() -> None:
    counts = {family: len(ids(family)) for family in LEAST}
    assert {name: n for name, n in counts.items() if n < LEAST[name]} == {}


def test_listed_cases_exist() -> None:
    failed = [row.partition(": ") for row in failed_rows()]
    listed = [
        *EXCEPTIONS.items(),
        *BY_QUIRK.items(),
        *NOT_AGAIN.items(),
        *chosen_rows().items(),
        *((family, [id_]) for family, _, id_ in failed if family in LEAST),
        ("models", BY_THE_DOCUMENTS),
        ("ui", PARAMETERS | UI_BY_QUIRK),
    ]
    missing = [
        (table, id_)
        for table, rows in listed
        for id_ in rows
        if all(id_ not in ids(family) for family in FAMILIES.get(table, (table,)))
    ]
    assert missing == []
    unknown = [family for family, _, _ in failed if family not in LEAST]
    assert [row for row in unknown if "::" not in row] == []


def problems(row: int, folder: Path) -> Iterator[str]:
    (folder / str(row)).touch()
    yield from (f"beside {file.name}" for file in folder.iterdir() if row > 1)
    if row == 3:
        raise AssertionError("asserted")
    yield str(1 // (row - 4))


def test_each_problem_is_listed_with_its_row(tmp_path: Path) -> None:
    rows = {f"row {number}": number for number in range(5)}
    with pytest.raises(pytest.fail.Exception) as caught:
        Rows(Lane.ALL, (), tmp_path).check("numbers", rows, problems)
    listed = str(caught.value)
    for line in ("row 2: beside 2", "row 3: beside 3", "row 3: asserted", "row 1: -1"):
        assert f"\n{line}\n" in listed
    assert "\nrow 4: Traceback " in listed
    assert listed.endswith("ZeroDivisionError: integer division or modulo by zero\n")


def test_rows_share_a_folder_and_are_run_alone(tmp_path: Path) -> None:
    rows = {f"row {number}": number for number in range(4)}
    with pytest.raises(pytest.fail.Exception) as caught:
        Rows(Lane.ALL, ("row 3", "row 2"), tmp_path).check(
            "numbers", rows, problems, shares=lambda _: "one folder"
        )
    lines = str(caught.value).splitlines()[1:]
    assert sorted(lines) == [
        *("row 2: -1", "row 2: beside 2"),
        *("row 3: asserted", "row 3: beside 2", "row 3: beside 3"),
    ]
    with pytest.raises(pytest.skip.Exception):
        Rows(Lane.ALL, ("row 5",), tmp_path).check("numbers", rows, problems)
