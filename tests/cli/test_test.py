"""`muranopl test`: which tests there are, how they end, what is chosen, and reports."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from muranopl.diagnostics.examples import files
from muranopl.interfaces.cli.main import cli
from tests.material import write

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "tested")
PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.app
Name: Example
Description: for tests
Author: me
Version: 1.0.0
Classes: {example.app.T: T.yaml}
=== Classes/T.yaml
Namespaces: {=: example.app, t: io.murano.test}
Name: T
Extends: t:TestFixture
Methods:
  tearDown:
    Body:
      - logger(t).info(down)
  testing:
    Body:
      - Throw: NoTest
  value:
    Body:
      - Return: 1
  testFails:
    Body:
      - $.assertEqual(1, 2)
  testThrows:
    Body:
      - Throw: Bad
  testLaterMock:
    Body:
      - inject($this, value, 2)
      - inject(T, value, originalMethod() + 10)
      - $.assertEqual(11, $.value())
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["test", *words, "--no-cache"])


def test_example_passes() -> None:
    result = run(EXAMPLE, "--coverage")
    assert result.exit_code == 0, result.output
    assert "3 passed, 0 failed" in result.stdout
    assert "100%" in result.stdout


@pytest.mark.parametrize(
    ("words", "status", "count"),
    [
        (["-k", "testLimit"], 0, 1),
        (["-k", "limit"], 0, 2),
        (["-k", "example.tested.AccountTest"], 0, 3),
        (["-k", "nope"], 5, 0),
    ],
)
def test_selection(words: list[str], status: int, count: int) -> None:
    result = run(EXAMPLE, "--format", "json", *words)
    assert (result.exit_code, len(json.loads(result.stdout)["results"])) == (status, count)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_outcomes(tmp_path: Path, jobs: str) -> None:
    result = run(str(write(files(PACKAGE), tmp_path)), "--format", "json", "-j", jobs)
    found = {each["method"]: each for each in json.loads(result.stdout)["results"]}
    assert result.exit_code == 1
    assert {name: each["outcome"] for name, each in found.items()} == {
        "testFails": "failed",
        "testThrows": "error",
        "testLaterMock": "passed",
    }
    (failure,) = found["testFails"]["diagnostics"]
    assert (failure["code"], failure["message"]) == ("MPL583", "1 != 2")
    assert failure["line"] == 16
    assert all(each["log"] == ["info t: down"] for each in found.values())


def test_junit(tmp_path: Path) -> None:
    result = run(str(write(files(PACKAGE), tmp_path)), "--format", "junit")
    assert 'tests="3" failures="1" errors="1"' in result.stdout


def test_a_defect_is_no_exception_of_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("muranopl.execution.targets.FrozenDict")
    package = PACKAGE.replace("- Throw: Bad", "- Try: [$x.a: 1]\n        Catch: {As: e, Do: []}")
    result = run(str(write(files(package), tmp_path)), "--format", "json", "-k", "testThrows", "-j", "1")
    (diagnostic,) = json.loads(result.stdout)["results"][0]["diagnostics"]
    assert (result.exit_code, diagnostic["code"], diagnostic["line"]) == (3, "MPL001", 19), diagnostic
