"""The default class of a contract on a Runtime property: an object of it is created, as on other properties."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGE = """\
=== Classes/Part.yaml
Namespaces: {{=: example.app}}
Name: Part
Properties:
  size: {{Contract: $.int(), Default: 1}}
=== Classes/Big.yaml
Namespaces: {{=: example.app}}
Name: Big
Extends: Part
Properties:
  weight: {{Contract: $.int(), Default: 9}}
=== Classes/Sample.yaml
Namespaces: {{=: example.app}}
Name: Sample
Properties:
  p:
    Contract: {contract}
    Usage: Runtime
Methods:
  weigh:
    Scope: Public
    Body:
      - Return: $.p?.weight
"""
UNSET = "UninitializedPropertyAccessError"


@pytest.mark.parametrize(
    ("contract", "quirks", "value", "problem"),
    [
        ("$.class(Part, Big)", (), 9, "--quirk default-class"),
        ("$.class(Part, Big).notNull()", (), 9, "--quirk default-class"),
        ("$.class(Part, Big)", ("default-class",), None, UNSET),
        ("$.class(Big)", (), None, UNSET),
        ("$.int()", (), None, UNSET),
        ("\n      - $.class(Part, Big)", (), None, UNSET),
    ],
)
def test_default_class_of_a_runtime_property(
    contract: str, quirks: tuple[str, ...], value: object, problem: str, tmp_path: Path
) -> None:
    write(files(PACKAGE.format(contract=contract)), tmp_path)
    catalog = muranopl.Catalog(tmp_path, quirks=quirks)
    model = {"?": {"type": "example.app.Sample", "id": "one"}}
    result = catalog.call("example.app.Sample", "weigh", model=model)
    assert (result.value, result.ok) == (value, value is not None)
    (diagnostic, *_) = result.diagnostics
    assert problem in diagnostic.message
