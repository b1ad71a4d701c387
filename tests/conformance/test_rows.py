"""The families have their cases, and what is listed of them exists."""

from __future__ import annotations

from tests.conformance.exceptions import (
    BY_QUIRK,
    BY_THE_DOCUMENTS,
    EXCEPTIONS,
    NOT_AGAIN,
)
from tests.conformance.form_answers import PARAMETERS
from tests.conformance.loading import by_id
from tests.conformance.ui_rules import BY_QUIRK as UI_BY_QUIRK
from tests.lanes import chosen_rows, failed_rows

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


def test_no_case_is_lost() -> None:
    counts = {family: len(by_id(family)) for family in LEAST}
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
        for table, ids in listed
        for id_ in ids
        if all(id_ not in by_id(family) for family in FAMILIES.get(table, (table,)))
    ]
    assert missing == []
    unknown = [family for family, _, _ in failed if family not in LEAST]
    assert [row for row in unknown if "::" not in row] == []
