"""The actions of objects in a saved model, beside the engine's: all exposed methods of their classes and ancestors."""

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
FullName: example.kit
Classes: {example.kit.Base: Base.yaml, example.kit.Leaf: Leaf.yaml}
=== Classes/Base.yaml
Namespaces: {=: example.kit, m: io.murano.metadata}
Name: Base
Methods:
  act:
    Usage: Action
    Meta:
      - m:Title: {text: Base title}
      - m:Description: {text: Base description}
  only: {Scope: Public}
=== Classes/Leaf.yaml
Namespaces: {=: example.kit, m: io.murano.metadata}
Name: Leaf
Extends: Base
Properties:
  other: {Contract: $.class(Base)}
Methods:
  act:
    Usage: Action
    Meta:
      - m:Title: {text: Leaf title}
      - m:HelpText: {text: Leaf help}
  helped:
    Scope: Public
    Meta:
      - m:HelpText: {text: some help}
  plain: {}
  only: {}
  onClass: {Usage: Static, Scope: Public}
  initialize: {Scope: Public}
"""
MODEL = {
    "?": {
        "type": "example.kit.Leaf",
        "id": "leaf",
        "_actions": {"leaf_act": {"enabled": False, "name": "act"}},
    },
    "other": {"?": {"type": "example.kit.Base", "id": "base"}},
}
OF_BASE = {"enabled": True, "name": "act", "title": "Base title", "description": "Base description"}
ONLY = {"enabled": True, "name": "only", "title": "only"}
OF_LEAF = {
    "leaf_act": OF_BASE,
    "leaf_helped": {"enabled": True, "name": "helped", "title": "helped", "helpText": "some help"},
    "leaf_onClass": {"enabled": True, "name": "onClass", "title": "onClass"},
    "leaf_.init": {"enabled": True, "name": ".init", "title": ".init"},
    "leaf_only": ONLY,
}


@pytest.fixture
def catalog(tmp_path: Path) -> muranopl.Catalog:
    return muranopl.Catalog(write(files(PACKAGE), tmp_path))


def saved(catalog: muranopl.Catalog, model: dict[str, Any] | None) -> dict[str, Any]:
    session = catalog.session()
    session.load({"Objects": model})
    return session.save(actions=True)


def test_every_object_has_its_own(catalog: muranopl.Catalog) -> None:
    objects = saved(catalog, MODEL)["Objects"]
    assert objects["?"]["_actions"] == OF_LEAF
    assert objects["other"]["?"]["_actions"] == {"base_act": OF_BASE, "base_only": ONLY}


def test_the_copy_has_none(catalog: muranopl.Catalog) -> None:
    model = {**MODEL, "?": {"type": "example.kit.Leaf", "id": "leaf"}}
    session = catalog.session()
    session.load({"Objects": model})
    plain = session.save()
    assert "_actions" not in str(plain)
    assert saved(catalog, model)["ObjectsCopy"] == plain["Objects"]


def test_there_may_be_no_objects(catalog: muranopl.Catalog) -> None:
    assert saved(catalog, None) == {"Objects": None, "ObjectsCopy": None, "Attributes": []}
