"""`muranopl render`, `check --model`, and what `explain` says of quirks: the command line of object models."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import Result

from muranopl.diagnostics.examples import files
from muranopl.diagnostics.formats import FORMATS
from muranopl.diagnostics.quirks import QUIRKS
from tests import command_line
from tests.material import write

PACKAGE = """\
=== Classes/Sample.yaml
Namespaces:
  =: example.app
Name: Sample
Properties:
  port:
    Contract: $.int().notNull()
  name:
    Contract: $.string()
    Default: Förde
  limit:
    Contract: $.int()
    Usage: Config
    Default: 1
"""
FORM = """\
=== Classes/App.yaml
Namespaces: {=: example.app, std: io.murano}
Name: App
Extends: std:Application
Properties:
  port:
    Contract: $.int().notNull().check($ > 0)
=== UI/ui.yaml
Version: 2.4
ParametersSource: ports
Application:
  ?: {type: example.app.App}
  port: $.main.port + int($offset)
Forms:
  - main:
      fields:
        - {name: port, type: integer, maxValue: 99}
"""
HEAD = {"?": {"type": "example.app.Sample", "id": "one"}}
RENDERED = {
    "?": {
        "type": "example.app.Sample/0.0.0@example.app",
        "id": "one",
        "name": None,
        "metadata": None,
    },
    "port": 80,
    "name": "Förde",
}
MODELS: dict[str, Any] = {
    "good.json": {**HEAD, "port": "80"},
    "bare.json": {"?": {"id": "one"}, "port": 80},
    "wrong.json": {**HEAD, "port": "http", "prot": 1},
    "differs.json": {**HEAD, "port": 80, "name": 2.5},
    "list.json": [],
    "answers.json": {"main": {"port": 80}},
    "refused.json": {"main": {"port": 100}},
    "negative.json": {"main": {"port": -1}},
    "parameters.json": {"offset": 8},
}

Invoke = Callable[..., Result]


@pytest.fixture
def invoke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Invoke]:
    """Run the command in a folder that holds a package, models, and a folder of class configs."""
    write(files(PACKAGE), tmp_path / "app")
    write(files(FORM), tmp_path / "form")
    for name, model in MODELS.items():
        (tmp_path / name).write_text(json.dumps(model))
    (tmp_path / "good.yaml").write_text(yaml.safe_dump(MODELS["good.json"]))
    for name, text in {
        "empty.json": "",
        "empty.yaml": "",
        "cut.json": '{"?": ',
        "two.yaml": "a: 1\n---\nb: 2\n",
    }.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / "example.app.Sample.json").write_text('{"limit": "many"}')
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)

    return command_line.run


STATUSES: list[tuple[str, int, str]] = [
    # command, exit status, part of standard error
    ("render good.json -L app", 0, ""),
    ("render good.yaml -L app -L app", 0, ""),
    ("render bare.json -L app --class example.app.Sample", 0, ""),
    ("render bare.json -L app --class example.app.Sample/0@example.app", 0, ""),
    ("render differs.json -L app", 0, "= more: muranopl explain MPL540"),
    ("render differs.json -L app --quirk string-conversion", 1, "MPL520"),
    ("render differs.json -L app --quirk engine", 1, "= contract: $.string()"),
    ("render bare.json -L app", 1, "MPL525"),
    ("render bare.json -L app --class example.app.Simple", 1, "MPL524"),
    (
        "render good.json",
        1,
        "= help: pass the package that contains it, or a folder of packages, with -L",
    ),
    ("render wrong.json -L app", 1, "Found 1 error, 1 warning in 1 object model."),
    ("render wrong.json -L app", 1, "= contract: $.int().notNull()"),
    ("render list.json -L app", 1, "MPL525"),
    ("render empty.json", 1, "MPL511"),
    ("render cut.json", 1, "MPL511"),
    ("render empty.yaml", 1, "MPL514"),
    ("render two.yaml", 1, "MPL514"),
    ("render good.json -L app --class-configs configs", 1, "MPL520"),
    ("render", 2, "Missing argument 'MODEL'"),
    ("render nothing.json", 2, 'the path "nothing.json" does not exist'),
    ("render app", 2, 'the path "app" is a folder'),
    ("render good.json -L nothing", 2, 'the path "nothing" does not exist'),
    ("render good.json -L app -o no/such/f", 2, 'the folder "no/such" does not exist'),
    ("render good.json -L app -o app", 2, "it is a folder"),
    ("render good.json -L app -o /dev/full", 2, "No space left"),
    ("render good.json -L app --class-configs nothing", 2, 'the path "nothing" does not exist'),
    (
        "render good.json -L app --class-configs good.json",
        2,
        'the path of class configs "good.json" is not a folder',
    ),
    (
        "render good.json -L app --quirk enginee",
        2,
        'there is no quirk "enginee"; did you mean "engine"?',
    ),
    (
        "render good.json -L app --quirk nothing",
        2,
        'there is no quirk "nothing"; the quirks are engine, ',
    ),
    ("render good.json -L app --format xml", 2, "'xml' is not one of"),
    ("render good.json -L app --diagnostics yaml", 2, "'yaml' is not one of"),
    ("render - -L -", 2, "standard input can be read only once"),
    ("check - --model -", 2, "standard input can be read only once"),
    ("check app --model nothing.json", 2, 'the path "nothing.json" does not exist'),
    ("check app --model app", 2, 'the path "app" is a folder'),
    (
        "check app --model good.json --stop-after read",
        2,
        "--model needs all phases: leave out --stop-after read",
    ),
    ("check app --class-configs configs", 2, "--class-configs needs --model"),
]


@pytest.mark.parametrize(("command", "status", "part"), STATUSES)
def test_status_and_standard_error(invoke: Invoke, command: str, status: int, part: str) -> None:
    result = invoke(*command.split())
    assert (result.exit_code, part in result.stderr) == (status, True), result.output
    assert (json.loads(result.stdout)["?"]["id"] == "one") if status == 0 else (result.stdout == "")


FORM_STATUSES: list[tuple[str, int, str]] = [
    # command, exit status, part of standard error
    ("render --form answers.json form", 0, "MPL548"),
    ("render --form answers.json form -L app --name shop --unrendered", 0, "MPL548"),
    ("render --form answers.json form --parameters parameters.json", 0, ""),
    ("render --form refused.json form", 1, "it accepts numbers up to 99 (maxValue)"),
    ("render --form negative.json form", 1, "= contract: $.int().notNull().check($ > 0)"),
    ("render --form empty.yaml form", 1, "the file is empty, but must contain the answers"),
    ("render --form answers.json app", 1, "package example.app has no UI definition"),
    ("render --form answers.json good.json", 2, "is not a package"),
    ("render --form answers.json nothing", 2, 'the path "nothing" does not exist'),
    ("render --form app form", 2, 'the path "app" is a folder'),
    ("render --form answers.json form --name a/b", 2, "name must be letters, digits, - and _"),
    (
        "render --form answers.json form --class example.app.App",
        2,
        "--class and --form cannot be combined",
    ),
    ("render --form - form --parameters -", 2, "standard input can be read only once"),
    (
        "render good.json -L app --unrendered",
        2,
        "--name, --parameters and --unrendered need --form",
    ),
]


@pytest.mark.parametrize(("command", "status", "part"), FORM_STATUSES)
def test_form(invoke: Invoke, command: str, status: int, part: str) -> None:
    result = invoke(*command.split())
    assert (result.exit_code, part in result.stderr) == (status, True), result.output
    if status:
        assert not result.stdout
        return
    model = json.loads(result.stdout)
    application = model if "--unrendered" in command else model["applications"][0]
    assert application["port"] == (88 if "--parameters" in command else 80)
    assert application["?"]["name"] == ("shop" if "--name" in command else "app")


def test_the_model_goes_where_and_as_it_is_wanted(invoke: Invoke) -> None:
    assert json.loads(invoke("render", "good.json", "-L", "app").stdout) == RENDERED
    result = invoke("render", "good.json", "-L", "app", "--format", "yaml")
    assert (yaml.safe_load(result.stdout), "Förde" in result.stdout) == (RENDERED, True)
    assert json.loads(invoke("render", "good.json", "-L", "app", "-o", "-").stdout) == RENDERED
    result = invoke("render", "good.json", "-L", "app", "-o", "out.json")
    assert (result.output, json.loads(Path("out.json").read_text())) == ("", RENDERED)
    invoke("render", "wrong.json", "-L", "app", "-o", "none.json")
    assert not Path("none.json").exists()


@pytest.mark.parametrize("name", ["good.json", "good.yaml"])
def test_a_model_from_standard_input(invoke: Invoke, name: str) -> None:
    result = invoke("render", "-", "-L", "app", input=Path(name).read_bytes())
    assert (json.loads(result.stdout), result.stderr) == (RENDERED, "")
    result = invoke("check", "app", "--model", "-", input=Path(name).read_bytes())
    assert result.stdout == "All checks passed: 1 package and 1 object model.\n"
    assert "-:1:" in invoke("render", "-", "-L", "app", input=b"[]").stderr


def test_diagnostics_have_all_formats(invoke: Invoke) -> None:
    for name in FORMATS:
        result = invoke("render", "wrong.json", "-L", "app", "--diagnostics", name)
        assert (result.exit_code, result.stdout, "MPL520" in result.stderr) == (1, "", True)
    report = json.loads(invoke("render", "wrong.json", "-L", "app", "--diagnostics", "json").stderr)
    refused = next(item for item in report["diagnostics"] if item["code"] == "MPL520")
    assert (refused["file"], refused["line"]) == ("wrong.json", 1)
    assert (refused["model_path"], refused["contract"]) == ("$.port", "$.int().notNull()")
    assert [related["file"] for related in refused["related"]] == ["Classes/Sample.yaml"]


def test_machines_get_a_report_without_diagnostics_too(invoke: Invoke) -> None:
    result = invoke("render", "good.json", "-L", "app", "--diagnostics", "json")
    assert json.loads(result.stderr)["diagnostics"] == []
    assert json.loads(result.stdout) == RENDERED


def test_models_are_checked_with_their_packages(invoke: Invoke) -> None:
    result = invoke("check", "app", "--model", "good.json")
    assert (result.exit_code, result.stdout) == (
        0,
        "All checks passed: 1 package and 1 object model.\n",
    )
    result = invoke(
        "check", "app", "--model", "good.json", "--model", "wrong.json", "-o", "sarif=report.sarif"
    )
    assert (result.exit_code, result.stdout.count("error[MPL520]")) == (1, 1)
    assert "in 1 package and 2 object models." in result.stdout
    results = json.loads(Path("report.sarif").read_text())["runs"][0]["results"]
    names = [item["locations"][0]["logicalLocations"][0]["fullyQualifiedName"] for item in results]
    assert sorted(names) == ["$.port", "$.prot"]
    assert invoke("check", "app", "--model", "wrong.json", "--ignore", "MPL520").exit_code == 0
    assert (
        invoke("check", "app", "--model", "good.json", "--class-configs", "configs").exit_code == 1
    )


def test_as_a_process(invoke: Invoke) -> None:
    command = [sys.executable, "-c", "from muranopl.interfaces.cli.start import main; main()"]
    with Path("wrong.json").open() as model:
        done = subprocess.run(
            [*command, "render", "-", "-L", "app"],
            stdin=model,
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stdout, "-:1:" in done.stderr) == (1, "", True)


def test_quirks_are_explained(invoke: Invoke) -> None:
    listed = invoke("explain", "quirks").stdout
    assert listed in invoke("explain").stdout
    assert listed == invoke("explain", "Engine").stdout
    for name, quirk in QUIRKS.items():
        assert f"\n  {name}\n" in listed
        page = invoke("explain", name.upper()).stdout
        flowing = " ".join(page.split())
        for part in (
            quirk.document,
            quirk.engine,
            quirk.warning,
            f"--quirk {name}, or --quirk engine",
        ):
            assert " ".join(part.split()) in flowing
        assert max(map(len, page.splitlines())) <= 120
    assert 'Did you mean "list-length"?' in invoke("explain", "list-lenght").stderr


def test_a_diagnostic_and_a_quirk_of_one_name_are_shown_together(invoke: Invoke) -> None:
    page = invoke("explain", "version-conflict").stdout
    assert page.startswith("error[MPL303]")
    assert "quirk version-conflict" in page
