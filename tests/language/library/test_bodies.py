"""The bodies of the embedded core library: there for each constructor, right beside the declarations, and run."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
import yaml

import muranopl
from muranopl.language import library
from tests.core_library import CONSTRUCTOR, HERE, PACKAGES, bodies, with_bodies


def test_bodies_are_right_where_they_belong(tmp_path: Path) -> None:
    assert with_bodies(tmp_path) == []
    report = muranopl.Catalog([str(tmp_path / package) for package in PACKAGES]).check()
    assert [
        (diagnostic.file, diagnostic.code, diagnostic.message) for diagnostic in report.diagnostics
    ] == []


def test_each_constructor_has_one() -> None:
    result = set()
    for package in PACKAGES:
        for file in (HERE / package / "Classes").rglob("*.yaml"):
            for document in yaml.safe_load_all(
                file.read_text(encoding="utf-8").replace("  =:", "  own:")
            ):
                if "initialize" in (document.get("Methods") or {}):
                    own = (document.get("Namespaces") or {}).get("own", "")
                    result.add(
                        document["Name"] if "." in document["Name"] else f"{own}.{document['Name']}"
                    )
    assert {name for name in result if name not in library.PYTHON_CLASSES} == {
        class_ for class_, method in bodies() if method == CONSTRUCTOR
    }


PACKAGE = {
    "manifest.yaml": """
        Format: '1.4'
        Type: Application
        FullName: example.app
        Name: app
        Classes: {example.app.App: App.yaml}
        """,
    "Classes/App.yaml": """
        Namespaces: {=: example.app, std: io.murano, res: io.murano.resources}
        Name: App
        Extends: std:Application
        Properties:
          server: {Contract: $.class(res:Instance)}
        """,
}


def render(folder: Path, model: dict[str, Any]) -> muranopl.RenderResult:
    for path, text in PACKAGE.items():
        file = folder / path
        file.parent.mkdir(exist_ok=True)
        file.write_text(dedent(text), encoding="utf-8")
    return muranopl.Catalog([folder]).render(model)


SERVER = {
    "?": {"type": "io.murano.resources.LinuxInstance", "id": "vm"},
    "name": "vm",
    "flavor": "small",
}
REGION = {"?": {"type": "io.murano.CloudRegion", "id": "r"}, "name": "r"}


def environment(*applications: Any, **properties: Any) -> dict[str, Any]:
    header = {"type": "io.murano.Environment", "id": "environment"}
    return {"?": header, "name": "test", "applications": list(applications), **properties}


@pytest.mark.parametrize(
    ("network", "other"),
    [("NeutronNetwork", {"name": "net"}), ("ExistingNeutronNetwork", {}), ("NovaNetwork", {})],
)
def test_an_environment_gets_a_region_with_its_networks(
    tmp_path: Path, network: str, other: dict[str, Any]
) -> None:
    template = {"?": {"type": f"io.murano.resources.{network}"}, **other}
    model = environment(defaultNetworks={"environment": template, "flat": None})
    result = render(tmp_path, model)
    assert (result.diagnostics, result.model is None) == ((), False)
    assert result.model is not None
    region = result.model["regions"][""]
    assert (region["name"], result.model["region"]) == ("", "")
    assert region["defaultNetworks"]["environment"]["regionName"] == ""
    assert (
        region["defaultNetworks"]["environment"]["?"]["type"]
        == f"io.murano.resources.{network}/0.0.0@io.murano"
    )


def test_regions_that_are_there_stay_and_are_constructed(tmp_path: Path) -> None:
    app = {"?": {"type": "example.app.App", "id": "app"}, "server": SERVER}
    result = render(tmp_path, environment(app, regions={"r": REGION}, region="r"))
    assert result.model is not None
    assert {name: value["?"]["id"] == "r" for name, value in result.model["regions"].items()} == {
        "r": True,
        "": False,
    }
    assert result.model["region"] == "r"


@pytest.mark.parametrize(
    "model",
    [
        SERVER,
        REGION,
        {"?": {"type": "io.murano.SharedIp", "id": "ip"}},
        {"?": {"type": "io.murano.SharedIpRange", "id": "ip"}, "cidr": "10.0.0.0/24"},
    ],
    ids=lambda item: item["?"]["type"],
)
def test_what_needs_an_environment_is_refused_without_one(
    tmp_path: Path, model: dict[str, Any]
) -> None:
    result = render(tmp_path, model)
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["MPL551"]
    assert "Required value is missing" in result.diagnostics[0].message


INSTANCE = {
    "?": {"type": "io.murano.resources.LinuxMuranoInstance", "id": "vm"},
    "name": "one",
    "flavor": "small",
    "image": "some",
}


def test_an_instance_outside_of_an_environment_is_told_where_it_has_to_be() -> None:
    catalog = muranopl.Catalog([])
    told = {
        "MPL551": catalog.render(INSTANCE).diagnostics,
        "MPL580": catalog.deploy(INSTANCE).diagnostics,
    }
    for code, diagnostics in told.items():
        assert [(diagnostic.code, diagnostic.suggestion) for diagnostic in diagnostics] == [
            (
                code,
                "put the object io.murano.resources.LinuxMuranoInstance (vm) into an io.murano.Environment, "
                "or into an application of one",
            )
        ]


def test_nothing_of_the_kind_is_said_of_an_application_that_fails_by_itself(tmp_path: Path) -> None:
    manifest = (
        "Format: MuranoPL/1.4\nType: Application\nFullName: my\nClasses: {my.App: App.yaml}\n"
    )
    class_ = (
        "Namespaces: {=: my}\nName: App\nMethods:\n  initialize:\n    Body:\n      - Throw: Bad\n"
    )
    (tmp_path / "Classes").mkdir()
    (tmp_path / "manifest.yaml").write_text(manifest)
    (tmp_path / "Classes" / "App.yaml").write_text(class_)
    (result,) = (
        muranopl.Catalog([tmp_path]).render({"?": {"type": "my.App", "id": "one"}}).diagnostics
    )
    assert (result.code, result.suggestion) == (
        "MPL551",
        "correct the cause, or handle the exception with Try and Catch",
    )
