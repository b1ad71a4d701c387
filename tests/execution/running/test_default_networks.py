"""The networks that the reference API adds to an environment: from a form to a deployment without editing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import muranopl
from muranopl.interfaces.cli.main import cli
from tests.core_library import with_bodies
from tests.project import EXAMPLES

MORE = {
    # What the examples ask of the core library at a deployment.
    ("io.murano.Environment", "deploy"): """\
- For: application
  In: $.applications
  Do:
    - $application.deploy()
""",
    ("io.murano.resources.Instance", "deploy"): """\
- $.ipAddresses: [10.0.7.5]
- $.floatingIpAddress: 172.24.4.10
""",
}
ENVIRONMENT = {"type": "io.murano.Environment", "id": "e"}
OWN = {"?": {"type": "io.murano.resources.NeutronNetwork"}, "name": "own"}
NONE = {"environment": None, "flat": None}
ADDED = ("io.murano.resources.NeutronNetwork/0.0.0@io.murano", "demo-network")


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A core library in which environments and instances can be deployed."""
    folder = tmp_path_factory.mktemp("core")
    assert with_bodies(folder, MORE) == []
    return folder / "io.murano"


@pytest.fixture(scope="module")
def catalog(core: Path) -> muranopl.Catalog:
    return muranopl.Catalog([], core_library=core)


def run(*arguments: object) -> str:
    """Run a command that has to succeed, and return its standard output."""
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def deployed(model: Path, core: Path, *libraries: Path) -> dict[str, Any]:
    options = [item for path in libraries for item in ("-L", path)]
    steps = ["deploy", "--dry-run", model, *options, "--core-library", core]
    result: dict[str, Any] = json.loads(run(*steps, "--format", "json"))
    return result


APPLICATIONS = sorted(file.parent for file in EXAMPLES.glob("*/UI"))
ANSWERS: dict[str, Any] = {
    "hello": {"machine": {"flavor": "m1.small", "image": "ubuntu-22.04"}},
    "forms": {"shop": {"name": "Books"}},
}


@pytest.mark.parametrize("package", APPLICATIONS, ids=lambda path: path.name)
def test_a_form_is_rendered_and_deployed(package: Path, core: Path, tmp_path: Path) -> None:
    answers, model = tmp_path / "answers.json", tmp_path / "model.json"
    answers.write_text(json.dumps(ANSWERS[package.name]))
    model.write_text(run("render", "--form", answers, package))
    for _ in range(2):  # the saved model as well
        result = deployed(model, core, package)
        assert not result["failed"]
        model.write_text(json.dumps(result["model"]))


def test_the_example_is_deployed_as_it_is_and_rendered(core: Path, tmp_path: Path) -> None:
    example, rendered = EXAMPLES / "hello-environment.json", tmp_path / "rendered.json"
    rendered.write_text(run("render", example, "-L", EXAMPLES / "hello"))
    for model in (example, rendered):
        events = deployed(model, core, EXAMPLES / "hello")["events"]
        assert events[-1]["text"].endswith("is shown at http://172.24.4.10:8081")


@pytest.mark.parametrize(
    ("given", "environment", "flat"),
    [
        pytest.param({}, ADDED, None, id="missing"),
        pytest.param({"defaultNetworks": None}, ADDED, None, id="null"),
        pytest.param({"defaultNetworks": {}}, ADDED, None, id="empty"),
        pytest.param({"defaultNetworks": NONE}, None, None, id="none-wanted"),
        pytest.param({"defaultNetworks": {"flat": OWN}}, None, (ADDED[0], "own"), id="given"),
        pytest.param({"name": 5}, (ADDED[0], "5-network"), None, id="number"),
        pytest.param(
            {"?": {**ENVIRONMENT, "type": "io.murano.Environment/0@io.murano"}},
            ADDED,
            None,
            id="version",
        ),
    ],
)
@pytest.mark.parametrize("saved", [False, True], ids=["alone", "in-Objects"])
def test_an_environment_gets_networks_when_it_is_created(
    given: dict[str, Any], environment: Any, flat: Any, saved: bool, catalog: muranopl.Catalog
) -> None:
    model = {"?": ENVIRONMENT, "name": "demo", **given}
    result = catalog.deploy({"Objects": model} if saved else model)
    assert result.ok, result.diagnostics
    assert result.model is not None
    networks = result.model["Objects"]["defaultNetworks"]
    assert (shown(networks["environment"]), shown(networks["flat"])) == (environment, flat)


def shown(network: dict[str, Any] | None) -> tuple[str, str] | None:
    """The class and the name of a network."""
    return None if network is None else (network["?"]["type"], network["name"])


@pytest.mark.parametrize(
    ("model", "codes"),
    [
        ({"?": ENVIRONMENT}, ["MPL520"]),
        ({"?": {"type": 5}, "name": "demo"}, ["MPL525"]),
        ({"Objects": None}, []),
        ({"Objects": []}, ["MPL580"]),
    ],
)
def test_a_bad_environment_is_reported_as_before(
    model: dict[str, Any], codes: list[str], catalog: muranopl.Catalog
) -> None:
    result = catalog.deploy(model)
    assert [diagnostic.code for diagnostic in result.diagnostics] == codes
