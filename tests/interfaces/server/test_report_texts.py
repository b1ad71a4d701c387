"""A report for the page: every diagnostic finds the text of its file, in folders and zips, with a cache or without."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import muranopl
from muranopl.interfaces.server.reports import catalog_report, package_report, reported_texts
from tests.project import EXAMPLES


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("catalog")
    shutil.make_archive(str(folder / "packed"), "zip", EXAMPLES / "broken")
    shutil.copytree(EXAMPLES / "hello", folder / "hello")
    return folder


@pytest.mark.parametrize("path", ["", "packed.zip"])
def test_every_place_has_its_text(catalog: Path, path: str) -> None:
    cache = muranopl.Cache.in_memory()
    for _ in ("filled", "used"):
        data = catalog_report(muranopl.Catalog([catalog / path], cache=cache).check()).data()
        places = [place for part in data["diagnostics"] for place in (part, *part["related"])]
        assert len(places) > 15
        for place in places:
            lines = data["sources"][place["source"]].split("\n")
            assert len(lines) >= place["line"]
            assert place["source"].endswith(
                f"packed.zip/{place['file'].removeprefix('packed.zip/')}"
            )


def test_of_one_package_only_its_own(catalog: Path) -> None:
    served = muranopl.Catalog([catalog])
    report = served.check()
    broken = package_report(report, served.contents.package("example.broken")).data()
    assert broken["summary"]["errors"] > 5
    assert broken["summary"]["packages"] == 1
    hello = package_report(report, served.contents.package("example.hello")).data("all")
    assert hello["diagnostics"] == []
    assert [Path(name).name for name in hello["sources"]] == [
        "Greeter.yaml",
        "WebServer.yaml",
        "ShowPage.template",
        "ui.yaml",
        "manifest.yaml",
    ]
    assert "sources" not in catalog_report(report).data("none")


def test_what_packages_have_in_common_is_in_the_report_of_each(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.yaml").write_text(
            f"Format: 1.4\nType: Library\nFullName: example.{name}\n"
            "Require: {org.nowhere:}\nClasses: {}\n"
        )
    served = muranopl.Catalog([tmp_path])
    report = served.check()
    (missing,) = report.diagnostics
    for name in ("one", "two"):
        package = served.contents.package(f"example.{name}")
        assert package_report(report, package).diagnostics == [missing]


def test_texts_come_in_the_order_of_the_diagnostics(catalog: Path) -> None:
    """Not in that of a set, which is another one in each process: the same check has the same answer."""
    diagnostics = [
        diagnostic
        for diagnostic in muranopl.Catalog([catalog]).check().diagnostics
        if not diagnostic.related
    ]
    for ordered in (diagnostics, diagnostics[::-1]):
        files = list(dict.fromkeys(item.place.file.display for item in ordered))
        assert len(files) == 3
        assert list(reported_texts(ordered)) == files
