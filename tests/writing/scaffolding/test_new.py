"""New packages and plugins check clean, pass their tests and can be built, as they are made."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import muranopl
from muranopl.writing.scaffolding.new_package import PackageKind
from tests import command_line
from tests.project import ROOT


def run(*words: str | Path) -> tuple[int, str]:
    """Return the exit status and all output of `muranopl new`."""
    result = command_line.run("new", *words)
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("kind", "name", "class_"),
    [
        ("application", "com.example.Shop", "com.example.Shop"),
        ("application", "com.example.web_shop", "com.example.web_shop.Web_shop"),
        ("library", "com.example.Greetings", "com.example.Greetings"),
        ("library", "a.b", "a.b.B"),
    ],
)
def test_packages_are_right_as_made(kind: str, name: str, class_: str, tmp_path: Path) -> None:
    """There is no diagnostic of any severity, the test passes, and the zip has what is needed."""
    package = tmp_path / "package"
    status, output = run(name, "--type", kind, "--author", "Me", "-o", package)
    assert status == 0, output
    catalog = muranopl.Catalog(package)
    assert catalog.check().diagnostics == ()
    assert catalog.resolve(class_).name == class_
    assert [result.outcome for result in catalog.test().results] == ["passed"]
    [built] = catalog.build().packages
    assert not any(entry.startswith(".") for entry in built.entries)


def test_a_package_of_tests(tmp_path: Path) -> None:
    """It requires the package that it tests."""
    run("com.example.Shop", "-o", tmp_path / "shop")
    status, output = run(
        "com.example.ShopTests",
        "--type",
        "test",
        "--of",
        "com.example.Shop",
        "-o",
        tmp_path / "tests",
    )
    assert status == 0, output
    catalog = muranopl.Catalog(tmp_path / "tests", libraries=tmp_path / "shop")
    assert catalog.check().diagnostics == ()
    assert [result.outcome for result in catalog.test().results] == ["passed"]


@pytest.mark.parametrize(
    ("name", "class_"),
    [
        ("com.example.Shop", "com.example.Shop"),
        ("a.b.HTTPThing", "a.b.HTTPThing"),
        ("com.example.class", "com.example.class.Class"),
    ],
)
def test_plugins_are_right_as_made(name: str, class_: str, tmp_path: Path) -> None:
    """Their classes are read completely, and the package that uses them has no diagnostic."""
    plugin = tmp_path / "plugin"
    status, output = run(name, "--type", "plugin", "-o", plugin)
    assert status == 0, output
    output = cli_output("extension", "describe", plugin)
    assert f"FullName: {name}\n" in output
    assert f"  {class_}: {class_}.yaml\n" in output
    assert "  Incomplete: []\n" in output
    for method in ("initialize", "greetByName", "countNames"):
        assert f"  {method}:\n" in output
    assert "1 package" in cli_output("check", plugin / "example", "--extensions", plugin)
    catalog = muranopl.Catalog(plugin / "example", extensions=plugin)
    assert catalog.check().diagnostics == ()
    assert [result.outcome for result in catalog.test().results] == ["passed"]


def cli_output(*words: str | Path) -> str:
    """Return the output of a command that succeeds."""
    result = command_line.run(*words)
    assert result.exit_code == 0, result.output
    return result.output


def test_the_mistakes_of_users_of_a_plugin(tmp_path: Path) -> None:
    """A method that the new class lacks is reported, so its interface is complete."""
    run("com.example.Shop", "--type", "plugin", "-o", tmp_path)
    file = tmp_path / "example" / "Classes" / "ShopExample.yaml"
    file.write_text(file.read_text().replace("greetByName", "greet_by_name"))
    catalog = muranopl.Catalog(tmp_path / "example", extensions=tmp_path)
    assert [item.code for item in catalog.check().diagnostics] == ["MPL651"]


def test_the_python_test_of_a_plugin(tmp_path: Path) -> None:
    """It passes in an environment that has yaql, but not the engine."""
    run("com.example.Shop", "--type", "plugin", "-o", tmp_path)
    command = [sys.executable, "-m", "unittest", "discover", "tests"]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert "Ran 3 tests" in result.stderr


@pytest.mark.parametrize("kind", ["library", "plugin"])
def test_the_author_may_have_any_name(kind: str, tmp_path: Path) -> None:
    """Characters of YAML and TOML in the name of the author are quoted."""
    author = 'Jo: "x" \\ # é'
    run("com.example.Shop", "--type", kind, "--author", author, "-o", tmp_path)
    package = tmp_path / "example" if kind == "plugin" else tmp_path
    report = muranopl.validate(package, extensions=tmp_path if kind == "plugin" else ())
    assert report.diagnostics == ()
    assert 'Author: "Jo: \\"x\\" \\\\ # é"\n' in (package / "manifest.yaml").read_text(
        encoding="utf-8"
    )


def test_the_application_has_a_form(tmp_path: Path) -> None:
    """Answers to the form of a new application make a model that renders."""
    run("com.example.Shop", "-o", tmp_path)
    answers = {
        "application": {"greeting": "Hi"},
        "server": {"hostname": "a-#", "flavor": "m1.small", "osImage": "ubuntu"},
    }
    result = muranopl.Catalog(tmp_path).render_form(None, answers)
    assert result.diagnostics == ()
    assert result.model is not None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["Shop"], "not a full name"),
        (["com..Shop"], "write words joined by dots, such as com.example.Shop"),
        (["com.acme.2x"], 'begin "2x" with a letter or an underscore'),
        (["com.acme.a-b"], 'begin "a-b" with a letter or an underscore'),
        (["com.example.Shop", "--type", "test"], "needs the name"),
        (["com.example.Shop", "--of", "com.example.Other"], "only a package of tests"),
        (["com.example.Shop", "-o", "."], "not empty"),
        (["com.example.Shop", "--author", "a\nb"], "one line"),
        (["com._example.Shop", "--type", "plugin"], "not the name of a plugin"),
        (["com.example.web_shop", "--type", "plugin"], "not the name of a plugin"),
        (["com.example.none", "--type", "plugin"], "a Python class cannot"),
    ],
)
def test_wrong_usage(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong usage says what is wrong, and writes nothing."""
    (tmp_path / "file").write_text("")
    monkeypatch.chdir(tmp_path)
    status, output = run(*words)
    assert status == 2
    assert message in output
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_each_kind_has_templates() -> None:
    """Each kind of package has a folder of templates."""
    folder = ROOT / "writing" / "scaffolding" / "templates"
    assert {path.name for path in folder.iterdir()} - {"all"} == {
        kind.value for kind in PackageKind
    }
