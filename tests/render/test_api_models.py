"""Object models as the API returns them are loaded by all doors, and told once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from tests.manifests import write_library

CLASSES = """
Namespaces: {=: t, std: io.murano}
Name: App
Extends: std:Application
Properties:
  port: {Contract: $.int().notNull()}
  state: {Contract: $.string(), Usage: Out}
"""
APP = {"?": {"type": "t.App", "id": "one"}, "port": 80}
RETURNED = {
    **APP,
    "?": {
        "type": "t.App",
        "id": "one",
        "status": "ready",
        "_actions": {"one_x": {}},
        "_26": {"name": "A"},
    },
    "state": "running",
}
RECORD = {
    "status": "ready",
    "created": "2017-04-27T15:36:02",
    "updated": "2017-04-27T15:36:02",
    "tenant_id": "cca3",
    "acquired_by": None,
    "version": 0,
    "description_text": "",
    "id": "e1",
    "name": "quick",
}
HEADER = {"type": "io.murano.Environment", "id": "e1"}
NETWORKS = {"environment": None, "flat": None}
MODELS: list[tuple[dict[str, Any], str]] = [
    # what the API returns, and what it is taken for
    ({**RECORD, "services": [RETURNED]}, "an environment"),
    (
        {**RECORD, "services": [RETURNED], "is_public": False, "networking": {}},
        "an environment template",
    ),
    ({"?": HEADER, "name": "quick", "services": [RETURNED]}, "the model of an environment"),
    (
        {"Objects": {"?": HEADER, "name": "quick", "services": [RETURNED]}, "Attributes": []},
        "the model of an environment",
    ),
]


@pytest.fixture
def catalog(tmp_path: Path) -> muranopl.Catalog:
    return muranopl.Catalog([write_library(tmp_path, "t", ["App"], CLASSES)])


@pytest.mark.parametrize(("model", "kind"), MODELS)
def test_it_is_rendered(model: dict[str, Any], kind: str, catalog: muranopl.Catalog) -> None:
    result = catalog.render(model)
    (told,) = result.diagnostics
    assert (told.code, told.severity.value) == ("MPL553", "info")
    assert f"this is {kind} as Murano's API returns it" in told.message
    assert result.model is not None
    rendered = result.model.get("Objects", result.model)
    assert (rendered["?"]["id"], rendered["name"]) == ("e1", "quick")
    (application,) = rendered["applications"]
    assert (application["port"], application["?"]["id"]) == (80, "one")
    assert set(application["?"]) == {"type", "id", "name", "metadata"}
    if "Objects" not in model:
        assert rendered["defaultNetworks"]["environment"]["name"] == "quick-network"


@pytest.mark.parametrize(("model", "kind"), MODELS)
def test_other_doors_take_it(model: dict[str, Any], kind: str, catalog: muranopl.Catalog) -> None:
    # The embedded core library has no body of the method
    for result in (catalog.deploy(model), catalog.export(model)):
        assert [item.code for item in result.diagnostics] == ["MPL581", "MPL553"] or [
            item.code for item in result.diagnostics
        ] == ["MPL553", "MPL581"]


@pytest.mark.parametrize(
    "model",
    [
        {"?": HEADER, "name": "quick", "applications": [APP], "services": []},
        {"?": {"type": "t.App", "id": "one"}, "port": 80, "services": []},
        {**RECORD, "services": "none"},
    ],
)
def test_others_are_told_as_before(model: dict[str, Any], catalog: muranopl.Catalog) -> None:
    codes = {item.code for item in catalog.render(model).diagnostics}
    assert codes
    assert "MPL553" not in codes


def test_services_may_be_null(catalog: muranopl.Catalog) -> None:
    result = catalog.render({**RECORD, "services": None})
    assert result.model is not None
    assert result.model["applications"] == []
