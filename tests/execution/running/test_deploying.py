"""Deployments without a cloud: what is done, in order, and what ends them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import muranopl
from muranopl.interfaces.cli.main import cli
from tests.manifests import write_library

CLASS = """
Namespaces: {{=: t, std: io.murano, sys: io.murano.system}}
Name: A
Properties:
  size: {{Contract: $.int().notNull()}}
  done: {{Contract: $.bool(), Usage: Out}}
Methods:
  deploy:
    Usage: Action
    Body:
{body}
"""
STACK = """
- $s: new(sys:HeatStack, name => stack, description => about)
- $s.updateTemplate({resources => {vm => {type => 'OS::Nova::Server', properties => {size => $.size}}}})
- $s.push()
- $s.updateTemplate({outputs => {id => {value => {get_resource => vm}}}})
- $s.push()
- logger(here).info('made {0}', $s.output().id)
- new(sys:StatusReporter, environment => $).report($, ready)
- $.done: true
"""


def package(folder: Path, body: str) -> Path:
    """Write a package with a class whose `deploy` has a body; return where it is."""
    lines = "\n".join(f"      {line}" for line in body.strip().splitlines())
    return write_library(folder, "t", ["A"], CLASS.format(body=lines))


MODEL: dict[str, Any] = {"?": {"type": "t.A", "id": "one"}, "size": 3}


def deployed(folder: Path, body: str, model: Any = None, **options: Any) -> muranopl.DeployResult:
    return muranopl.Catalog([package(folder, body)]).deploy(
        MODEL if model is None else model, **options
    )


def test_steps(tmp_path: Path) -> None:
    result = deployed(tmp_path, STACK)
    assert (result.ok, result.diagnostics) == (True, ())
    assert [event["event"] for event in result.events] == [
        "stack-pushed",
        "stack-pushed",
        "logged",
        "status-reported",
    ]
    first, second, line, report = result.events
    assert (first["action"], first["template"]["resources"]["vm"]["properties"]) == (
        "create",
        {"size": 3},
    )
    assert [item["path"] for item in second["changes"]] == ["$.outputs"]
    (placeholder,) = result.placeholders
    assert line["text"] == f"made {placeholder}"
    assert (report["object"], report["text"]) == ("one", "ready")
    assert result.model is not None
    assert result.model["Objects"]["done"] is True


def test_a_saved_model_is_the_next_one(tmp_path: Path) -> None:
    catalog = muranopl.Catalog(
        [package(tmp_path, "- $.setAttr(times, $.getAttr(times, 0) + 1)\n- $.done: true")]
    )
    first = catalog.deploy(MODEL)
    assert first.model is not None
    second = catalog.deploy(first.model)
    assert second.model is not None
    assert [item[-1] for item in second.model["Attributes"]] == [2]


@pytest.mark.parametrize(
    ("body", "model", "code", "line"),
    [
        pytest.param("- Throw: Broken", None, "MPL580", 11, id="thrown"),
        pytest.param("- $.size.nothing()", None, "MPL580", 11, id="unknown-method"),
        pytest.param("- $x: 1\n- new(sys:NetworkExplorer)", None, "MPL580", 12, id="native"),
        pytest.param("- Return: 1", {**MODEL, "size": "x"}, "MPL520", 6, id="refused"),
        pytest.param("- Return: 1", {"?": {"type": "t.B", "id": "one"}}, None, None, id="no-class"),
        pytest.param(
            "- Return: 1", {"Objects": {**MODEL, "size": None}}, "MPL520", None, id="whole-model"
        ),
        pytest.param("- Return: 1", [1, 2], "MPL525", 1, id="no-mapping"),
    ],
)
def test_failures(
    body: str, model: Any, code: str | None, line: int | None, tmp_path: Path
) -> None:
    result = deployed(tmp_path, body, model)
    assert not result.ok
    assert len(result.diagnostics) == 1
    assert code in {None, result.diagnostics[0].code}
    assert line in {None, result.diagnostics[0].line}


@pytest.mark.parametrize(
    ("method", "problem"), [("deplyo", "no such method"), ("helper", "it is not public")]
)
def test_a_method_that_cannot_be_called_is_told_as_calls_tell_it(
    tmp_path: Path, method: str, problem: str
) -> None:
    catalog = muranopl.Catalog([package(tmp_path, "- Return: 1")])
    path = tmp_path / "Classes" / "A.yaml"
    path.write_text(path.read_text() + "  helper:\n    Body: []\n")
    (result,) = catalog.deploy(MODEL, method=method).diagnostics
    assert result.code == "MPL582"
    assert problem in result.message


def test_ids_of_an_earlier_deployment_are_not_made_again(tmp_path: Path) -> None:
    declared = "  held: {Contract: [$.class(A)], Usage: Out}\n  size:"
    folder = package(tmp_path, "- $.held: $.held.append(new(A, $, size => 1))\n- $.done: true")
    path = folder / "Classes" / "A.yaml"
    path.write_text(path.read_text().replace("  size:", declared, 1))
    catalog, model = muranopl.Catalog([folder]), dict(MODEL)
    for _ in range(3):
        result = catalog.deploy(model)
        assert result.diagnostics == ()
        assert result.model is not None
        model = result.model
    ids = [item["?"]["id"] for item in model["Objects"]["held"]]
    assert len(set(ids)) == 3


def test_what_is_left_is_deleted_with_its_objects(tmp_path: Path) -> None:
    catalog = muranopl.Catalog([package(tmp_path, STACK)])
    path = tmp_path / "Classes" / "A.yaml"
    path.write_text(
        path.read_text() + "  destroy:\n    Body: new(sys:HeatStack, name => stack).delete()\n"
    )
    first = catalog.deploy(MODEL)
    assert first.model is not None
    assert list(first.stacks) == ["stack"]
    gone = {
        "Objects": None,
        "ObjectsCopy": first.model["Objects"],
        "Attributes": first.model["Attributes"],
    }
    cloud = {"stacks": {name: {"template": template} for name, template in first.stacks.items()}}
    second = catalog.deploy(gone, cloud=cloud)
    assert (second.diagnostics, second.stacks) == ((), {})
    assert [(event["event"], event["action"]) for event in second.events] == [
        ("stack-pushed", "delete")
    ]


def test_what_was_done_before_a_failure_is_kept(tmp_path: Path) -> None:
    result = deployed(
        tmp_path, "- logger(x).info(begun)\n- $.done: true\n- Throw: Broken\n  Message: why"
    )
    assert [event["text"] for event in result.events] == ["begun"]
    assert result.model is not None
    assert result.model["Objects"]["done"] is True
    assert "why" in result.diagnostics[0].message


def test_a_reported_error_fails_it(tmp_path: Path) -> None:
    result = deployed(tmp_path, "- new(sys:StatusReporter, environment => $).report_error($, bad)")
    assert result.failed
    assert result.diagnostics == ()


def test_a_wrong_cloud_file(tmp_path: Path) -> None:
    result = deployed(tmp_path, STACK, cloud={"stacks": {"*": {"fail": 3}}})
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["MPL122"]
    assert result.events == ()


def test_the_cloud_file_decides(tmp_path: Path) -> None:
    result = deployed(tmp_path, STACK, cloud={"stacks": {"st*": {"fail": "no host"}}})
    assert [event.get("failure") for event in result.events] == ["no host"]
    assert "Unexpected stack state CREATE_FAILED: no host" in result.diagnostics[0].message


def test_command(tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    folder, model = package(tmp_path / "package", STACK), tmp_path / "model.json"
    model.write_text(json.dumps(MODEL))
    command = ["deploy", "--dry-run", str(model), "-L", str(folder)]
    result = CliRunner().invoke(cli, command)
    assert result.exit_code == 0, result.output
    for expected in (
        "    0.0s  stack stack: create\n          resources:\n            vm:\n",
        "          +outputs:\n          +  id:\n",
        "    0.0s  log here info: made 00000000-",
        "    0.0s  report of one: ready\n",
        "  vm of stack stack\n",
        "The deployment would succeed: 2 stack updates, 1 report, 1 log line.\n",
    ):
        assert expected in result.stdout
    match = json.loads(CliRunner().invoke(cli, [*command, "--format", "json"]).stdout)
    assert (match["failed"], len(match["events"])) == (False, 4)
    assert CliRunner().invoke(cli, command[:1] + command[2:]).exit_code == 2


def test_a_deployment_that_does_nothing(tmp_path: Path) -> None:
    (tmp_path / "model.json").write_text(json.dumps(MODEL))
    words = [
        "deploy",
        "--dry-run",
        str(tmp_path / "model.json"),
        "-L",
        str(package(tmp_path, "- $.done: true")),
    ]
    assert CliRunner().invoke(cli, words).stdout == "The deployment would succeed: no steps.\n"
