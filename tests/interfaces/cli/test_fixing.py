"""`muranopl check --fix`, and the options beside it."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest
from click.testing import Result

from tests import command_line
from tests.writing.fixing.test_fix import CLASS, FIXED_CLASS, FIXED_MANIFEST, MANIFEST, package


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return package(tmp_path / "app", MANIFEST.encode(), CLASS.encode())


def run(*arguments: str) -> Result:
    return command_line.run("check", "--no-cache", *arguments)


def texts(app: Path) -> tuple[str, str]:
    return (app / "manifest.yaml").read_text(), (app / "Classes/One.yaml").read_text()


def test_fix_writes_and_reports_what_remains(app: Path) -> None:
    before = run("app")
    assert 'did you mean "Return"? (--fix)' in before.stdout
    assert before.stdout.endswith("; --fix fixes 3.\n")
    result = run("app", "--fix")
    assert (result.exit_code, result.stderr) == (0, "Fixed 3 diagnostics in 2 files.\n")
    assert result.stdout == "All checks passed: 1 package.\n"
    assert texts(app) == (FIXED_MANIFEST, FIXED_CLASS)
    assert run("app", "--fix").stderr == "Nothing to fix.\n"


def test_diff_writes_nothing(app: Path) -> None:
    result = run("app", "--diff")
    assert result.exit_code == 1
    assert result.stderr == "Would fix 3 diagnostics in 2 files.\n"
    assert "--- app/manifest.yaml\n+++ app/manifest.yaml\n" in result.stdout
    assert texts(app) == (MANIFEST, CLASS)
    assert run("app", "--fix-only").stdout == ""
    assert texts(app) == (FIXED_MANIFEST, FIXED_CLASS)
    clean = run("app", "--diff")
    assert (clean.exit_code, clean.stdout) == (0, "")


def test_only_selected_codes_are_fixed(app: Path) -> None:
    run("app", "--fix", "--select", "MPL602", "--quiet")
    assert texts(app) == (MANIFEST, CLASS.replace("Retrun", "Return"))


def test_zips_are_named(app: Path) -> None:
    with zipfile.ZipFile("app.zip", "w") as zipped:
        for path in ("manifest.yaml", "Classes/One.yaml"):
            zipped.write(app / path, path)
    result = run("app.zip", "--fix")
    assert result.stderr.startswith("Not fixed: 3 diagnostics in app.zip. Files in zips")
    assert "MPL602" in result.stdout
    assert "--fix" not in run("app.zip").stdout


def test_a_file_that_cannot_be_written_is_named(app: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refuse)
    result = run("app", "--fix")
    assert result.exit_code == 2
    assert 'the file "app/Classes/One.yaml" cannot be written' in result.stderr
    assert texts(app) == (MANIFEST, CLASS)
    assert sorted(os.listdir(app / "Classes")) == ["One.yaml"]
