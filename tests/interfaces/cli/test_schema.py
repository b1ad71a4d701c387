"""`muranopl schema` as its users run it."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from muranopl.diagnostics.examples import files
from tests import command_line
from tests.material import write

CLASS = """\
Namespaces:
  =: example.app
  m: io.murano.metadata
Name: Sample
Properties:
  port:
    Contract: $.int().check($ > 0 and $ mod 2 = 0)
  mode:
    Contract: $.string().notNull()
Methods:
  build:
    Usage: Static
    Scope: Public
    Meta:
      m:ModelBuilder:
        enabled: true
    Arguments:
      - model: {Contract: {}}
      - size: {Contract: $.int()}
  stop:
    Scope: Public
    Arguments:
      - force: {Contract: $.bool()}
"""
NEWER = CLASS.replace("port:", "gate:")
BROKEN = "Namespaces: {=: example.broken}\nName: Sample\nProperties:\n  p: {Contract: $.class(Nothing)}\n"
MANIFEST = """\
Format: MuranoPL/1.4
Type: Library
FullName: {name}
Name: Sample
Version: {version}
Classes: {{{name}.Sample: S.yaml}}
"""
PACKAGES = {
    "app": ("example.app", "0.5.0", CLASS),
    "newer": ("example.app", "1.0.0", NEWER),
    "broken": ("example.broken", "0.0.0", BROKEN),
    "odd": ("odd", "0.0.0", "Name: Sample\n"),
}

Invoke = Callable[..., Result]


@pytest.fixture
def invoke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Invoke:
    """Run the command in a folder that holds packages."""
    for folder, (name, version, text) in PACKAGES.items():
        manifest = MANIFEST.format(name=name, version=version)
        write(files(f"=== manifest.yaml\n{manifest}=== Classes/S.yaml\n{text}"), tmp_path / folder)
    monkeypatch.chdir(tmp_path)

    return functools.partial(command_line.run, "schema")


FAILURES: list[tuple[str, int, str]] = [
    # arguments, exit status, part of standard error
    ("example.app.Smaple -L app", 1, '(did you mean "example.app.Sample"?)'),
    ("example.app.Sample", 1, "pass packages with -L"),
    (
        "example.app.Sample -L newer --class-version =0",
        1,
        "not found in version =0, but in version 1.0.0 of example.app",
    ),
    ("example.app.Sample -L app --method nothing", 1, 'no model builder or action "nothing"'),
    (
        "example.app.Sample -L app --method stop --method nothing",
        1,
        'no model builder or action "nothing"',
    ),
    ("example.app.Sample -L app --package other", 1, "is not found in package other"),
    ("example.broken.Sample -L broken", 1, "MPL209"),
    ("--all out -L broken", 1, "example.broken.Sample"),
    ("", 2, "Pass either CLASS or --all DIR."),
    ("example.app.Sample --all out", 2, "Pass either CLASS or --all DIR."),
    ("--all out --method stop", 2, "--all cannot be combined with --method"),
    ("--all app/manifest.yaml", 2, "cannot be created"),
    ("example.app.Sample -L nowhere", 2, 'the path "nowhere" does not exist'),
    ("example.app.Sample -L app --class-version v1", 2, '"v1" is not a version specification'),
    ("example.app.Sample -L app --draft 07", 2, "'07' is not one of"),
    ("example.app.Sample -L app --indent -1", 2, "--indent"),
    ("example.app.Sample -L app -o no/such", 2, 'the folder "no" does not exist'),
]


@pytest.mark.parametrize(("command", "status", "part"), FAILURES)
def test_failures(invoke: Invoke, command: str, status: int, part: str) -> None:
    result = invoke(*command.split())
    assert (result.exit_code, part in result.stderr, result.stdout) == (status, True, ""), (
        result.output
    )


def made(result: Result) -> Any:
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_one_class(invoke: Invoke) -> None:
    schemas = made(invoke("example.app.Sample", "-L", "app"))
    assert list(schemas) == ["", "build"]
    assert schemas[""]["properties"]["mode"] == {"type": "string", "title": "mode"}
    newer = made(invoke("example.app.Sample", "-L", ".", "--class-version", "1"))
    assert newer[""]["properties"].keys() == {"gate", "mode"}
    assert made(invoke("example.app.Sample/1@example.app", "-L", ".")) == newer


def test_the_version(invoke: Invoke) -> None:
    newer = made(invoke("example.app.Sample", "-L", "newer"))
    both = ("example.app.Sample", "-L", ".")
    assert made(invoke(*both)) == made(invoke(*both, "--package", "example.app"))
    assert made(invoke(*both)) == newer
    older = made(invoke(*both, "--class-version", "=0"))
    assert older == made(invoke("example.app.Sample/0.5.0", "-L", "."))
    assert older[""]["properties"].keys() == {"port", "mode"}
    only_older = invoke("--all", "out", "-L", ".", "--class-version", "=0")
    assert (only_older.exit_code, "--class-version" in only_older.stderr) == (2, True)


def test_methods(invoke: Invoke) -> None:
    schemas = made(
        invoke("example.app.Sample", "-L", "app", "--method", "stop", "--method", "build")
    )
    assert {name: list(schema["properties"]) for name, schema in schemas.items()} == {
        "stop": ["force"],
        "build": ["size"],
    }


def test_ways_to_write(invoke: Invoke) -> None:
    line = invoke("example.app.Sample", "-L", "app", "--indent", "0").stdout
    assert line.count("\n") == 1
    assert "\n    " in invoke("example.app.Sample", "-L", "app", "--indent", "4").stdout
    assert invoke("example.app.Sample", "-L", "app", "--indent", "0", "-o", "out.json").stdout == ""
    assert Path("out.json").read_text(encoding="utf-8") == line


def test_drafts_and_what_no_schema_says(invoke: Invoke) -> None:
    old = made(invoke("example.app.Sample", "-L", "app"))[""]
    assert old["$schema"].endswith("draft-04/schema#")
    assert "x-untranslated" not in old
    new = made(invoke("example.app.Sample", "-L", "app", "--draft", "2020-12", "--untranslated"))
    assert new[""]["$schema"].endswith("2020-12/schema")
    assert new[""]["x-untranslated"] == [{"path": "port", "contract": "check($ mod 2 = 0)"}]
    assert "x-untranslated" not in new["build"]


def test_all_classes(invoke: Invoke) -> None:
    assert invoke("--all", "out", "-L", "app", "-L", "newer").exit_code == 0
    assert sorted(os.listdir("out")) == [
        "example.app.Sample-0.5.0.json",
        "example.app.Sample-1.0.0.json",
    ]
    assert invoke("--all", "core").exit_code == 0
    instance = json.loads(
        Path("core", "io.murano.resources.Instance.json").read_text(encoding="utf-8")
    )
    assert instance[""]["properties"]["flavor"]["type"] == "string"


def test_what_can_be_made_of_all_classes_is_made(invoke: Invoke) -> None:
    assert invoke("--all", "out", "-L", "broken", "-L", "app").exit_code == 1
    assert os.listdir("out") == ["example.app.Sample.json"]


def test_files_stay_in_the_folder(invoke: Invoke) -> None:
    odd = Path("odd", "manifest.yaml")
    odd.write_text(odd.read_text().replace("odd.Sample: S.yaml", '"../odd.Sample": S.yaml'))
    invoke("--all", "out", "-L", "odd")
    assert not list(Path().glob("*.json"))
