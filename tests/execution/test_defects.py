"""A defect of muranopl while objects are made: a diagnostic that says so, whichever door led to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.app
Classes: {example.app.App: App.yaml}
=== Classes/App.yaml
Namespaces: {=: example.app, t: io.murano.test}
Name: App
Extends: t:TestFixture
Properties:
  size: {Contract: $.int(), Default: len($.name)}
  name: {Contract: $.string(), Default: small}
Methods:
  testNothing:
    Body: []
  deploy:
    Usage: Action
    Body: []
"""
MODEL = {"?": {"type": "example.app.App", "id": "app"}}
DOORS: dict[str, Callable[[muranopl.Catalog], Iterable[muranopl.Diagnostic]]] = {
    "render": lambda catalog: catalog.render(MODEL).diagnostics,
    "call": lambda catalog: catalog.call("example.app.App", "deploy", model=MODEL).diagnostics,
    "deploy": lambda catalog: catalog.deploy(MODEL).diagnostics,
    "test": lambda catalog: catalog.test().results[0].diagnostics,
}


@pytest.mark.parametrize(
    "missing",
    [
        "muranopl.semantics.evaluation.evaluator._outermost",
        "muranopl.render.property_value.ValueSetting",
    ],
)
@pytest.mark.parametrize("door", DOORS)
def test_a_defect_is_told(
    door: str, missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog = muranopl.Catalog([write(files(PACKAGE), tmp_path)])
    assert list(DOORS[door](catalog)) == []
    monkeypatch.delattr(missing)
    (result,) = DOORS[door](catalog)
    assert (result.code, "NameError" in "".join(result.notes)) == ("MPL001", True)


CONSTRUCTORS = {
    "an argument that takes the rest": (
        "- rest: {Contract: $.int(), Usage: VarArgs}",
        "NoMatchingMethodException",
    ),
    "a default that fails": ("- other: {Contract: $.int(), Default: 1 / 0}", "ZeroDivisionError"),
}


@pytest.mark.parametrize(
    ("door", "code"), [("render", "MPL551"), ("call", "MPL580"), ("deploy", "MPL580")]
)
@pytest.mark.parametrize("what", CONSTRUCTORS)
def test_a_constructor_that_does_not_take_its_arguments_throws(
    door: str, code: str, what: str, tmp_path: Path
) -> None:
    argument, thrown = CONSTRUCTORS[what]
    package = PACKAGE.replace(
        "Methods:\n", f"Methods:\n  .init:\n    Arguments:\n      {argument}\n    Body: []\n"
    )
    catalog = muranopl.Catalog([write(files(package), tmp_path)])
    model = {**MODEL, "rest": 1}
    doors = {
        "render": catalog.render,
        "call": lambda model: catalog.call("example.app.App", "deploy", model=model),
        "deploy": catalog.deploy,
    }
    errors = [
        diagnostic
        for diagnostic in doors[door](model).diagnostics
        if diagnostic.severity is muranopl.Severity.ERROR
    ]
    assert [(error.code, thrown in error.message) for error in errors] == [(code, True)]
