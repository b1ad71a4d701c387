"""The names that exceptions are thrown under: values are taken as text (measured)."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from tests.conformance.loading import evaluated_packages, write_packages
from tests.conformance.running import Call, ran

INVALID = {
    "Throw: 5": "5",
    "Throw: -1.5": "-1.5",
    "Throw: [a, 5]": "5",
    "Throw: [null]": "None",
    "Throw: [0]": "0",
    "Throw: $x": "None",
    "Throw: 1 + 1": "2",
    "Throw: dict(a => 1)": "{'a': 1}",
    "Throw: list(a, 5)": "('a', 5)",
    "Throw: range(2)": "(0, 1)",
    "Throw: 2020-01-01": "2020-01-01",
    "Throw: ['']": "",
    "Try: {Throw: a}\n  Catch: {With: 5, Do: []}": "5",
    "Try: {Throw: a}\n  Catch: {With: [null], Do: []}": "None",
}


def outcome(body: str, folder: Path) -> dict[str, object]:
    case = {"body": f"- {body}", "arguments": "- x: {Contract: $, Default: null}"}
    write_packages(evaluated_packages(case, "1.4"), folder)
    return ran(muranopl.Catalog([folder]), Call("conf.Main", "run", [], {}))


@pytest.mark.parametrize(("body", "text"), INVALID.items(), ids=INVALID)
def test_what_is_no_name(body: str, text: str, tmp_path: Path) -> None:
    result = outcome(body, tmp_path)
    assert (result["throws"], result["message"]) == (["ValueError"], f'Invalid type name "{text}"')


def test_a_class_is_no_name(tmp_path: Path) -> None:
    assert outcome("Throw: std:Object", tmp_path)["throws"] == ["ValueError"]


def test_true_is_a_name(tmp_path: Path) -> None:
    assert outcome("Throw: true", tmp_path)["throws"] == ["conf.True"]
    assert (
        outcome("Try: {Throw: true}\n  Catch: {With: true, Do: {Return: 1}}", tmp_path)["value"]
        == 1
    )
