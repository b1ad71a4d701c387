"""`muranopl test`: which tests there are, how they end, what is chosen, and reports."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import Result

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.execution.testing import package_tests
from muranopl.execution.testing.selection import Test as MuranoTest
from tests import command_line
from tests.material import write
from tests.project import EXAMPLES

EXAMPLE = str(EXAMPLES / "tested")
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
    return command_line.run("test", *words, "--no-cache")


def test_example_passes() -> None:
    result = run(EXAMPLE, "--coverage")
    assert result.exit_code == 0, result.output
    assert "4 passed, 0 failed" in result.stdout
    assert "100%" in result.stdout


@pytest.mark.parametrize(
    ("words", "status", "count"),
    [
        (["-k", "testLimit"], 0, 1),
        (["-k", "limit"], 0, 2),
        (["-k", "example.tested.AccountTest"], 0, 4),
        (["-k", "nope"], 5, 0),
    ],
)
def test_selection(words: list[str], status: int, count: int) -> None:
    result = run(EXAMPLE, "--format", "json", *words)
    assert (result.exit_code, len(json.loads(result.stdout)["results"])) == (status, count)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_outcomes(tmp_path: Path, jobs: str) -> None:
    result = run(str(write(files(PACKAGE), tmp_path)), "--format", "json", "-j", jobs)
    match = {load["method"]: load for load in json.loads(result.stdout)["results"]}
    assert result.exit_code == 1
    assert {name: value["outcome"] for name, value in match.items()} == {
        "testFails": "failed",
        "testThrows": "error",
        "testLaterMock": "passed",
    }
    (failure,) = match["testFails"]["diagnostics"]
    assert (failure["code"], failure["message"]) == ("MPL583", "1 != 2")
    assert failure["line"] == 16
    assert all(item["log"] == ["info t: down"] for item in match.values())


@pytest.mark.parametrize("killed", ["testFails", "testThrows", "testLaterMock"])
def test_the_tests_of_a_killed_process_run_here(
    killed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system ends processes where memory is short; no test is lost with one."""
    folder = write(files(PACKAGE), tmp_path)
    expected = muranopl.Catalog(folder).test()
    here, run_test = os.getpid(), package_tests.run_test

    def run_until_killed(test: MuranoTest, *others: Any, **options: Any) -> Any:
        if os.getpid() != here and test.method == killed:
            os.kill(os.getpid(), signal.SIGKILL)
        return run_test(test, *others, **options)

    monkeypatch.setattr(package_tests, "run_test", run_until_killed)
    results = muranopl.Catalog(folder, jobs=2).test().results
    assert [(result.name, result.outcome) for result in results] == [
        (result.name, result.outcome) for result in expected.results
    ]


ENDED = """\
  testEnds:
    Body:
      - new(res:NovaNetwork).describe()
"""


