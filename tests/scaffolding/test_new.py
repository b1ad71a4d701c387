"""New packages check clean, pass their tests and can be built, as they are made."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import muranopl
from muranopl.interfaces.cli.main import cli
from muranopl.scaffolding.new_package import PackageKind
from tests.project import ROOT


def run(*words: str | Path) -> tuple[int, str]:
    """Return the exit status and all output of `muranopl new`."""
    result = CliRunner().invoke(cli, ["new", *map(str, words)])
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
def test_packages_are_right_as_made(
    kind: str, name: str, class_: str, tmp_path: Path
) -> None:
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
        (["Shop"], "no full name"),
        (["com..Shop"], "no full name"),
        (["com.example.Shop", "--type", "test"], "needs the name"),
        (["com.example.Shop", "--of", "com.example.Other"], "only a package of tests"),
        (["com.example.Shop", "-o", "."], "not empty"),
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
    folder = ROOT / "scaffolding" / "templates"
    assert {path.name for path in folder.iterdir()} - {"all"} == {
        kind.value for kind in PackageKind
    }
