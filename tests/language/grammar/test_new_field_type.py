"""Adding a type of fields touches its declaration and its registration: here is one, known to every phase."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.language.grammar.ui.field_attributes import FieldAttributes
from muranopl.language.grammar.ui.field_restrictions import Verdict
from muranopl.language.grammar.ui.field_types import FIELD_TYPES
from muranopl.language.grammar.ui.field_types.declaration import (
    WIDGET,
    A,
    Alternatives,
    AttributeValues,
    FieldType,
    RefusedAnswerError,
)
from muranopl.language.grammar.ui.keys import UIVersion
from tests.material import write


class PercentageType(FieldType):
    """`percentage`: a number from 0 to `maxValue`, at most 100, with or without its sign."""

    name = "percentage"
    attributes = ("maxValue", *WIDGET)
    since = UIVersion(2, 4)
    required_when_hidden = True

    def cleaned_text(self, field: FieldAttributes, text: str) -> str:
        return text.strip(" %")

    def judged(self, field: FieldAttributes, text: str) -> Verdict:
        text = self.cleaned_text(field, text)
        is_percentage = text.isdecimal() and int(text) <= 100
        return Verdict(None if is_percentage else "it is not a percentage")

    def alternatives(self, field: FieldAttributes, make: Alternatives[A]) -> Iterator[A]:
        yield make.number(0, 100, map(int, self.samples(field)), restricted=False)
        yield from make.empty()

    def converted(self, text: str) -> int:
        if not text.isdecimal():
            raise RefusedAnswerError("it takes a percentage")
        return int(text)

    def check_value(self, field: FieldAttributes, value: int, values: AttributeValues) -> None:
        if value > values.get("maxValue", 100):
            raise RefusedAnswerError("it takes no more than maxValue")


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FIELD_TYPES, PercentageType.name, PercentageType())


PACKAGE = """\
=== Classes/App.yaml
Namespaces: {=: example.app, std: io.murano}
Name: App
Extends: std:Application
Properties:
  v: {Contract: CONTRACT}
=== UI/ui.yaml
Version: VERSION
Application:
  ?: {type: example.app.App}
  v: $.one.x
Forms:
- one:
    fields:
    - {name: x, FIELD}
"""


def catalog(
    folder: Path, field: str, contract: str = "$", version: str = "2.4"
) -> muranopl.Catalog:
    text = PACKAGE.replace("CONTRACT", contract).replace("VERSION", version).replace("FIELD", field)
    write(files(text), folder)
    return muranopl.Catalog(folder)


def problems(made: muranopl.Catalog) -> list[tuple[str, str]]:
    return [(diagnostic.code, diagnostic.message) for diagnostic in made.check().diagnostics]


READING = {
    "nothing is wrong": ("type: percentage, maxValue: 50", "2.4", []),
    "misspelt": ("type: percentge, maxValue: 50", "2.4", ["MPL183"]),
    "attribute of another type": ("type: percentage, maxLength: 5", "2.4", ["MPL181"]),
    "too old a definition": ("type: percentage", "2.3", ["MPL174"]),
    "initial value": ("type: percentage, initial: 200%", "2.4", ["MPL746"]),
    "hidden without a value": ("type: percentage, hidden: true", "2.4", ["MPL744"]),
}


@pytest.mark.parametrize("name", READING)
def test_reading(name: str, tmp_path: Path) -> None:
    field, version, codes = READING[name]
    assert [code for code, _ in problems(catalog(tmp_path, field, version=version))] == codes


def test_name_of_a_misspelt_type_is_suggested(tmp_path: Path) -> None:
    (report,) = catalog(tmp_path, "type: percentge").check().diagnostics
    assert "percentage" in str(report.suggestion)


INFERENCE = {
    "fits": ("type: percentage", "$.int().notNull()", []),
    "null": ("type: percentage, required: false", "$.int().notNull()", ["MPL710"]),
    "bounds": ("type: percentage", "$.int().check($ > 100)", ["MPL712"]),
    "hidden": ("type: percentage, hidden: true, initial: 5%", "$.int().check($ > 5)", ["MPL709"]),
}


@pytest.mark.parametrize("name", INFERENCE)
def test_inference(name: str, tmp_path: Path) -> None:
    field, contract, codes = INFERENCE[name]
    assert [code for code, _ in problems(catalog(tmp_path, field, contract))] == codes


@pytest.mark.parametrize(
    ("field", "answer", "value"),
    [
        ("type: percentage", " 5 % ", 5),
        ("type: percentage", 5, 5),
        ("type: percentage, required: false", None, None),
        ("type: percentage, initial: 7%, hidden: true", ..., 7),
        ("type: percentage", "many", "it takes a percentage"),
        ("type: percentage, maxValue: 50", "60", "it takes no more than maxValue"),
        ("type: percentage", True, "it accepts strings"),
        ("type: percentage", None, "must not be empty"),
    ],
)
def test_answers(field: str, answer: Any, value: Any, tmp_path: Path) -> None:
    answers = {} if answer is ... else {"one": {"x": answer}}
    result = catalog(tmp_path, field).render_form("example.app", answers, unrendered=True)
    if isinstance(value, str):
        assert [value in report.message for report in result.diagnostics] == [True]
    else:
        assert result.model is not None
        assert result.model["v"] == value
