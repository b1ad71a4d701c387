"""The commands for views of tests: the tests of all packages, and the results of some."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from muranopl.interfaces.lsp import server as _server  # noqa: F401 - it comes first
from muranopl.interfaces.lsp.testing import LIST_TESTS, RUN_TESTS
from tests.interfaces.lsp.editor import APP, MANIFEST, editing, write_package

pytestmark = pytest.mark.asyncio

PATH = "Classes/AppTest.yaml"
TESTS = """\
Namespaces: {=: sample, t: io.murano.test}
Name: AppTest
Extends: t:TestFixture
Properties:
  testCaseCases:
    Contract: $
    Default: {one: {number: 1}, two: {number: 2}}
Methods:
  helper: {Body: []}
  testGood:
    Body:
      - $.assertEqual(3, new(App).open(-77))
  testBad:
    Body:
      - $.assertEqual(1, 2)
  testCase:
    Arguments:
      - number: {Contract: $.int()}
    Body:
      - $.assertEqual(1, $number)
"""
PACKAGE = {
    "manifest.yaml": MANIFEST + "  sample.AppTest: AppTest.yaml\n",
    "Classes/App.yaml": APP,
    PATH: TESTS,
    "Classes/Unlisted.yaml": TESTS.replace("AppTest", "Unlisted"),
}


def line_of(text: str) -> int:
    return next(at for at, line in enumerate(TESTS.splitlines()) if text in line)


def place_of(item: Any) -> tuple[str, int]:
    location = item["location"]
    return Path(location["uri"]).name, location["range"]["start"]["line"]


async def test_tests_of_all_packages_are_listed(tmp_path: Path) -> None:
    write_package(tmp_path / "tested", PACKAGE)
    write_package(tmp_path / "other", {"manifest.yaml": MANIFEST, "Classes/App.yaml": APP})
    async with editing(tmp_path) as editor:
        items = await editor.run(LIST_TESTS)
        found = [(item["name"], item["label"], item["class"]) for item in items]
        assert found == [
            ("sample.AppTest", "sample.AppTest", None),
            ("sample.AppTest.testGood", "testGood", "sample.AppTest"),
            ("sample.AppTest.testBad", "testBad", "sample.AppTest"),
            ("sample.AppTest.testCase", "testCase", "sample.AppTest"),
        ]
        assert place_of(items[2]) == ("AppTest.yaml", line_of("testBad:"))
        # Tests of the current text
        editor.open(f"tested/{PATH}", TESTS.replace("testBad", "notATest"))
        assert len(await editor.run(LIST_TESTS)) == 3


async def test_results_have_their_places(tmp_path: Path) -> None:
    write_package(tmp_path, PACKAGE)
    async with editing(tmp_path) as editor:
        report = await editor.run(RUN_TESTS, editor.uri(PATH), ["sample.AppTest"], True)
        outcomes = {(item["method"], item["case"]): item["outcome"] for item in report["results"]}
        assert outcomes == {
            ("testGood", None): "passed",
            ("testBad", None): "failed",
            ("testCase", "one"): "passed",
            ("testCase", "two"): "failed",
        }
        (problem,) = report["results"][1]["problems"]
        assert problem["message"].startswith("1 != 2\n")
        assert place_of(problem) == ("AppTest.yaml", line_of("assertEqual(1, 2)"))
        (covered,) = report["coverage"]
        sums = [at for at, line in enumerate(APP.splitlines()) if "$sum:" in line]
        assert covered["uri"] == editor.uri("Classes/App.yaml")
        assert covered["lines"][0] == [sums[0], True]


@pytest.mark.parametrize("arguments", [(), ("file:///nowhere/x.yaml", ["x"]), (7, 8)])
async def test_files_without_a_package_have_no_results(
    tmp_path: Path, arguments: tuple[Any, ...]
) -> None:
    async with editing(write_package(tmp_path)) as editor:
        assert await editor.run(RUN_TESTS, *arguments) is None


async def test_a_name_without_tests_has_no_results(tmp_path: Path) -> None:
    async with editing(write_package(tmp_path, PACKAGE)) as editor:
        report = await editor.run(RUN_TESTS, editor.uri(PATH), ["sample.Nothing"])
        assert report["results"] == []
