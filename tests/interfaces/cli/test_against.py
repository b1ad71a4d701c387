"""`muranopl check --against OLD`: what changed since an older version, as diagnostics."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import muranopl
from tests import command_line
from tests.git_repository import commit_all

MANIFEST = """\
Format: MuranoPL/1.4
Type: Library
FullName: {name}
Version: {version}
Classes: {{example.{name}: A.yaml}}
"""
CLASS = """\
Namespaces: {{=: example}}
Name: {name}
Properties:
  port: {{Contract: $.int(){more}}}
"""


def package(folder: Path, version: str, *, name: str = "shop", more: str = "") -> Path:
    """Write a package with a class."""
    (folder / "Classes").mkdir(parents=True, exist_ok=True)
    manifest = MANIFEST.format(name=name, version=version)
    (folder / "manifest.yaml").write_text(manifest)
    text = CLASS.format(name=name, more=more)
    (folder / "Classes" / "A.yaml").write_text(text)
    return folder


def run(*words: str | Path) -> tuple[int, str]:
    """Return the exit status and the output of `muranopl check`."""
    command = ["check", "--no-cache", *map(str, words)]
    result = command_line.run(*command)
    return result.exit_code, result.output


def codes(*words: str | Path) -> list[tuple[str, int]]:
    """Return code and line of what a check reports."""
    _, text = run(*words, "--format", "json")
    return [(item["code"], item["line"]) for item in json.loads(text)["diagnostics"]]


@pytest.mark.parametrize(
    ("version", "more", "status", "reported"),
    [
        ("1.0.0", "", 0, []),
        ("1.1.0", ".notNull()", 1, [("MPL951", 4)]),
        ("2.0.0", ".notNull()", 0, [("MPL953", 4)]),
        ("0.9.0", "", 1, [("MPL952", 4)]),
    ],
)
def test_changes(
    version: str, more: str, status: int, reported: list[object], tmp_path: Path
) -> None:
    old = package(tmp_path / "old", "1.0.0")
    new = package(tmp_path / "new", version, more=more)
    assert run(new, "--against", old)[0] == status
    assert codes(new, "--against", old) == reported


def test_each_package_of_a_catalog_is_compared_with_its_older_version(tmp_path: Path) -> None:
    package(tmp_path / "old" / "shop", "1.0.0")
    package(tmp_path / "old" / "shop-2", "2.0.0", more=".notNull()")
    package(tmp_path / "new" / "shop", "1.1.0", more=".notNull()")
    package(tmp_path / "new" / "shop-2", "2.0.0", more=".notNull()")
    package(tmp_path / "new" / "market", "1.0.0", name="market")
    status, text = run(tmp_path / "new", "--against", tmp_path / "old", "--all")
    assert status == 1
    assert "shop 1.1.0 has major changes since 1.0.0, which need 2.0.0" in text
    assert "contains no package market" in text
    assert text.count("[MPL95") == 2


def test_all_that_diagnostics_know_holds_for_changes(tmp_path: Path) -> None:
    """Settings, comments, baselines and formats; comments are useless only where OLD is given."""
    old = package(tmp_path / "old", "1.0.0")
    new = package(tmp_path / "new", "1.0.0", more=".notNull()")
    against = (new, "--against", old)
    assert run(*against, "--ignore", "version-too-low")[0] == 0
    sarif = json.loads(run(*against, "--format", "sarif")[1])
    [result] = sarif["runs"][0]["results"]
    assert result["ruleId"] == "MPL951"
    [related] = result["relatedLocations"]
    assert "now rejects null" in related["message"]["text"]
    assert related["physicalLocation"]["artifactLocation"]["uri"].endswith("A.yaml")
    known = ("--baseline", tmp_path / "known.json")
    assert run(*against, *known, "--write-baseline")[0] == 0
    assert run(*against, *known)[0] == 0
    # A check that does not compare says nothing of what is gone
    assert run(new, *known)[1].count("MPL951") == 0
    manifest = new / "manifest.yaml"
    text = manifest.read_text()
    comment = "# muranopl: ignore[MPL951]\nVersion"
    manifest.write_text(text.replace("Version", comment))
    assert codes(*against) == []
    assert codes(new) == []
    package(old, "1.0.0", more=".notNull()")
    assert codes(*against) == [("MPL803", 4)]


def test_wrong_usage(tmp_path: Path) -> None:
    new = package(tmp_path / "new", "1.0.0")
    (tmp_path / "empty").mkdir()
    for old, words in (("nowhere", "does not exist"), ("empty", "no package found")):
        status, text = run(new, "--against", tmp_path / old)
        assert status == 2
        assert words in text
    report = muranopl.validate(new, against=new)
    assert report.diagnostics == ()


def test_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The places of what is gone are named as the commit is."""
    monkeypatch.chdir(tmp_path)
    package(tmp_path / "catalog" / "shop", "1.0.0")
    commit_all(tmp_path)
    package(tmp_path / "catalog" / "shop", "1.0.1")
    manifest = tmp_path / "catalog" / "shop" / "manifest.yaml"
    without = manifest.read_text().replace("{example.shop: A.yaml}", "{}")
    manifest.write_text(without)
    status, text = run("catalog", "--against", "HEAD:catalog")
    assert status == 1
    assert "class example.shop was removed" in text
    assert "HEAD:catalog/shop/Classes/A.yaml:1" in text
    assert run("catalog", "--against", "HEAD:nowhere")[0] == 2


def test_a_class_of_a_catalog_that_cannot_be_read(tmp_path: Path) -> None:
    """A change of its file is one, where the package is a folder of a catalog, too."""
    for name, more in (("old", "]"), ("new", "}")):
        package(tmp_path / name / "shop", "1.0.0", more=more)
    reported = codes(tmp_path / "new", "--against", tmp_path / "old")
    assert ("MPL951", 4) in reported
    same = codes(tmp_path / "new", "--against", tmp_path / "new")
    assert "MPL951" not in {code for code, _ in same}
