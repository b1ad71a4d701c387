"""What is suggested for fields and their values: it works where it is followed literally."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGE = """\
=== Classes/App.yaml
Namespaces: {{=: example.app, std: io.murano}}
Name: App
Extends: std:Application
Properties:
  v: {{Contract: {contract}}}
=== UI/ui.yaml
Application:
  ?: {{type: example.app.App}}
  v: {value}
Forms:
- one:
    fields:
    - {{{field}}}
"""
SUGGESTIONS = {
    ("name: flavor, type: string", "$", "$.one.flavor"): (
        "rename the field, or write `type: flavor`"
    ),
    ("name: flavor, type: string, maxLength: 5", "$", "$.one.flavor"): "rename the field",
    ("name: flavor, type: integer", "$", "$.one.flavor"): "rename the field",
    ("name: x, type: string", "$.int()", "$.one.x"): "write `type: integer` in the field",
    ("name: x, type: string, maxLength: 5", "$.int()", "$.one.x"): (
        "use a field of type integer with minValue and maxValue"
    ),
    (r"name: x, type: string, regexpValidator: '\d+'", "$.int()", "$.one.x"): (
        "use a field of type integer with minValue and maxValue"
    ),
    ("name: x, type: network", "$", "$.one.x.id"): "write `$.one.x[0]` for the first item",
    ("name: x, type: string", "$", "$.one.x.length"): "write `len($.one.x)`",
    ("name: x, type: databaselist", "$", "$.one.x.size()"): "write `len($.one.x)`",
    ("name: x, type: string", "$", "trim($.one.x)"): "write `$.one.x.trim()`",
    ("name: x, type: boolean", "$", "not($.one.x)"): ("it is an operator: write `not ($.one.x)`"),
    ("name: x, type: databaselist", "$", "$.one.x.select(y => y.len())"): (
        "YAQL has no lambda: write `$.len()`, where `$` is the argument"
    ),
}


@pytest.mark.parametrize("case", SUGGESTIONS)
def test_suggestion(case: tuple[str, str, str], tmp_path: Path) -> None:
    field, contract, value = case
    text = PACKAGE.format(field=field, contract=contract, value=value)
    write(files(text), tmp_path)
    (report,) = muranopl.Catalog(tmp_path).check().diagnostics
    assert report.suggestion == SUGGESTIONS[case]
