"""Single files: `check - --stdin-filename FILE`, as an editor has it, and `check --of-files FILE...`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result

import muranopl
from muranopl.diagnostics.examples import files
from tests import command_line
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: app
Name: App
Classes: {app.A: A.yaml, app.B: B.yaml}
=== Classes/A.yaml
Namespaces: {=: app}
Name: A
Extends: B
Methods:
  go:
    Body:
      - Return: $.port
=== Classes/B.yaml
Namespaces: {=: app}
Name: B
Properties:
  port: {Contract: $.int()}
"""
EDITED = "Namespaces: {=: app}\nName: B\nProperties:\n  prot: {Contract: $.itn()}\n"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(files(PACKAGE), tmp_path / "app")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "app"


def check(name: str, text: str, *words: str) -> Result:
    command = ["check", "-", "--stdin-filename", name, *words]
    return command_line.run(*command, input=text)


def test_the_text_takes_the_place_of_the_file(package: Path) -> None:
    result = check("app/Classes/B.yaml", EDITED, "--format", "json")
    report = json.loads(result.stdout)
    assert [(item["code"], item["path"], item["line"]) for item in report["diagnostics"]] == [
        ("MPL163", "app/Classes/B.yaml", 4)
    ]
    assert result.exit_code == 1
    # The file itself is as it was, also for the cache
    assert command_line.run("check", "app").exit_code == 0
    assert check("app/Classes/B.yaml", EDITED).exit_code == 1


def test_other_files_are_read_and_not_reported(package: Path) -> None:
    renamed = "Namespaces: {=: app}\nName: B\nProperties:\n  prot: {Contract: $.int()}\n"
    assert "All checks passed" in check("app/Classes/B.yaml", renamed).stdout
    calling = (package / "Classes/A.yaml").read_text().replace("$.port", "$.prot")
    assert "MPL652" in check("app/Classes/A.yaml", calling).stdout


def test_a_file_that_is_new(package: Path) -> None:
    result = check("app/Classes/New.yaml", "Name: [")
    assert "app/Classes/New.yaml" in result.stdout or result.exit_code == 0


def test_paths_below_the_current_folder(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(package / "Classes")
    result = check("B.yaml", EDITED, "--format", "concise")
    assert result.stdout.count("MPL163") == 1


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["check", "-"], "or the text of one of its files with --stdin-filename FILE"),
        (["check", "-", "--stdin-filename", "x.yaml"], "is not in a package"),
        (
            ["check", "app", "--stdin-filename", "app/x.yaml"],
            "--stdin-filename needs - as the only PATH",
        ),
        (
            ["check", "-", "app", "--stdin-filename", "app/x"],
            "--stdin-filename needs - as the only PATH",
        ),
    ],
)
def test_wrong_usage(package: Path, words: list[str], problem: str) -> None:
    result = command_line.run(*words, input="")
    assert (result.exit_code, problem in result.stderr) == (2, True), result.stderr


def test_streams_of_the_library(package: Path) -> None:
    streams = {str(package / "Classes" / "B.yaml"): EDITED.encode()}
    catalog = muranopl.Catalog(package, streams=streams)
    codes = {item.code for item in catalog.check().diagnostics}
    assert codes == {"MPL163", "MPL652"}
    assert not muranopl.Catalog(package).check().diagnostics


@pytest.mark.parametrize(
    ("named", "packages"),
    [
        (["app/Classes/A.yaml", "app/manifest.yaml", "other.txt"], "1 package"),
        (["app/Classes/A.yaml", "lib/Classes/gone.yaml"], "2 packages"),
    ],
)
def test_packages_of_files_are_checked(package: Path, named: list[str], packages: str) -> None:
    manifest = "Format: 1.4\nType: Library\nFullName: lib\nClasses: {}\n"
    write(files(f"=== manifest.yaml\n{manifest}"), package.parent / "lib")
    result = command_line.run("check", "--of-files", *named)
    assert (result.exit_code, result.output) == (0, f"All checks passed: {packages}.\n")


def test_files_of_the_current_package(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(package / "Classes")
    (package / "Classes" / "B.yaml").write_text(EDITED)
    result = command_line.run("check", "--of-files", "A.yaml")
    assert (result.exit_code, "MPL163" in result.output) == (1, True)


def test_files_of_no_package(package: Path) -> None:
    result = command_line.run("check", "--of-files", "README.md", "x/y.yaml")
    assert (result.exit_code, result.output) == (0, "")
    result = command_line.run("check", "--of-files", "-")
    assert (result.exit_code, "not standard input" in result.output) == (2, True)
