"""What is reported of a model that loads: `call` and `deploy` say what `render` says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGE = """\
=== Classes/Sample.yaml
Namespaces: {=: example.app}
Name: Sample
Properties:
  size: {Contract: $.int(), Default: 1}
  a: {Contract: $.class(Sample)}
  b: {Contract: $.class(Sample)}
  kept: {Contract: $.template(Sample)}
Methods:
  deploy:
    Scope: Public
    Body:
      - Return: $.a?.size
"""
TYPE = "example.app.Sample"


def sample(identity: str, **properties: Any) -> dict[str, Any]:
    return {"?": {"type": TYPE, "id": identity}, **properties}


ONE = sample("one", size=1)


@pytest.fixture
def catalog(tmp_path: Path) -> muranopl.Catalog:
    return muranopl.Catalog(write(files(PACKAGE), tmp_path))


def shown(diagnostics: tuple[muranopl.Diagnostic, ...]) -> list[Any]:
    """Code and path in the model, with the lines of both places."""
    return [
        (
            item.code,
            item.message.partition(":")[0].partition(" ")[0],
            item.line,
            *(related.line for related in item.related),
        )
        for item in diagnostics
    ]


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        pytest.param(
            sample("root", a=ONE, b=sample("one", size=2)), [("MPL530", "$.b", 14, 7)], id="beside"
        ),
        pytest.param(
            sample("root", a=ONE, kept=sample("one")),
            [("MPL530", "$.kept", 14, 7)],
            id="in-a-template",
        ),
        pytest.param(sample("root", a=sample("root")), [("MPL530", "$.a", 7, 2)], id="inside"),
        pytest.param(sample("root", a=ONE, b="one"), [], id="reference"),
        pytest.param(sample("root", colour="red"), [("MPL527", "$.colour", 6)], id="unknown"),
        pytest.param(
            {"?": {"type": TYPE, "id": "root", "_color": "red"}},
            [("MPL540", "$['?']._color", 5)],
            id="quirk",
        ),
    ],
)
def test_commands_agree(
    model: dict[str, Any], expected: list[Any], catalog: muranopl.Catalog
) -> None:
    rendered, deployed = catalog.render(model), catalog.deploy(model)
    called = catalog.call(TYPE, "deploy", model=model, object_id="root")
    assert (rendered.ok, deployed.ok, called.ok) == (True, True, True)
    results = (rendered.diagnostics, deployed.diagnostics, called.diagnostics)
    assert [shown(result) for result in results] == [expected] * 3


def test_a_saved_model_gives_no_warnings(catalog: muranopl.Catalog) -> None:
    saved = catalog.deploy(sample("root", a=ONE, b="one", kept=sample("two"))).model
    assert saved is not None
    assert catalog.deploy(saved).diagnostics == ()


def test_ids_that_are_numbers_are_listed(catalog: muranopl.Catalog) -> None:
    numbered = {"?": {"type": TYPE, "id": 1}}
    model = sample("root", a=ONE, b=numbered)
    (diagnostic,) = catalog.call(TYPE, "deploy", model=model).diagnostics
    assert (diagnostic.code, diagnostic.suggestion) == (
        "MPL582",
        "choose one by its id: root, one, 1",
    )
