"""`muranopl call`: methods of classes and of objects, model builders, what is refused, and what fails."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import Result

import muranopl
from muranopl.diagnostics.examples import files
from tests import command_line
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.app
Name: Example
Description: for tests
Author: me
Version: 1.0.0
Classes: {example.app.Counter: Counter.yaml, example.app.Plain: Plain.yaml}
=== Classes/Counter.yaml
Namespaces: {=: example.app, std: io.murano, m: io.murano.metadata, sys: io.murano.system}
Name: Counter
Properties:
  count: {Contract: $.int().notNull(), Default: 0, Usage: InOut}
  plain: {Contract: $.class(Plain)}
Methods:
  sum:
    Usage: Static
    Scope: Public
    Arguments:
      - a: {Contract: $.int().notNull()}
      - b: {Contract: $.int().notNull(), Default: 1}
    Body:
      - Return: $a + $b
  types:
    Usage: Static
    Scope: Public
    Body:
      - Return:
          type: type(new(Plain))
          object: new(Plain, name => one)
  hidden:
    Usage: Static
    Body:
      - Return: 1
  up:
    Scope: Public
    Arguments:
      - by: {Contract: $.int().notNull(), Default: 1}
    Body:
      - $.count: $.count + $by
      - Return: $.count
  restart:
    Usage: Action
    Body:
      - logger('counter').info('restarted {0} times', $.count)
  fail:
    Scope: Public
    Body:
      - $.deeper(2)
  deeper:
    Arguments:
      - n: {Contract: $.int()}
    Body:
      - If: $n = 0
        Then:
          - Throw: NotReady
            Message: oh no
      - $.deeper($n - 1)
  build:
    Usage: Static
    Scope: Public
    Meta: {m:ModelBuilder: {}}
    Arguments:
      - model: {Contract: {}}
      - by: {Contract: $.int().notNull()}
    Body:
      - Return: $model.set(count, $model.get(count, 0) + $by)
=== Classes/Plain.yaml
Namespaces: {=: example.app}
Name: Plain
Properties:
  name: {Contract: $.string(), Default: none}
=== model.yaml
'?': {type: example.app.Counter/1, id: one}
count: 4
plain: {'?': {type: example.app.Plain/1, id: p}}
=== arguments.yaml
a: 5
b: 5
"""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write(files(PACKAGE), tmp_path / "app")
    for name in ("model.yaml", "arguments.yaml"):
        (tmp_path / "app" / name).rename(tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    return command_line.run("call", *words, "-L", "app", "--no-cache")


COUNTER = "example.app.Counter"
MODEL = ("--model", "model.yaml")
PLAIN = {
    "?": {"type": "example.app.Plain/1.0.0@example.app", "name": None, "metadata": None},
    "name": "one",
}


@pytest.mark.parametrize(
    ("words", "value"),
    [
        pytest.param(["sum", "-a", "a=2"], 3, id="default"),
        pytest.param(["sum", "-a", "a=2", "-a", "b=-7"], -5, id="arguments"),
        pytest.param(["sum", "--arguments", "arguments.yaml"], 10, id="file"),
        pytest.param(
            ["sum", "--arguments", "arguments.yaml", "-a", "a=1"], 6, id="file and option"
        ),
        pytest.param(["hidden", "--any"], 1, id="any"),
        pytest.param(["up", *MODEL], 5, id="only object of the class"),
        pytest.param(["up", *MODEL, "--object", "one", "-a", "by=3"], 7, id="object"),
        pytest.param(["restart", *MODEL], None, id="action"),
        pytest.param(["sum", "-a", "a=1", *MODEL], 2, id="static method beside a model"),
    ],
)
def test_values(packages: Path, words: list[str], value: Any) -> None:
    result = run(COUNTER, *words)
    assert (result.exit_code, json.loads(result.stdout)) == (0, value), result.stderr


def test_objects_and_classes_are_written_out(packages: Path) -> None:
    value = json.loads(run(COUNTER, "types").stdout)
    del value["object"]["?"]["id"]
    assert value == {"type": "example.app.Plain/1.0.0@example.app", "object": PLAIN}


def test_model_after_the_call(packages: Path) -> None:
    saved = yaml.safe_load(run(COUNTER, "up", *MODEL, "--after", "--format", "yaml").stdout)
    assert (saved["Objects"]["count"], saved["Objects"]["?"]["id"]) == (5, "one")


def test_model_builder_gets_the_model_and_what_it_makes_is_rendered(packages: Path) -> None:
    result = run(COUNTER, "build", *MODEL, "-a", "by=3")
    model = json.loads(result.stdout)
    assert model["count"] == 7
    assert model["?"]["type"] == "example.app.Counter/1.0.0@example.app"


def test_an_unfinished_model_is_returned_as_it_is_with_warnings(packages: Path) -> None:
    (packages / "unfinished.yaml").write_text("'?': {type: example.app.Counter}\nplain: 7\n")
    result = run(COUNTER, "build", "--model", "unfinished.yaml", "-a", "by=3")
    assert (result.exit_code, json.loads(result.stdout)) == (
        0,
        {"?": {"type": "example.app.Counter"}, "plain": 7, "count": 3},
    )
    assert "warning" in result.stderr
    assert "$.plain" in result.stderr
    assert "the model that build created is returned unchanged" in result.stderr


def test_log_goes_to_standard_error(packages: Path) -> None:
    result = run(COUNTER, "restart", *MODEL)
    assert result.stderr == "info counter: restarted 4 times\n"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        pytest.param([COUNTER, "hidden"], "MPL582", "it is not public", id="not public"),
        pytest.param(
            [COUNTER, "restrat", *MODEL], "MPL582", 'did you mean "restart"', id="unknown method"
        ),
        pytest.param([COUNTER, "up"], "MPL582", "method of objects", id="no object"),
        pytest.param(
            [COUNTER, "up", *MODEL, "--object", "p"],
            "MPL582",
            "is of class example.app.Plain",
            id="class",
        ),
        pytest.param(
            [COUNTER, "up", *MODEL, "--object", "x"], "MPL526", 'the id "x"', id="unknown id"
        ),
        pytest.param(
            ["example.app.Cuonter", "up"],
            "MPL524",
            'did you mean "example.app.Counter"',
            id="unknown class",
        ),
        pytest.param(
            [COUNTER, "sum", "-a", "a=x"],
            "MPL580",
            'the string "x" is not an integer',
            id="refused argument",
        ),
        pytest.param(
            [COUNTER, "sum", "-a", "c=1"],
            "MPL580",
            "Counter::sum(a)] a value is required",
            id="missing argument",
        ),
        pytest.param(
            [COUNTER, "sum", "-a", "a=1", "-a", "c=1"],
            "MPL580",
            'no argument "c"',
            id="unknown argument",
        ),
        pytest.param(
            [COUNTER, "fail", *MODEL], "MPL580", "example.app.NotReady: oh no", id="exception"
        ),
    ],
)
def test_refusals(packages: Path, words: list[str], code: str, message: str) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert f"error[{code}]" in result.stderr
    assert message in result.stderr


