"""Simulations that other distributions bring: they are run, and what goes wrong in them is told as an exception."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.execution.simulation import registry
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.app
Classes:
  example.app.Balancer: Balancer.yaml
  example.app.Caller: Caller.yaml
  example.app.Failing: Failing.yaml
  example.app.Missing: Missing.yaml
=== Classes/Balancer.yaml
Namespaces: {=: example.app}
Name: Balancer
Methods:
  deploy: {Usage: Action}
  fail: {}
=== Classes/Caller.yaml
Namespaces: {=: example.app}
Name: Caller
Methods:
  trace:
    Usage: Static
    Scope: Public
    Arguments:
    - expression: {Contract: $.string().notNull()}
    Body:
    - Try:
      - Match:
          new: [new(Failing)]
          method: [new(Balancer).fail()]
          engine: [int(abc)]
        Value: $expression
      Catch:
        As: e
        Do:
        - Return:
            text: $e.stackTrace.toString()
            functions: $e.stackTrace.frames.where($.typeName = null).methodName
=== Classes/Failing.yaml
Namespaces: {=: example.app}
Name: Failing
Methods:
  deploy: {Usage: Action}
=== Classes/Missing.yaml
Namespaces: {=: example.app}
Name: Missing
Methods:
  deploy: {Usage: Action}
"""
MODULE = """\
from muranopl.execution.natives import native

class Balancer:
    def __init__(self, call): pass

    @native("deploy")
    def deploy(self, call): return "done"

    @native("fail")
    def fail(self, call): return inner()

def inner():
    return [][1]

class Failing:
    def __init__(self, call): raise RuntimeError("no balancer")
"""
ENTRY_POINTS = """\
[muranopl.simulations]
example.app.Balancer = simulations_of_tests:Balancer
example.app.Failing = simulations_of_tests:Failing
example.app.Missing = simulations_of_tests_that_are_missing:Missing
"""


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[muranopl.Catalog]:
    site = tmp_path / "site"
    information = site / "simulations_of_tests-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: simulations-of-tests\nVersion: 1.0\n"
    )
    (information / "entry_points.txt").write_text(ENTRY_POINTS)
    (site / "simulations_of_tests.py").write_text(MODULE)
    monkeypatch.syspath_prepend(site)
    registry._installed.cache_clear()
    yield muranopl.Catalog(write(files(PACKAGE), tmp_path / "app"))
    registry._installed.cache_clear()
    sys.modules.pop("simulations_of_tests", None)


def test_they_are_run(catalog: muranopl.Catalog) -> None:
    model = {"?": {"type": "example.app.Balancer", "id": "one"}}
    assert catalog.call("example.app.Balancer", "deploy", model=model).value == "done"
    assert catalog.render(model).ok


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Failing", "RuntimeError: no balancer"),
        (
            "Missing",
            '(simulations_of_tests_that_are_missing:Missing) cannot be imported: No module named "',
        ),
    ],
)
def test_what_goes_wrong_in_them_is_an_exception(
    catalog: muranopl.Catalog, name: str, said: str
) -> None:
    class_ = f"example.app.{name}"
    model = {"?": {"type": class_, "id": "one"}}
    told = {
        "render": catalog.render(model).diagnostics,
        "call": catalog.call(class_, "deploy", model=model).diagnostics,
        "deploy": catalog.deploy(model).diagnostics,
    }
    codes = {door: [item.code for item in value] for door, value in told.items()}
    assert codes == {"render": ["MPL551"], "call": ["MPL580"], "deploy": ["MPL580"]}
    assert all(said in item[0].message.replace("'", '"') for item in told.values())


@pytest.mark.parametrize(
    ("expression", "functions"),
    [("new", ["__init__"]), ("method", ["fail", "inner"]), ("engine", [])],
)
def test_a_stack_ends_with_their_functions(
    catalog: muranopl.Catalog, expression: str, functions: list[str]
) -> None:
    trace = catalog.call("example.app.Caller", "trace", {"expression": expression}).value
    assert trace["functions"] == functions
    lines = [line for line in trace["text"].splitlines() if "simulations_of_tests.py" in line]
    assert [line.rpartition(" ")[2] for line in lines] == functions


def test_a_stack_shows_their_lines(catalog: muranopl.Catalog) -> None:
    text = catalog.call("example.app.Caller", "trace", {"expression": "method"}).value["text"]
    assert text.endswith("line 13 in method inner\n    return [][1]")
