"""`muranopl test`: tests with cases."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests import command_line
from tests.material import write

HEAD = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.app
Name: Example
Description: for tests
Author: me
Version: 1.0.0
Classes: {example.app.Base: Base.yaml, example.app.T: T.yaml}
=== Classes/Base.yaml
Namespaces: {=: example.app, t: io.murano.test}
Name: Base
Extends: t:TestFixture
Properties:
  testInheritedCases:
    Usage: Static
    Contract: $
    Default: [{value: 1}, {value: 2}]
"""
FIXTURE = f"""\
{HEAD}=== Classes/T.yaml
Namespaces: {{=: example.app}}
Name: T
Extends: Base
Properties:
  testNamedCases:
    Contract: {{$.string(): {{value: $.int()}}}}
    Default:
      right: {{value: 1}}
      computed: {{value: 2 - 1}}
      wrong: {{value: 2}}
  testFreeCases: {{Contract: $, Default: 7}}
Methods:
  testNamed:
    Arguments:
      - value: {{Contract: $.int().notNull(), Default: 1}}
    Body:
      - $.assertEqual(1, $value)
  testInherited:
    Arguments:
      - value: {{Contract: $.int().notNull()}}
    Body:
      - $.assertTrue($value > 0)
  testFree:
    Body:
      - $.assertEqual(7, $.testFreeCases)
"""
NAMES = [
    "example.app.T.testNamed[right]",
    "example.app.T.testNamed[computed]",
    "example.app.T.testNamed[wrong]",
    "example.app.T.testInherited[0]",
    "example.app.T.testInherited[1]",
    "example.app.T.testFree",
]


def run(*words: str) -> tuple[int, str, str]:
    result = command_line.run("test", *words)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> str:
    return str(write(files(FIXTURE), tmp_path / "package"))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("testNamed", NAMES[:3]),
        ("testNamed[right]", NAMES[:1]),
        ("example.app.T.testNamed", NAMES[:3]),
        ("testNamed?[wc]*", NAMES[1:3]),
        ("nothing", []),
        ("testNamed*", NAMES[:3]),
        ("named[W", NAMES[2:3]),
        ("[0]", NAMES[3:4]),
    ],
)
def test_a_case_is_chosen_by_its_name(folder: str, word: str, expected: list[str]) -> None:
    status, text, errors = run(folder, "--list", "-k", word, "--no-cache")
    assert (text.splitlines(), errors) == (expected, "" if expected else errors)
    assert status == (0 if expected else 5)


def test_each_case_is_a_test(folder: str, tmp_path: Path) -> None:
    cache = ["--cache-dir", str(tmp_path / "cache")]
    assert run(folder, "--list", *cache)[1].splitlines() == NAMES
    status, text, _ = run(folder, "--format", "junit", *cache)
    suite = ElementTree.fromstring(text)[0]
    assert status == 1
    titles = [f"{case.get('classname')}.{case.get('name')}" for case in suite]
    assert titles == NAMES
    failed = [case.get("name") for case in suite if case.find("failure") is not None]
    assert failed == ["testNamed[wrong]"]
    # Listing kept no result, and the failed case alone runs again
    status, text, _ = run(folder, "--lf", "--format", "json", *cache)
    (result,) = json.loads(text)["results"]
    assert (result["method"], result["case"]) == ("testNamed", "wrong")
    (diagnostic,) = result["diagnostics"]
    assert diagnostic["related"][-1]["message"] == 'in the case "wrong"'
    assert diagnostic["related"][-1]["line"] == 10


def test_cases_run_in_several_processes(folder: str) -> None:
    reports = [muranopl.Catalog(folder, jobs=jobs).test(coverage=True) for jobs in (1, 2)]
    one, two = ([(item.name, item.outcome) for item in r.results] for r in reports)
    assert one == two
    assert [name for name, _ in one] == NAMES


@pytest.mark.parametrize(
    ("cases", "line", "message"),
    [
        ("[{value: 1}, 7]", 8, 'case "1" of testIt must be a mapping of arguments'),
        ("{a: {valeu: 1}}", 8, 'case "a" of testIt has "valeu", which is not an argument'),
        ("{a: {}}", 8, 'case "a" of testIt lacks the argument "value"'),
        ("[]", 8, 'property "testItCases" must have a Default with at least one case'),
        ("$.name", 8, 'property "testItCases" must have a Default'),
        ("[dict(a => 1)]", 11, "testIt"),
        ("[1 + 1]", 8, 'case "0" of testIt is not a mapping of arguments'),
        ("[{value: text}]", 11, 'the string "text" is not an integer'),
    ],
)
def test_a_wrong_case_has_its_place(tmp_path: Path, cases: str, line: int, message: str) -> None:
    text = f"""\
{HEAD}=== Classes/T.yaml
Namespaces: {{=: example.app}}
Name: T
Extends: Base
Properties:
  testItCases:
    Contract: $
    Default:
      {cases}
Methods:
  testIt:
    Arguments: [value: {{Contract: $.int().notNull()}}]
    Body: [$.assertTrue(true)]
"""
    report = muranopl.Catalog(str(write(files(text), tmp_path))).test("T.testIt")
    of_cases = [one for item in report.results for one in item.diagnostics]
    found = [one for one in (*report.diagnostics, *of_cases) if message in one.message]
    assert [one.line for one in found] == [line]
    assert not report.ok


def test_a_misspelt_property_is_a_warning(tmp_path: Path) -> None:
    text = FIXTURE.replace("testNamedCases", "testNaemdCases")
    report = muranopl.Catalog(str(write(files(text), tmp_path))).test("testNamed")
    (warning,) = report.diagnostics
    assert (warning.code, warning.severity.value) == ("MPL584", "warning")
    assert "testNamedCases" in str(warning.suggestion)
    assert report.selected == ("example.app.T.testNamed",)
