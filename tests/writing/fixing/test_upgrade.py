"""Upgrades: what packages of old formats and of the first edition become."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import muranopl
from muranopl.interfaces.cli.main import cli

MANIFEST = """\
Format: 1.0  # old
Type: Application
FullName: example.old
Name: "Old"
Description: An old one
Classes: {example.old.App: App.yaml}
"""
CLASS = """\
Namespaces: {=: example.old, std: io.murano}
Name: App
Extends: std:Application
Properties:
  x: {Contract: [$], Usage: InOut}
Workflow:  # what it does
  deploy:
    Usage: Action
    Arguments:
      a:
        Contract: $.int()
      # the second
      b: {Contract: $.string()}
    Body:
      - $.super($.deploy())
      - $.x.append(): $a
      - $.x.append(): 'it''s'   # a text
      - $.x.insert(1): "a: b"
      - $.x.append():
          a: 1
          b: [1, $a, $b]
      - Return: !yaql "$.x.len()"
  one:
    Arguments: {a: {Contract: $.int()}}
    Body:
      Return: $a
  two:
    Arguments: {a: {Contract: $.int()}, b: {Contract: $.int()}}
    Body: {Return: $a + $b}
  three:
    Arguments:
      - a: {Contract: $.int()}
        b: {Contract: $.int()}
    Body: {Return: $a + $b}
"""
DEFINITION = """\
Version: '2'
Application:
  ?: {type: example.old.App}
  x: [$.page.value]
Forms:
  - page:
      fields:
        - {name: value, type: string, label: Value}
"""
UPGRADED_CLASS = """\
Namespaces: {=: example.old, std: io.murano}
Name: App
Extends: std:Application
Properties:
  x: {Contract: [$], Usage: InOut}
Methods:  # what it does
  deploy:
    Scope: Public
    Arguments:
      - a:
          Contract: $.int()
        # the second
      - b: {Contract: $.string()}
    Body:
      - super($, $.deploy())
      - $.x: $.x.append($a)
      - $.x: $.x.append('it\\'s')   # a text
      - $added18: "a: b"
      - $.x: $.x.insert(1, $added18)
      - $added19:
          a: 1
          b: [1, $a, $b]
      - $.x: $.x.append($added19)
      - Return: !yaql "$.x.len()"
  one:
    Arguments: [{a: {Contract: $.int()}}]
    Body:
      Return: $a
  two:
    Arguments: [{a: {Contract: $.int()}}, {b: {Contract: $.int()}}]
    Body: {Return: $a + $b}
  three:
    Arguments:
      - a: {Contract: $.int()}
      - b: {Contract: $.int()}
    Body: {Return: $a + $b}
"""
OLD = {"manifest.yaml": MANIFEST, "Classes/App.yaml": CLASS, "UI/ui.yaml": DEFINITION}


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    # CRLF stays, as all that no edit is about
    return package(
        tmp_path / "old", {path: text.replace("\n", "\r\n") for path, text in OLD.items()}
    )


def package(folder: Path, texts: dict[str, str]) -> Path:
    for path, text in texts.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    return folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["upgrade", "old", *arguments])


def test_a_package_of_the_first_edition(old: Path) -> None:
    shown = run("--diff")
    assert (shown.exit_code, shown.stderr) == (1, "Would make 13 changes in 3 files.\n")
    assert "-Workflow:  # what it does\n+Methods:  # what it does" in shown.stdout
    assert (old / "manifest.yaml").read_bytes().startswith(b"Format: 1.0  # old\r\n")
    done = run("--to", "1.4")
    assert (done.exit_code, done.stderr) == (0, "Made 13 changes in 3 files.\n")
    texts = {path: (old / path).read_bytes().decode() for path in OLD}
    assert texts == {
        "manifest.yaml": MANIFEST.replace("1.0", "1.4").replace("\n", "\r\n"),
        "Classes/App.yaml": UPGRADED_CLASS.replace("\n", "\r\n"),
        "UI/ui.yaml": DEFINITION.replace("'2'", "'2.4'").replace("\n", "\r\n"),
    }
    again = run()
    assert (again.exit_code, again.stderr) == (0, "Nothing to upgrade.\n")
    assert not [
        item for item in muranopl.Catalog(old).check().diagnostics if item.severity.value == "error"
    ]


FORMATS = {
    "": "Format: MuranoPL/1.4\n",
    "Format: 1.3\n": "Format: 1.4\n",
    "Format: '1.3'\n": "Format: '1.4'\n",
    "Format: MuranoPL/1.2  # two\n": "Format: MuranoPL/1.4  # two\n",
    "Format: MuranoPL/1.4.0\n": "Format: MuranoPL/1.4.0\n",
    "Format: Heat.HOT/1.0\n": "Format: Heat.HOT/1.0\n",
    "Format: 1.5\n": "Format: 1.5\n",
    "Format: Cloudify.TOSCA/1.0\n": "Format: Cloudify.TOSCA/1.0\n",
    "Format: ''\n": "Format: MuranoPL/1.4\n",
}


@pytest.mark.parametrize("before", FORMATS)
def test_the_format_keeps_its_notation(before: str, tmp_path: Path) -> None:
    rest = MANIFEST.partition("\n")[2].replace("{example.old.App: App.yaml}", "{}")
    package(tmp_path, {"manifest.yaml": before + rest})
    muranopl.Catalog(tmp_path).upgrade()
    assert (tmp_path / "manifest.yaml").read_text() == FORMATS[before] + rest


def test_errors_that_an_upgrade_makes_are_reported(tmp_path: Path) -> None:
    # Up to MuranoPL 1.1 a key that a mapping lacks is null
    body = "      - $x: {a: 1}\n      - Return: $x.b\n"
    class_ = f"Name: example.old.App\nMethods:\n  run:\n    Body:\n{body}"
    package(tmp_path, {"manifest.yaml": MANIFEST, "Classes/App.yaml": class_})
    result = muranopl.Catalog(tmp_path).upgrade(1.4, write=False)
    assert [(item.code, item.line) for item in result.problems] == [("MPL652", 6)]
    assert (tmp_path / "manifest.yaml").read_text() == MANIFEST
    shown = CliRunner().invoke(cli, ["upgrade", str(tmp_path)])
    assert shown.exit_code == 1
    assert "MPL652" in shown.stderr


def test_files_that_cannot_be_read_are_mentioned(tmp_path: Path) -> None:
    new = MANIFEST.replace("1.0", "1.4")
    package(tmp_path, {"manifest.yaml": new, "Classes/App.yaml": "Name: [\n"})
    shown = CliRunner().invoke(cli, ["upgrade", str(tmp_path)])
    assert (shown.exit_code, shown.stderr) == (
        0,
        "Nothing to upgrade. Unreadable files are unchanged: see `muranopl check`.\n",
    )


@pytest.mark.parametrize("to", ["", "2.0", "Heat.HOT/1.0", None])
def test_an_unknown_format_is_wrong_usage(old: Path, to: str) -> None:
    with pytest.raises(muranopl.UsageError, match="to must be a format of packages"):
        muranopl.Catalog(old).upgrade(to)
