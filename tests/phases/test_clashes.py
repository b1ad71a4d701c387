"""One class name in several packages at hand, which uploading refuses."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import muranopl
from tests.manifests import library_manifest, write_files
from tests.material import all_of

CODE = "MPL222"
Packages = Mapping[str, tuple[str, str, tuple[str, ...]]]
"""Folders, with the name, version and full class names of their packages."""


def write(folder: Path, packages: Packages) -> None:
    for path, (name, version, classes) in packages.items():
        files = {class_: f"{class_.rpartition('.')[2]}.yaml" for class_ in classes}
        texts = {"manifest.yaml": library_manifest(name, files, version=version)}
        for class_, file in files.items():
            space, _, short = class_.rpartition(".")
            texts[f"Classes/{file}"] = f"Namespaces:\n  =: {space}\nName: {short}\n"
        write_files(folder / path, texts)


ONE = ("example.one", "1.0.0", ("shared.X", "one.Y"))
TWO = ("example.two", "1.0.0", ("shared.X", "two.Y"))
AGAIN = ("example.one", "1.2.0", ("shared.X",))
CORE = ("example.three", "1.0.0", ("io.murano.Object",))
ADDED = ("example.four", "1.0.0", ("io.murano.applications.ReplicationGroup",))

# the packages, the paths checked, the libraries, the packages that are reported
CASES: dict[str, tuple[Packages, list[str], list[str], list[str]]] = {
    "two of a catalog": ({"c/one": ONE, "c/two": TWO}, ["c"], [], ["example.two"]),
    "whatever their order": ({"b": ONE, "a": TWO}, ["a", "b"], [], ["example.two"]),
    "a package and a library": ({"one": ONE, "two": TWO}, ["one"], ["two"], ["example.one"]),
    "a library in several versions": (
        {"one": ONE, "again": AGAIN, "two": TWO},
        ["two"],
        ["one", "again"],
        ["example.two"],
    ),
    "a version beside, and a library": (
        {"one": ONE, "again": AGAIN, "two": TWO},
        ["one"],
        ["again", "two"],
        ["example.one"],
    ),
    "part of the core library": ({"four": ADDED}, ["four"], [], ["example.four"]),
    "several versions": ({"one": ONE, "again": AGAIN}, ["one", "again"], [], []),
    "versions in libraries": ({"one": ONE, "again": AGAIN}, ["one"], ["again"], []),
    "one package by two paths": ({"c/one": ONE}, ["c/one", "c"], ["c"], []),
    "a copy as a library": ({"one": ONE, "copy": ONE}, ["one"], ["copy"], []),
    "two libraries": (
        {"one": ONE, "two": TWO, "four": ("example.four", "1.0.0", ())},
        ["four"],
        ["one", "two"],
        [],
    ),
    "a class of the core": ({"three": CORE}, ["three"], [], []),
}


@pytest.mark.parametrize("case", CASES)
def test_who_is_reported(case: str, tmp_path: Path) -> None:
    packages, paths, libraries, expected = CASES[case]
    write(tmp_path, packages)
    report = muranopl.Catalog(
        [tmp_path / path for path in paths], libraries=[tmp_path / path for path in libraries]
    ).check()
    result = [item for item in report.diagnostics if item.code == CODE]
    assert [item.package for item in result] == expected
    for item in result:
        assert item.severity is muranopl.Severity.ERROR
        assert item.place.file.display.endswith("manifest.yaml")
        assert len(item.related) == 1


def test_names_both_packages_at_the_classes(tmp_path: Path) -> None:
    write(tmp_path, {"one": ONE, "two": TWO})
    report = muranopl.Catalog([tmp_path / "one", tmp_path / "two"]).check()
    (item,) = (item for item in report.diagnostics if item.code == CODE)
    assert '"shared.X" is also in package example.one/1.0.0' in item.message
    places = (item.place, item.related[0].place)
    assert [place.file.display.split("/")[-2] for place in places] == ["two", "one"]
    assert [place.line for place in places] == [6, 6]


@pytest.mark.parametrize("phase", ["read", "namespace"])
def test_phases(phase: str, tmp_path: Path) -> None:
    write(tmp_path, {"one": ONE, "two": TWO})
    report = muranopl.Catalog(tmp_path).check(stop_after=phase)
    codes = [item.code for item in report.diagnostics]
    assert (CODE in codes) is (phase == "namespace")


def test_a_cached_result_follows_other_packages(tmp_path: Path) -> None:
    folder, cache = tmp_path / "catalog", muranopl.Cache(tmp_path / "cache")

    def codes() -> list[str]:
        catalog = muranopl.Catalog(folder / "one", libraries=[folder / "two"], cache=cache)
        return [item.code for item in catalog.check().diagnostics]

    write(folder, {"one": ONE, "two": ("example.two", "1.0.0", ("two.Y",))})
    assert codes() == codes() == []
    write(folder, {"two": TWO})
    assert codes() == codes() == [CODE]
    write(folder, {"two": ("example.two", "1.0.0", ("two.Y",))})
    assert codes() == []


def test_workers_report_the_same(tmp_path: Path) -> None:
    write(tmp_path, {"one": ONE, "two": TWO, "again": AGAIN})
    expected = all_of(muranopl.Catalog(tmp_path).check())
    cache = muranopl.Cache(tmp_path / "cache")
    for jobs in (2, 3):
        assert all_of(muranopl.Catalog(tmp_path, jobs=jobs).check()) == expected
        for _ in range(2):
            catalog = muranopl.Catalog(tmp_path, jobs=jobs, cache=cache)
            assert all_of(catalog.check()) == expected
