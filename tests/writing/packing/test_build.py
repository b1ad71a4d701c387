"""Packages as zips: what is in them, that their bytes depend on the files alone, and refusals."""

from __future__ import annotations

import json
import os
import shutil
import stat
import zipfile
from pathlib import Path

import pytest

import muranopl
from tests.command_line import Outcome, outcome
from tests.project import EXAMPLES


@pytest.fixture
def hello(tmp_path: Path) -> Path:
    """Return a copy of the example package with files that are not part of it."""
    package = tmp_path / "hello"
    shutil.copytree(EXAMPLES / "hello", package)
    for path in ("Classes/WebServer.yaml~", ".git/config", "notes/plan.txt", "a.tmp"):
        (package / path).parent.mkdir(exist_ok=True)
        (package / path).write_text("litter")
    (package / ".muranoignore").write_text("notes/\n*.tmp\n!Resources/*.tmp\n")
    (package / "Resources" / "kept.tmp").write_text("kept")
    return package


def run(*words: str | Path) -> Outcome:
    """Return the outcome of `muranopl build`."""
    return outcome("build", "--no-cache", "-j1", *words)


def test_entries(hello: Path) -> None:
    """A zip has the sorted files of the package, without litter and what .muranoignore names."""
    [package] = muranopl.Catalog(hello).build().packages
    expected = {
        str(path.relative_to(hello))
        for path in hello.rglob("*")
        if path.is_file() and ".git" not in path.parts
    }
    litter = {"Classes/WebServer.yaml~", "notes/plan.txt", "a.tmp", ".muranoignore"}
    assert set(package.entries) == expected - litter
    assert set(package.left_out) == litter
    assert "Resources/kept.tmp" in package.entries
    assert (package.name, package.version) == ("example.hello", "1.0.0")


def test_bytes_depend_on_the_files_alone(hello: Path, tmp_path: Path) -> None:
    """Times, modes, the order in the folder and the name of the folder do not matter."""
    [first] = muranopl.Catalog(hello).build().packages
    other = tmp_path / "elsewhere"
    for path in sorted(hello.rglob("*"), reverse=True):
        if path.is_file():
            copy = other / path.relative_to(hello)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
            os.utime(copy, (0, 10**9))
            copy.chmod(stat.S_IRWXU)
    [second] = muranopl.Catalog(other).build().packages
    assert first.data == second.data
    assert first.sha256 == second.sha256
    # Built again of its own zip, it is the same
    zipped = tmp_path / "built.zip"
    zipped.write_bytes(first.data)
    [third] = muranopl.Catalog(zipped).build().packages
    assert third.data == first.data


def test_zip_checks_clean_and_is_not_packed_again(hello: Path) -> None:
    """A zip that is built in the folder of its package is not part of the next one."""
    status, output, errors = run(hello, "-o", hello)
    assert (status, errors) == (0, "")
    [package] = muranopl.Catalog(hello).build().packages
    assert f"sha256 {package.sha256}" in output
    written = hello / "example.hello.zip"
    assert written.read_bytes() == package.data
    assert muranopl.validate(written).ok


def test_compressed(hello: Path) -> None:
    """A compressed zip is smaller, and has the same files."""
    [stored] = muranopl.Catalog(hello).build().packages
    [small] = muranopl.Catalog(hello).build(compress=True).packages
    assert len(small.data) < len(stored.data)
    assert small.entries == stored.entries


def test_errors_are_refused(tmp_path: Path) -> None:
    """Nothing is written for packages with errors."""
    status, output, errors = run(EXAMPLES / "broken", "-o", tmp_path / "dist")
    assert (status, output) == (1, "")
    assert "MPL652" in errors
    assert not (tmp_path / "dist").exists()


def test_missing_in_the_zip(hello: Path, tmp_path: Path) -> None:
    """An ignored file that the package needs is reported for the zip."""
    (hello / ".muranoignore").write_text("Classes/*.yaml\n")
    status, _, errors = run(hello, "-o", tmp_path / "dist")
    assert status == 1
    assert "MPL136" in errors or "missing" in errors
    assert "example.hello.zip" in errors


@pytest.mark.parametrize("patterns", [b"\xff", b"!\n"])
def test_unreadable_patterns(hello: Path, patterns: bytes) -> None:
    """Patterns that cannot be read are wrong usage, and the file is named."""
    (hello / ".muranoignore").write_bytes(patterns)
    status, _, errors = run(hello)
    assert status == 2
    assert ".muranoignore" in errors


def test_bundle(tmp_path: Path) -> None:
    """A bundle lists packages after those that they require, with the names of their zips."""
    for name, require in (("example.a", "{example.b: 1.2.0}"), ("example.b", "{}")):
        package = tmp_path / "catalog" / name
        package.mkdir(parents=True)
        (package / "manifest.yaml").write_text(
            f"Format: 1.4\nType: Library\nFullName: {name}\nVersion: 1.2.0\nName: x\nDescription: x\n"
            f"Author: x\nTags: []\nRequire: {require}\nClasses: {{}}\n"
        )
    dist = tmp_path / "dist"
    status, _, errors = run(tmp_path / "catalog", "-o", dist, "--bundle", dist / "all.bundle")
    assert status == 0, errors
    assert json.loads((dist / "all.bundle").read_text()) == {
        "Packages": [
            {"Name": "example.b", "Version": "1.2.0"},
            {"Name": "example.a", "Version": "1.2.0"},
        ]
    }
    for name in ("example.a", "example.b"):
        with zipfile.ZipFile(dist / f"{name}.zip") as packed:
            assert packed.namelist() == ["manifest.yaml"]


def test_two_versions_have_versions_in_their_names(tmp_path: Path) -> None:
    """Zips of two versions of a package do not overwrite one another."""
    for version in ("1.0.0", "2.0.0"):
        shutil.copytree(EXAMPLES / "hello", tmp_path / version)
        manifest = tmp_path / version / "manifest.yaml"
        text = manifest.read_text().replace("Version: 1.0.0", f"Version: {version}")
        manifest.write_text(text)
    result = muranopl.Catalog(tmp_path).build()
    assert [package.file for package in result.packages] == [
        "example.hello.1.0.0.zip",
        "example.hello.2.0.0.zip",
    ]
