"""What is said of values that are lost, and of defaults that are not used: each defect once, in its own words."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

import muranopl
from tests.render.test_models import write


class Model(NamedTuple):
    """The `properties` of class Sample, further `classes`, what a model gives, and parts of what is said of it."""

    properties: str
    given: dict[str, Any]
    said: tuple[str, ...]
    classes: str = ""
    root: str = "Sample"


MODELS = {
    "lost key": Model(
        "  p: {Contract: {a: $.int()}}\n",
        {"p": {"a": 1, "b": 2}},
        (
            "MPL527 $.p['b']: the contract of this mapping has no key \"b\", so the value is ignored",
        ),
    ),
    "lost keys in a list": Model(
        "  p: {Contract: [{a: $.int()}]}\n", {"p": [{"c": 1}, {"a": 2}]}, ("MPL527 $.p[0]['c']",)
    ),
    "all keys": Model(
        "  p: {Contract: {a: $.int(), $.string(): $.int()}}\n", {"p": {"a": 1, "b": 2}}, ()
    ),
    "no key": Model("  p: {Contract: {}}\n", {"p": {"a": 1, "b": 2}}, ()),
    "lost once": Model(
        "  p: {Contract: {a: $.int()}}\n",
        {"p": {"a": 1, "b": 2}},
        ("MPL527 $.p['b']",),
        "---\nName: Kid\nExtends: Sample\nProperties:\n  p: {Contract: {a: $.int()}}\n",
        "Kid",
    ),
    "Out": Model(
        "  p: {Contract: $.int(), Usage: Out, Default: five}\n",
        {"p": 5},
        ("MPL520 $.p", "MPL540 $.p is ignored"),
    ),
    "Config": Model(
        "  p: {Contract: $.int()}\n",
        {},
        ("MPL540 $.p has a usage that is not written to the model",),
        "---\nName: Kid\nExtends: Sample\nProperties:\n  p: {Contract: $.int(), Usage: Config, Default: 2}\n",
        "Kid",
    ),
}


@pytest.mark.parametrize("name", MODELS)
def test_said(name: str, tmp_path: Path) -> None:
    model = MODELS[name]
    write(
        tmp_path,
        f"Namespaces:\n  =: shop\nName: Sample\nProperties:\n{model.properties}{model.classes}",
    )
    given = {"?": {"type": f"shop.{model.root}", "id": "root"}, **model.given}
    result = muranopl.Catalog(tmp_path).render(given)
    said = sorted(f"{diagnostic.code} {diagnostic.message}" for diagnostic in result.diagnostics)
    assert len(said) == len(model.said)
    assert all(map(str.startswith, said, model.said)), said
