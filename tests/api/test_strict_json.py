"""What the library and the command line give out is JSON that every parser takes, whatever is in a package."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.diagnostics.formats.encode import json_number, to_json
from tests.material import write

LONG = 10**4_000
PACKAGE = f"""\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Application
FullName: t
Name: t
Classes: {{t.A: A.yaml, t.B: B.yaml}}
=== Classes/B.yaml
Name: t.B
Properties:
  a: {{Contract: {{x: $.int(), y: .inf}}}}
  b: {{Contract: .nan}}
  c: {{Contract: {LONG}}}
  d: {{Contract: $, Default: [.inf, {{.nan: {LONG}}}]}}
=== Classes/A.yaml
Namespaces: {{=: t, sys: io.murano.system}}
Name: A
Properties:
  a: {{Contract: $, Default: .inf}}
  b: {{Contract: $, Default: [.nan, -.inf, {{.inf: .nan}}]}}
  c: {{Contract: $, Default: {LONG}}}
  d: {{Contract: $}}
Methods:
  go:
    Scope: Public
    Arguments:
      - x: {{Contract: $, Default: .inf}}
    Body:
      - $stack: new(sys:HeatStack, name => s)
      - $stack.setTemplate({{resources => {{n => {{a => $.a}}}}}})
      - $stack.push()
      - Match: {{.inf: [], .nan: []}}
        Value: .inf
      - Return: [.inf, .nan, {{.nan: 1}}]
"""
MODEL = {"?": {"type": "t.A", "id": "a"}}
GIVEN_OUT: dict[str, Callable[[muranopl.Catalog], Any]] = {
    **{
        f"the dump of {phase}": lambda catalog, phase=phase: catalog.check().dump(phase)
        for phase in ("read", "namespace", "hierarchy", "inherit", "render")
    },
    "the graph": lambda catalog: catalog.check().graph_data(),
    "schemas": lambda catalog: catalog.schema("t.B"),
    "schemas of 2020-12": lambda catalog: catalog.schema("t.B", draft="2020-12"),
    "a model": lambda catalog: catalog.render({**MODEL, "a": 1, "b": 1}).model,
    "what a call gives": lambda catalog: catalog.call("t.A", "go", model=MODEL)[:2],
    "what a deployment does": lambda catalog: catalog.deploy(MODEL, method="go")[:4],
}


@pytest.mark.parametrize("what", GIVEN_OUT)
def test_data_are_strict_json(what: str, tmp_path: Path) -> None:
    result = GIVEN_OUT[what](muranopl.Catalog([write(files(PACKAGE), tmp_path)]))
    assert result
    assert json.loads(json.dumps(result, allow_nan=False)) is not None
    assert json.loads(to_json(result), parse_constant=pytest.fail) is not None


NUMBERS: list[tuple[float, object]] = [
    (1.5, 1.5),
    (2**64, 2**64),
    (-(10**308), -(10**308)),
    (10**309, str(10**309)),
    (float("inf"), "inf"),
    (float("-inf"), "-inf"),
    (float("nan"), "nan"),
    (16**5_000, hex(16**5_000)),
]


@pytest.mark.parametrize(("number", "written"), NUMBERS, ids=lambda value: type(value).__name__)
def test_numbers_that_json_has_none_for(number: float, written: object) -> None:
    assert json_number(number) == written
    assert json.loads(to_json([number, {"a": number}])) in (
        [number, {"a": number}],
        [written, {"a": written}],
    )
