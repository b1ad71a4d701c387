"""Missing values of a model: all of them are reported in one answer, whatever command loads it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGE = """\
=== Classes/Part.yaml
Namespaces: {=: example.app}
Name: Part
Properties:
  size: {Contract: $.int().notNull(), Default: few}
=== Classes/Sample.yaml
Namespaces: {=: example.app}
Name: Sample
Properties:
  a: {Contract: $.int().notNull()}
  b: {Contract: $.int().notNull()}
  c: {Contract: $.string().notNull()}
  d: {Contract: $.class(Sample).notNull()}
  e: {Contract: {x: $.int().notNull(), y: $.int().notNull()}}
  f: {Contract: [$.class(Part)], Default: []}
Methods:
  deploy:
    Scope: Public
    Body: []
"""
GIVEN = {"a": 1, "b": 1, "c": "c", "e": {"x": 1, "y": 1}}
TYPE = "example.app.Sample"


@pytest.fixture
def catalog(tmp_path: Path) -> muranopl.Catalog:
    return muranopl.Catalog(write(files(PACKAGE), tmp_path))


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        ({}, ["$.a", "$.b", "$.c", "$.d", "$.e['x']", "$.e['y']"]),
        ({**GIVEN, "e": {}}, ["$.d", "$.e['x']", "$.e['y']"]),
        (
            {**GIVEN, "d": {"?": {}}},
            ["$.d.a", "$.d.b", "$.d.c", "$.d.d", "$.d.e['x']", "$.d.e['y']"],
        ),
    ],
)
def test_all_missing_values_are_reported(
    given: dict[str, Any], missing: list[str], catalog: muranopl.Catalog
) -> None:
    model = {"?": {"type": TYPE, "id": "one"}, **given}
    for result in (
        catalog.render(model),
        catalog.deploy(model),
        catalog.call(TYPE, "deploy", model=model),
    ):
        paths = [item.message.partition(":")[0] for item in result.diagnostics]
        assert sorted(paths) == missing


def test_a_default_is_reported_once_for_all_objects(catalog: muranopl.Catalog) -> None:
    parts = [{"?": {"type": "example.app.Part"}} for _ in range(3)]
    model = {"?": {"type": TYPE, "id": "one"}, **GIVEN, "d": "one", "f": parts}
    (diagnostic,) = catalog.render(model).diagnostics
    assert diagnostic.message.startswith("$.f[0].size")
