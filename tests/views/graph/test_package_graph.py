"""The graph of packages: requirements, the versions that are chosen, and what is missing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import muranopl
from muranopl.interfaces.cli.main import cli


def write(folder: Path, name: str, version: str, require: str) -> None:
    """Write a package without classes."""
    package = folder / f"{name}-{version}"
    package.mkdir(parents=True)
    (package / "manifest.yaml").write_text(
        f"Format: 1.4\nType: Library\nFullName: {name}\nVersion: {version}\nName: x\nDescription: x\n"
        f"Author: x\nClasses: {{}}\nRequire: {require}\n"
    )


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    """Return a catalog whose libraries are beside it."""
    write(tmp_path / "apps", "example.app", "1.0.0", "{example.base: 1, example.none: 2}")
    write(tmp_path / "libraries", "example.base", "1.2.0", "{example.deep: '>=0.1'}")
    write(tmp_path / "libraries", "example.base", "2.0.0", "{}")
    write(tmp_path / "libraries", "example.deep", "0.3.0", "{}")
    write(tmp_path / "libraries", "example.other", "1.0.0", "{}")
    return tmp_path


def test_packages_and_requirements(catalog: Path) -> None:
    """Only what is required is there, in the versions that were chosen."""
    report = muranopl.validate(catalog / "apps", catalog / "libraries")
    graph = report.package_graph
    assert [tuple(package) for package in graph.packages] == [
        ("example.app", "1.0.0", True),
        ("example.base", "1.2.0", False),
        ("example.deep", "0.3.0", False),
    ]
    assert [tuple(item) for item in graph.requirements] == [
        ("example.app/1.0.0", "example.base", "1", "example.base/1.2.0"),
        ("example.app/1.0.0", "example.none", "2", None),
        ("example.base/1.2.0", "example.deep", ">=0.1", "example.deep/0.3.0"),
    ]
    assert graph.missing == ("example.none",)


def test_formats(catalog: Path) -> None:
    """The command writes the graph as data and as drawings, and refuses what has no meaning."""

    def run(*words: str) -> tuple[int, str]:
        paths = ["graph", str(catalog / "apps"), "-L", str(catalog / "libraries")]
        result = CliRunner().invoke(cli, [*paths, "--packages", "--no-cache", "-j1", *words])
        return result.exit_code, result.output

    status, text = run()
    assert status == 0
    assert json.loads(text)["missing"] == ["example.none"]
    status, text = run("--format", "dot")
    assert '"example.app/1.0.0" -> "example.base/1.2.0" [label="1"];' in text
    assert '"example.none" [style=dashed];' in text
    status, text = run("--format", "mermaid")
    assert 'p0 -->|"1"| p1' in text
    assert "class p3 missing" in text
    for words in (["--format", "graphml"], ["--class", "x"], ["--model", "-"]):
        assert run(*words)[0] == 2
