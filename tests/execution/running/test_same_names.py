"""A class that several packages have: what an object model and a call mean by its name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from tests.manifests import library_manifest, write_files

CODE = "MPL550"
CLASS = """
Namespaces: {=: same, std: io.murano}
Name: Name
Methods:
  deploy: {Usage: Action, Body: [{Return: 1}]}
  make: {Usage: Static, Scope: Public, Body: [{Return: 1}]}
"""


def catalog(folder: Path, *versions: str, **options: Any) -> muranopl.Catalog:
    """Return packages that all have the class, with these versions."""
    for number, version in enumerate(versions):
        name, classes = f"example.p{number}", {"same.Name": "Name.yaml"}
        manifest = library_manifest(name, classes, version=version)
        package = {"manifest.yaml": manifest, "Classes/Name.yaml": CLASS}
        write_files(folder / f"p{number}", package)
    return muranopl.Catalog(folder, **options)


def model(type_: str, **header: str) -> dict[str, Any]:
    return {"?": {"type": type_, "id": "one", **header}}


# versions of the packages, the header, whether it may mean two of them
HEADERS: dict[str, tuple[list[str], dict[str, Any], bool]] = {
    "one version": (["1.0.0", "1.0.0"], model("same.Name/1.0.0"), True),
    "a range": (["1.0.0", "1.2.0"], model("same.Name/1"), True),
    "no version": (["1.0.0", "2.0.0"], model("same.Name"), True),
    "class version": (["1.0.0", "1.0.0"], model("same.Name", classVersion="1.0.0"), True),
    "only one fits": (["1.0.0", "2.0.0"], model("same.Name/2"), False),
    "with the package": (["1.0.0", "1.0.0"], model("same.Name/1.0.0@example.p0"), False),
    "with the package beside": (
        ["1.0.0", "1.0.0"],
        model("same.Name/1.0.0", package="example.p0"),
        False,
    ),
}


@pytest.mark.parametrize("case", HEADERS)
@pytest.mark.parametrize("door", ["render", "call", "deploy"])
def test_models(case: str, door: str, tmp_path: Path) -> None:
    versions, given, expected = HEADERS[case]
    packages = catalog(tmp_path, *versions)
    if door == "render":
        result: Any = packages.render(given)
    elif door == "deploy":
        result = packages.deploy(given)
    else:
        result = packages.call(
            "io.murano.Object", "deploy", model=given, object_id="one", any_method=True
        )
    reported = [item for item in result.diagnostics if item.code == CODE]
    assert bool(reported) is expected
    if expected:
        (item,) = reported
        assert item.severity is muranopl.Severity.WARNING
        assert "example.p0/" in item.message
        assert "example.p1/" in item.message


def test_class_option(tmp_path: Path) -> None:
    packages = catalog(tmp_path, "1.0.0", "1.0.0")
    result = packages.render({}, "same.Name/1.0.0")
    assert CODE in [item.code for item in result.diagnostics]
    result = packages.render({}, "same.Name/1.0.0@example.p1")
    assert CODE not in [item.code for item in result.diagnostics]


@pytest.mark.parametrize("package", [None, "example.p1"])
def test_called_class(package: str | None, tmp_path: Path) -> None:
    packages = catalog(tmp_path, "1.0.0", "1.0.0")
    result = packages.call("same.Name", "make", version="1.0.0", package=package)
    assert result.value == 1
    codes = [item.code for item in result.diagnostics]
    assert codes == ([CODE] if package is None else [])
