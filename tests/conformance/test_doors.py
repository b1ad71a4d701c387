"""What the engine refuses to load, `resolve`, `schema` and `render` refuse too; all that it loads they take.

The recorded cases of two families say which classes it loads (conformance/syntax.json: `expect`;
evaluation.json: `expect.at`). They are what the engine does, so its quirks are followed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import muranopl
from muranopl.diagnostics.reasons import ResolutionError
from tests.conformance.exceptions import EXCEPTIONS
from tests.conformance.loading import cases, evaluated_packages, write_packages

LISTED = EXCEPTIONS["loading"]


class Loading(NamedTuple):
    """One class that the engine was asked for, and what became of it: the error, or None."""

    id: str
    class_: str
    packages: dict[str, dict[str, Any]]
    error: str | None


def _loadings() -> list[Loading]:
    result = []
    for case in cases("syntax"):
        expected = case["expect"]
        error = expected["message"] if isinstance(expected, dict) else None
        result.append(Loading(case["id"], case["class"], case["packages"], error))
    for case in cases("evaluation"):
        error = (
            case["expect"]["message"] if case["expect"].get("at") == "load" else None
        )
        packages = evaluated_packages(case, case.get("runtimes", [""])[-1])
        result.append(
            Loading(case["id"], case.get("class", "conf.Main"), packages, error)
        )
    return result


def _refuses(question: Callable[[str], Any]) -> Callable[[str], bool]:
    def refuses(name: str) -> bool:
        try:
            question(name)
        except ResolutionError:
            return True
        return False

    return refuses


@pytest.mark.parametrize(
    "case", [pytest.param(loading, id=loading.id) for loading in _loadings()]
)
def test_doors(case: Loading, tmp_path: Path) -> None:
    write_packages(case.packages, tmp_path)
    catalog = muranopl.Catalog([tmp_path], quirks=["engine"])
    doors = {
        "resolve": _refuses(catalog.resolve),
        "schema": _refuses(lambda name: catalog.schema(name, [""])),
        "render": lambda name: any(
            diagnostic.code == "MPL524"
            for diagnostic in catalog.render(
                {"?": {"type": name, "id": "i"}}
            ).diagnostics
        ),
    }
    refused = {name: refuses(case.class_) for name, refuses in doors.items()}
    if case.error is None:
        del refused["schema"]  # which there is none of for some contracts
    wrong = [
        name
        for name, is_refused in refused.items()
        if is_refused != (case.error is not None)
    ]
    if case.id in LISTED:
        assert wrong, "this case passes now: take it off the list of exceptions"
    elif wrong:
        pytest.fail(
            f"{wrong}: the engine says {case.error or 'nothing'}", pytrace=False
        )


def test_listed_exceptions_exist() -> None:
    assert set(LISTED) <= {
        case["id"] for family in ("syntax", "evaluation") for case in cases(family)
    }