def test_exception_has_the_stack(packages: Path) -> None:
    catalog = muranopl.Catalog("app")
    result = catalog.call(COUNTER, "fail", model="model.yaml")
    (diagnostic,) = result.diagnostics
    assert (diagnostic.path, diagnostic.line) == ("app/Classes/Counter.yaml", 47)
    assert [(item.message, item.line) for item in diagnostic.related] == [
        ("called by deeper of example.app.Counter, 2 times", 49),
        ("called by fail of example.app.Counter", 40),
    ]
    assert not result.ok
    assert result.value is None


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["up", "--object", "one"], id="object without model"),
        pytest.param(["sum", "-a", "a"], id="no value"),
        pytest.param(["sum", "-a", f"a={'9' * 5_000}"], id="too many digits"),
        pytest.param(["sum", "-a", f"a={'[' * 100_000}"], id="nested too deeply"),
        pytest.param(["up", "--model", "missing.yaml"], id="missing file"),
        pytest.param(["sum", "--arguments", "-", "--model", "-"], id="standard input twice"),
    ],
)
def test_wrong_usage(packages: Path, words: list[str]) -> None:
    assert run(COUNTER, *words).exit_code == 2


def test_a_model_that_does_not_load_is_told_at_its_place(packages: Path) -> None:
    (packages / "model.yaml").write_text("'?': {type: example.app.Counter, id: c}\ncount: many\n")
    result = muranopl.Catalog("app").call(COUNTER, "up", model="model.yaml")
    assert [
        (diagnostic.path, diagnostic.line, diagnostic.code)
        for diagnostic in result.diagnostics
        if diagnostic.severity.value == "error"
    ] == [("model.yaml", 2, "MPL520")]
