"""Diagnostics as values: where they say they are, which of them are equal, and what is left of them when pickled."""

from __future__ import annotations

import copy
import io
import json
import pickle
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.formats import render
from muranopl.diagnostics.formats.context import ReportContext

MANIFEST = "Format: 1.4\nType: Library\nFullName: {name}\nClasses: {{{name}.A: A.yaml}}\n"
CLASS = "Namespaces: {{=: {name}}}\nName: A\nProperties: {{x: {{}}, x: {{}}, y: {{Contract: $.int(), Default: no}}}}\n"


def package(name: str) -> dict[str, str]:
    return {"manifest.yaml": MANIFEST.format(name=name), "Classes/A.yaml": CLASS.format(name=name)}


def zipped(files: dict[str, str]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return buffer.getvalue()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with packages in and beside it."""
    for name, folder in {"a": "here/apps/a", "b": "here/apps/b", "out": "out"}.items():
        for path, text in package(name).items():
            (tmp_path / folder / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / folder / path).write_text(text)
    (tmp_path / "here/app.zip").write_bytes(zipped(package("z")))
    (tmp_path / "here/apps/c.zip").write_bytes(zipped(package("c")))
    (tmp_path / "here/model.json").write_text("[]")
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


PLACES: dict[str, tuple[str, set[tuple[str, str, str]]]] = {
    # PATH → file, path, and what other formats show
    "a package": ("apps/a", {("Classes/A.yaml", "apps/a/Classes/A.yaml", "")}),
    "a package, by another spelling": (
        "./apps/../apps/a/",
        {("Classes/A.yaml", "apps/a/Classes/A.yaml", "")},
    ),
    "an absolute path inside": ("{here}/apps/a", {("Classes/A.yaml", "apps/a/Classes/A.yaml", "")}),
    "a path outside": ("../out", {("Classes/A.yaml", "{top}/out/Classes/A.yaml", "")}),
    "an absolute path outside": ("{top}/out", {("Classes/A.yaml", "{top}/out/Classes/A.yaml", "")}),
    "a zip": ("app.zip", {("Classes/A.yaml", "app.zip", "/Classes/A.yaml")}),
    "standard input": ("-", {("Classes/A.yaml", "-", "/Classes/A.yaml")}),
    "a catalog": (
        ".",
        {
            ("app.zip/Classes/A.yaml", "app.zip", "/Classes/A.yaml"),
            ("apps/a/Classes/A.yaml", "apps/a/Classes/A.yaml", ""),
            ("apps/b/Classes/A.yaml", "apps/b/Classes/A.yaml", ""),
            ("apps/c.zip/Classes/A.yaml", "apps/c.zip", "/Classes/A.yaml"),
        },
    ),
}


@pytest.mark.parametrize(("given", "expected"), PLACES.values(), ids=PLACES)
def test_path_is_what_can_be_opened_from_here_in_every_format(
    here: Path, given: str, expected: set[tuple[str, str, str]]
) -> None:
    names = {"here": here, "top": here.parent}
    catalog = muranopl.Catalog(given.format(**names), streams={"-": zipped(package("s"))})
    result = catalog.check().diagnostics
    wanted = {(file, path.format(**names), entry) for file, path, entry in expected}
    assert {(item.file, item.path) for item in result} == {(file, path) for file, path, _ in wanted}
    shown = {path + entry for _, path, entry in wanted}
    related = [one for item in result for one in item.related]
    assert {one.path for one in related} == {path for _, path, _ in wanted}
    context = ReportContext()
    plain = json.loads(render("json", result, context))["diagnostics"]
    assert {(item["file"], item["path"]) for item in plain} == {
        (file, path) for file, path, _ in wanted
    }
    assert {one["path"] for item in plain for one in item["related"]} == {
        path for _, path, _ in wanted
    }
    results = json.loads(render("sarif", result, context))["runs"][0]["results"]
    uris = {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results
    }
    assert uris == {f"file://{path}" if path.startswith("/") else path for path in shown}
    concise = {line.partition(":")[0] for line in render("concise", result, context).splitlines()}
    github = {
        line.partition("file=")[2].partition(",")[0]
        for line in render("github", result, context).splitlines()
    }
    assert concise == github == shown


def test_a_model_and_the_core_library_have_paths_too(here: Path) -> None:
    catalog = muranopl.Catalog([])
    assert [
        (diagnostic.file, diagnostic.path)
        for diagnostic in catalog.render("./model.json").diagnostics
    ] == [("./model.json", "model.json")]
    model = {"?": {"type": "io.murano.Environment", "id": "e"}, "name": ["x"]}
    refused = next(
        diagnostic for diagnostic in catalog.render(model).diagnostics if diagnostic.related
    )
    assert (refused.file, refused.path) == ("<model>", "<model>")
    assert [item.path for item in refused.related] == [
        "(core library)/io.murano/Classes/Environment.yaml"
    ]


def test_two_packages_are_told_apart(here: Path) -> None:
    report = muranopl.Catalog(["apps/a", "apps/b"]).check()
    assert {diagnostic.file for diagnostic in report.diagnostics} == {"Classes/A.yaml"}
    assert {diagnostic.path for diagnostic in report.diagnostics} == {
        "apps/a/Classes/A.yaml",
        "apps/b/Classes/A.yaml",
    }
    assert {package.path for package in report.packages} == {
        "apps/a/manifest.yaml",
        "apps/b/manifest.yaml",
    }


def checks() -> dict[str, Callable[[], muranopl.Report]]:
    cache = muranopl.Cache.in_memory()
    pool = ThreadPoolExecutor(2)
    return {
        "again": lambda: muranopl.validate("."),
        "filling a cache": lambda: muranopl.Catalog(".", cache=cache).check(),
        "from a cache": lambda: muranopl.Catalog(".", cache=cache).check(),
        "two workers": lambda: muranopl.Catalog(".", jobs=2).check(),
        "an executor": lambda: muranopl.Catalog(".", jobs=2, executor=pool).check(),
    }


COPIES: dict[str, Callable[[Any], Any]] = {
    "pickled": lambda found: pickle.loads(pickle.dumps(found)),
    "copied": copy.copy,
    "copied deeply": copy.deepcopy,
}


def test_diagnostics_of_equal_runs_are_equal(here: Path) -> None:
    first = muranopl.validate(".").diagnostics
    assert len(set(first)) == len(first) > 0
    for check in checks().values():
        result = check().diagnostics
        assert result == first
        assert set(result) == set(first)
        for copied in COPIES.values():
            assert copied(result) == first
            assert {copied(item) for item in result} == set(first)
    assert muranopl.validate("apps/a").diagnostics[0] != muranopl.validate("apps/b").diagnostics[0]


def test_a_pickled_diagnostic_leaves_the_text_behind(here: Path) -> None:
    comment = f"# {'x' * 80}\n" * 10_000
    (here / "apps/a/Classes/A.yaml").write_text(comment + CLASS.format(name="a"))
    cache = muranopl.Cache.in_memory()
    for _ in ("fresh", "known"):
        result = muranopl.Catalog("apps", cache=cache).check().diagnostics
        assert len(pickle.dumps(result)) < 500 * len(result)
        again = pickle.loads(pickle.dumps(result))
        assert render("concise", again, ReportContext()) == render(
            "concise", result, ReportContext()
        )
        assert "Name: A" not in render("text", again, ReportContext())
        assert "Properties: {" in render("text", copy.deepcopy(result), ReportContext())


def test_errors_of_the_library_can_be_pickled(here: Path) -> None:
    with pytest.raises(muranopl.ResolutionError) as caught:
        muranopl.Catalog("apps/a").resolve("a.B")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.diagnostics) == (str(caught.value), caught.value.diagnostics)
