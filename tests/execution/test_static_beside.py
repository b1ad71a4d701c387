"""A property that unrelated parents declare, one Static and the other not: checks, renderings and calls agree."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.both
Classes: {example.both.A: A.yaml, example.both.B: B.yaml, example.both.Main: Main.yaml}
=== Classes/A.yaml
Namespaces: {=: example.both}
Name: A
Properties:
  p: {Contract: $.int(), Default: 1}
=== Classes/B.yaml
Namespaces: {=: example.both}
Name: B
Properties:
  p: {Contract: $.string(), Usage: Static, Default: static}
Methods:
  ofClass:
    Usage: Static
    Body:
      - Return: $.p
=== Classes/Main.yaml
Namespaces: {=: example.both}
Name: Main
Extends: [A, B]
Methods:
  values:
    Scope: Public
    Body:
      - Return: !yaql "[$.p, :Main.p, :B.p, $.ofClass(), typeinfo(:A).properties.single().getValue($)]"
"""
OTHER_ORDER = PACKAGE.replace("[A, B]", "[B, A]")
WITH_ONE_MORE = OTHER_ORDER.replace("[B, A]\n", "[B, A]\nProperties:\n  q: {Contract: $.int()}\n")


def catalog_of(package: str, folder: Path, *quirks: str) -> muranopl.Catalog:
    return muranopl.Catalog(write(files(package), folder), quirks=quirks)


def model(**values: Any) -> dict[str, Any]:
    return {"?": {"type": "example.both.Main", "id": "main"}, **values}


ORDERS = {"A, B": PACKAGE, "B, A": OTHER_ORDER, "B, A, own property": WITH_ONE_MORE}


@pytest.mark.parametrize("given", [{}, {"p": 5}], ids=["default", "given"])
@pytest.mark.parametrize("package", ORDERS.values(), ids=ORDERS)
def test_nothing_chooses_between_them(package: str, given: Any, tmp_path: Path) -> None:
    catalog = catalog_of(package, tmp_path)
    assert [diagnostic.code for diagnostic in catalog.check().diagnostics] == ["MPL405"]
    rendered = catalog.render(model(**given))
    assert (rendered.model, [diagnostic.code for diagnostic in rendered.diagnostics]) == (
        None,
        ["MPL405"],
    )
    called = catalog.call("example.both.Main", "values", model=model(**given))
    assert (called.value, [diagnostic.code for diagnostic in called.diagnostics]) == (
        None,
        ["MPL405"],
    )


@pytest.mark.parametrize(
    ("order", "loads"), [("A, B", False), ("B, A", False), ("B, A, own property", True)]
)
def test_the_engine_loads_some_and_reads_none(order: str, loads: bool, tmp_path: Path) -> None:
    catalog = catalog_of(ORDERS[order], tmp_path, "static-first")
    rendered = catalog.render(model(p=5)).model
    assert (rendered is not None) == loads
    if rendered is not None:
        assert "p" not in rendered
        called = catalog.call("example.both.Main", "values", model=model())
        assert "murano.dsl.exceptions.AmbiguousPropertyNameError" in called.diagnostics[0].message


def test_two_static_ones_are_ambiguous(tmp_path: Path) -> None:
    package = PACKAGE.replace("$.int(), Default: 1", "$.int(), Usage: Static")
    called = catalog_of(package, tmp_path).call("example.both.Main", "values", model=model())
    assert "murano.dsl.exceptions.AmbiguousPropertyNameError" in called.diagnostics[0].message


def test_the_class_has_a_static_one_that_objects_hide(tmp_path: Path) -> None:
    package = PACKAGE.replace(
        "[A, B]\n", "B\nProperties:\n  p: {Contract: $.string(), Default: own}\n"
    )
    package = package.replace(", typeinfo(:A).properties.single().getValue($)", "")
    catalog = catalog_of(package, tmp_path)
    # The usage differs
    assert [diagnostic.code for diagnostic in catalog.check().diagnostics] == ["MPL412"]
    called = catalog.call("example.both.Main", "values", model=model())
    assert called.value == ["own", "static", "static", "static"]


def test_a_check_names_the_quirk(tmp_path: Path) -> None:
    (result,) = [
        diagnostic
        for diagnostic in catalog_of(PACKAGE, tmp_path).check().diagnostics
        if diagnostic.code == "MPL405"
    ]
    assert any("--quirk static-first" in note for note in result.notes)