def test_what_is_torn_down_when_a_run_has_ended(tmp_path: Path) -> None:
    package = (
        PACKAGE.replace("t: io.murano.test", "t: io.murano.test, res: io.murano.resources") + ENDED
    )
    result = run(str(write(files(package), tmp_path)), "--format", "json", "-k", "testEnds")
    (match,) = json.loads(result.stdout)["results"]
    assert (match["outcome"], [item["code"] for item in match["diagnostics"]]) == (
        "error",
        ["MPL581"],
    )
    assert match["log"] == ["info t: down"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_failures_have_their_lines(tmp_path: Path, jobs: str) -> None:
    result = run(str(write(files(PACKAGE), tmp_path)), "-j", jobs, "--coverage")
    assert "16 |       - $.assertEqual(1, 2)" in result.output


def test_junit(tmp_path: Path) -> None:
    result = run(str(write(files(PACKAGE), tmp_path)), "--format", "junit")
    assert 'tests="3" failures="1" errors="1"' in result.stdout


def test_a_defect_is_no_exception_of_the_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("muranopl.execution.targets.FrozenDict")
    package = PACKAGE.replace("- Throw: Bad", "- Try: [$x.a: 1]\n        Catch: {As: e, Do: []}")
    result = run(
        str(write(files(package), tmp_path)), "--format", "json", "-k", "testThrows", "-j", "1"
    )
    (diagnostic,) = json.loads(result.stdout)["results"][0]["diagnostics"]
    assert (result.exit_code, diagnostic["code"], diagnostic["line"]) == (3, "MPL001", 19), (
        diagnostic
    )


MOCKS = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.app
Name: Example
Description: for tests
Author: me
Version: 1.0.0
Classes: {example.app.Base: T.yaml, example.app.Child: T.yaml, example.app.T: T.yaml}
=== Classes/T.yaml
Namespaces: {=: example.app}
Name: Base
Methods:
  value:
    Arguments:
      - n: {Contract: $.int().notNull()}
    Body:
      - Return: $n
  twice:
    Body:
      - $factor: 2
      - Return: $.value(2) * $factor
---
Name: Child
Extends: Base
---
Namespaces: {=: example.app, t: io.murano.test, sys: io.murano.system}
Name: T
Extends: t:TestFixture
Methods:
  ten:
    Arguments:
      - n: {Contract: $}
    Body:
      - Return: 10
  testWithOriginal:
    Body:
      - inject(Base, value, withOriginal(m => $factor) -> originalMethod() + $m)
      - $.assertEqual(8, new(Base).twice())
  testOnlyThatClass:
    Body:
      - inject(Base, value, 7)
      - $.assertEqual(1, new(Child).value(1))
      - $.assertEqual(7, cast(new(Child), Base).value(1))
  testMethodOfAnObject:
    Body:
      - inject(Base, value, $this, ten)
      - $.assertEqual(20, new(Base).twice())
  testOfTheEngine:
    Body:
      - inject(sys:Logger, info, null)
      - $.assertEqual(null, logger(x).info(lost))
  testUnknown:
    Body:
      - inject(Base, nothing, 1)
"""


def test_mocks(tmp_path: Path) -> None:
    result = run(str(write(files(MOCKS), tmp_path)), "--format", "json")
    match = {load["method"]: load for load in json.loads(result.stdout)["results"]}
    assert {name: value["outcome"] for name, value in match.items()} == {
        "testWithOriginal": "passed",
        "testOnlyThatClass": "passed",
        "testMethodOfAnObject": "passed",
        "testOfTheEngine": "passed",
        "testUnknown": "error",
    }
    assert "NoMethodFound" in match["testUnknown"]["diagnostics"][0]["message"]
    assert not match["testOfTheEngine"]["log"]


VERSIONS = {
    "one": """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.parts
Version: 1.0.0
Classes: {example.parts.Part: Part.yaml}
=== Classes/Part.yaml
Namespaces: {=: example.parts}
Name: Part
Methods:
  value:
    Body:
      - Return: 1
""",
    "two": """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.parts
Version: 2.0.0
Classes: {example.parts.Part: Part.yaml}
=== Classes/Part.yaml
Namespaces: {=: example.parts}
Name: Part
Methods:
  value:
    Body:
      - Return: 2
""",
    "maker": """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.maker
Require: {example.parts: 1.0.0}
Classes: {example.maker.Maker: Maker.yaml}
=== Classes/Maker.yaml
Namespaces: {=: example.maker, p: example.parts}
Name: Maker
Methods:
  make:
    Usage: Static
    Body:
      - Return: new(p:Part)
""",
    "tests": """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.tests
Require: {example.parts: 2.0.0, example.maker: }
Classes: {example.tests.T: T.yaml}
=== Classes/T.yaml
Namespaces: {=: example.tests, p: example.parts, m: example.maker, t: io.murano.test}
Name: T
Extends: t:TestFixture
Methods:
  testBoth:
    Body:
      - $one: m:Maker.make()
      - $.assertEqual([1, 2], [$one.value(), new(p:Part).value()])
      - inject(p:Part, value, originalMethod() + 10)
      - $.assertEqual([11, 12], [$one.value(), new(p:Part).value()])
      - $.assertEqual(11, m:Maker.make().value())
""",
}


def test_a_mock_is_for_all_versions_of_a_class(tmp_path: Path) -> None:
    for name, text in VERSIONS.items():
        (tmp_path / name).mkdir()
        write(files(text), tmp_path / name)
    result = run(str(tmp_path / "tests"), "-L", str(tmp_path))
    assert result.exit_code == 0, result.output


def test_the_first_failure_is_the_last_test(tmp_path: Path) -> None:
    result = run(str(write(files(PACKAGE), tmp_path)), "--format", "json", "-x")
    assert [load["method"] for load in json.loads(result.stdout)["results"]] == ["testFails"]
    assert result.exit_code == 1


def test_coverage_for_programs(tmp_path: Path) -> None:
    traced = tmp_path / "lcov.info"
    result = run(
        EXAMPLE,
        "-k",
        "testLimit",
        "--coverage",
        "--format",
        "json",
        "--lcov",
        str(traced),
        "--cobertura",
        str(tmp_path / "cobertura.xml"),
    )
    covered = json.loads(result.stdout)["coverage"]
    assert result.exit_code == 0
    assert covered
    lines = traced.read_text().splitlines()
    assert lines[-1] == "end_of_record"
    assert any(line.startswith("SF:") and line.endswith(".yaml") for line in lines)
    assert {line.partition(":")[0] for line in lines} >= {"SF", "DA", "LF", "LH"}
    root = ElementTree.parse(tmp_path / "cobertura.xml").getroot()
    hits = [int(line.get("hits", "")) for line in root.iter("line")]
    assert root.get("lines-valid") == str(len(hits))
    assert root.get("lines-covered") == str(sum(hits))
    assert [f"SF:{item.get('filename')}" for item in root.iter("class")] == [
        line for line in lines if line.startswith("SF:")
    ]


SEVERAL = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.several
Classes:
  example.several.App: App.yaml
  example.several.AppTest: AppTest.yaml
  example.several.UnreadyTest: UnreadyTest.yaml
  example.several.UnmadeTest: UnmadeTest.yaml
=== Classes/App.yaml
Namespaces: {=: example.several}
Name: App
Methods:
  two:
    Body:
      - Return: [1, 2
=== Classes/AppTest.yaml
Namespaces: {=: example.several, test: io.murano.test}
Name: AppTest
Extends: test:TestFixture
Methods:
  testTwo:
    Body:
      - $.assertEqual(2, new(App).two())
  testForEver:
    Body:
      - While: true = true
        Do:
          - $x: 1
  testTrace:
    Body:
      - Try:
          - Throw: Failed
        Catch:
          As: e
          Do:
            - logger(x).info($e.stackTrace.toString())
            - $.assertEqual(1, 2)
=== Classes/UnreadyTest.yaml
Namespaces: {=: example.several, test: io.murano.test}
Name: UnreadyTest
Extends: test:TestFixture
Methods:
  setUp:
    Body:
      - Throw: Failed
        Message: no server
  testOne:
    Body:
      - $.assertEqual(1, 1)
  testTwo:
    Body:
      - $.assertEqual(1, 1)
=== Classes/UnmadeTest.yaml
Namespaces: {=: example.several, test: io.murano.test}
Name: UnmadeTest
Extends: test:TestFixture
Methods:
  .init:
    Body:
      - Throw: Failed
        Message: no object
  testOne:
    Body:
      - $.assertEqual(1, 1)
  testTwo:
    Body:
      - $.assertEqual(1, 1)
"""


@pytest.fixture
def several(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = write(files(SEVERAL), tmp_path / "tests")
    monkeypatch.chdir(tmp_path)
    return str(folder)


def test_why_a_class_cannot_be_read_is_said_first(several: str) -> None:
    result = run(several, "--timeout", "0.01")
    assert result.exit_code == 1
    assert result.output.index("MPL111") < result.output.index("AppTest.testTwo")


def test_a_test_without_an_end_is_ended_and_the_rest_goes_on(
    several: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Only the instructions are limited: a busy machine may need more time for them
    monkeypatch.setattr("muranopl.execution.budget.time.process_time", lambda: 0.0)
    results = json.loads(
        run(several, "-k", "AppTest", "--timeout", "0.01", "--format", "json").stdout
    )["results"]
    assert [result["method"] for result in results] == ["testTwo", "testForEver", "testTrace"]
    assert (
        results[1]["diagnostics"][0]["message"]
        == "the run ended here: it ran more than 3,333 instructions"
    )
    assert results[2]["outcome"] == "failed"


def test_a_trace_names_files_from_where_the_user_stands(several: str) -> None:
    results = json.loads(run(several, "-k", "testTrace", "--format", "json").stdout)["results"]
    relative = Path(several).relative_to(Path.cwd()).as_posix()
    assert f'File "{relative}/Classes/AppTest.yaml", line 16:13' in results[0]["log"][0]


def test_a_class_that_cannot_be_made_ready_is_one_error(several: str) -> None:
    report = json.loads(run(several, "-k", "*.Un*Test.test*", "--format", "json").stdout)
    names = [
        (item["class"].rpartition(".")[2], item["method"], item["outcome"])
        for item in report["results"]
    ]
    assert names == [("UnreadyTest", "setUp", "error"), ("UnmadeTest", ".init", "error")]
    assert (report["found"], report["failed"]) == (7, 2)
