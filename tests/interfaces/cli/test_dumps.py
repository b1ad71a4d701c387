"""What `check --dump-phase` and `graph` show: the packages of PATH, or what is named."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import Result

import muranopl
from muranopl.diagnostics.examples import files
from tests import command_line
from tests.material import write

PACKAGES = """\
=== lib/manifest.yaml
Format: 1.4
Type: Library
FullName: example.lib
Classes:
  example.lib.Base: Base.yaml
  example.lib.tools.Saw: Base.yaml
=== lib/Classes/Base.yaml
Namespaces:
  =: example.lib
Name: Base
Properties:
  size:
    Contract: $.int()
Methods:
  go:
---
Namespaces:
  =: example.lib.tools
Name: Saw
=== app/manifest.yaml
Format: 1.4
Type: Library
FullName: example.app
Require:
  example.lib:
Classes:
  example.app.Sample: Sample.yaml
  example.app.Saw: Sample.yaml
  example.app.Lost: Lost.yaml
=== app/Classes/Sample.yaml
Namespaces:
  =: example.app
  lib: example.lib
Name: Sample
Extends: lib:Base
---
Name: Saw
=== app/Classes/Lost.yaml
Name: [
"""
OWN = {"example.app.Sample", "example.app.Saw"}
BASE, LIB_SAW, ROOT = "example.lib.Base", "example.lib.tools.Saw", "io.murano.Object"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Result]:
    write(files(PACKAGES), tmp_path)
    monkeypatch.chdir(tmp_path)
    return lambda line: command_line.run(*line.split())


def shown(result: Any, phase: str) -> set[str]:
    """The classes that the dump of a phase is about."""
    if phase == "read":
        classes = [
            item
            for package in result["packages"]
            for unit in package["units"]
            for item in unit["classes"]
        ]
        return {
            f"{class_['namespaces'].get('=', {}).get('namespace', '')}.{class_['name']}".lstrip(".")
            for class_ in classes
        }
    if phase == "namespace":
        return {name for package in result["packages"] for name in package["classes"]}
    if phase == "inherit":
        assert {task["task"].split()[1] for task in result["tasks"]} == result["types"].keys()
    return {name.partition("/")[0] for name in result["types"]}


CHOICES: dict[str, set[str]] = {
    "": OWN,
    "--class Sample": {"example.app.Sample"},
    "--class app.Sample": {"example.app.Sample"},
    "--class example.app.Sample/0.0.0": {"example.app.Sample"},
    "--class Sample --class Base": {"example.app.Sample", BASE},
    "--class io.murano.Object": {ROOT},
    "--class tools.Saw": {LIB_SAW},
    "--class Saw --package app": {"example.app.Saw"},
    "--package example.lib": {BASE, LIB_SAW},
    "--package lib --package app": {*OWN, BASE, LIB_SAW},
    "--package lib --class Saw": {LIB_SAW},
    "--all --class Sample": {"example.app.Sample"},
}


@pytest.mark.parametrize("phase", ["read", "namespace", "hierarchy", "inherit", "render"])
@pytest.mark.parametrize("options", CHOICES)
def test_a_dump_has_the_classes_of_the_checked_packages_or_those_named(
    run: Callable[[str], Result], phase: str, options: str
) -> None:
    for format_ in ("yaml", "json"):
        result = run(
            f"check app -L lib --no-cache --dump-phase {phase} --dump-format {format_} {options}"
        )
        assert result.exit_code == 1  # one file is broken
        read = json.loads if format_ == "json" else yaml.safe_load
        assert shown(read(result.stdout), phase) == CHOICES[options]


def test_all_leaves_nothing_out(run: Callable[[str], Result]) -> None:
    result = run("check app -L lib --no-cache --dump-phase all --dump-format json --all")
    for dump in json.loads(result.stdout):
        classes = shown(dump, dump["phase"])
        assert {*OWN, BASE, LIB_SAW} <= classes
        assert "io.murano.resources.Instance" in classes or dump["phase"] == "read"


@pytest.mark.parametrize(
    "command",
    ["check app -L lib --no-cache --dump-phase 3 --dump-format", "graph app -L lib --format"],
)
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", {*OWN, BASE, ROOT}),
        ("--class Sample", {"example.app.Sample", BASE, ROOT}),
        ("--package example.lib", {BASE, LIB_SAW, ROOT}),
        ("--class Object", {ROOT}),
    ],
)
def test_pictures_have_what_the_classes_inherit_from_too(
    run: Callable[[str], Result], command: str, options: str, expected: set[str]
) -> None:
    for format_, pattern in {"dot": r'"(\S+)/0.0.0" \[', "mermaid": r'"(\S+)/0.0.0"'}.items():
        assert set(re.findall(pattern, run(f"{command} {format_} {options}").stdout)) == expected
    assert len(run(f"{command} dot --all").stdout.splitlines()) > 100


def test_the_graph_has_the_same_choice(run: Callable[[str], Result]) -> None:
    data = yaml.safe_load(run("graph app -L lib --class Sample").stdout)
    assert [part["name"] for part in data["classes"]] == ["example.app.Sample", BASE, ROOT]
    assert [part["name"] for part in data["packages"]] == ["example.app"]


REFUSED = {
    "check app --class Sample": "--class and --package choose the contents of a dump",
    "check app --package lib": "--class and --package choose the contents of a dump",
    "check app -L lib --dump-phase 3 --class Saw": "matches several classes: example.app.Saw, example.lib.tools.Saw",
    "check app -L lib --dump-phase 1 --class sample": 'class "sample" is not found; did you mean "example.app.S',
    "check app -L lib --dump-phase 1 --class Bse": 'did you mean "example.lib.Base"?',
    "check app -L lib --dump-phase 1 --class Quite --package app": "classes are example.app.Lost, example.app.Sample",
    "check app -L lib --dump-phase 1 --class ample": 'class "ample" is not found',
    "check app -L lib --dump-phase 1 --package example.lab": 'package "example.lab" is not found; did you mean',
    "graph app -L lib --class Saw": "matches several classes",
}


@pytest.mark.parametrize("line", REFUSED)
def test_a_name_that_nothing_has_is_wrong_usage(run: Callable[[str], Result], line: str) -> None:
    result = run(line)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert REFUSED[line] in result.stderr
    # The diagnostics, which may say why
    assert ("MPL" in result.stderr) == ("-L" in line)


def test_a_class_whose_file_is_broken_is_no_unknown_one(run: Callable[[str], Result]) -> None:
    result = run("check app -L lib --dump-phase namespace --class Lost")
    assert result.exit_code == 1
    assert yaml.safe_load(result.stdout)["packages"][0]["classes"] == {}


def test_the_library_has_the_same_choice(run: Callable[[str], Result]) -> None:
    report = muranopl.validate("app", libraries="lib")
    for phase in muranopl.Phase:
        for options, classes in CHOICES.items():
            words = options.split()
            named = {
                kind: [word for flag, word in itertools.pairwise(words) if flag == f"--{kind}"]
                for kind in ("class", "package")
            }
            dump = report.dump(
                phase,
                classes=named["class"],
                packages=named["package"],
                everything="--all" in words,
            )
            assert shown(dump, phase.value) == classes
    assert report.dump(3, classes="Sample")["types"].keys() == {"example.app.Sample/0.0.0"}
    assert report.graph_data(packages="example.lib")["classes"][0]["name"] == BASE
    with pytest.raises(muranopl.UsageError, match='did you mean "example'):
        report.dump(3, classes=["Sampel"])
    with pytest.raises(muranopl.UsageError, match="classes must be a name"):
        report.dot(classes=3)
