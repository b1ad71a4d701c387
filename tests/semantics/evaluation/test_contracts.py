"""Contracts as expressions: contract functions stand before all others, whoever applies contracts answers them."""

from __future__ import annotations

from typing import Any

import pytest

from muranopl.ard.yaql import tree
from muranopl.language.contracts.functions.declaration import (
    ClassArguments,
    ComputedPredicate,
    ContractFunction,
)
from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError, NotEvaluatedError
from muranopl.semantics.evaluation.objects import MuranoObject
from tests.semantics.evaluation.setting import Setting, expression

CLASSES = """Name: Main
Properties:
  limit: {Contract: $.int()}
Methods:
  loud: {Usage: Extension, Arguments: {v: {Contract: $.string().notNull()}}}
"""


class ViolatedError(Exception):
    """A contract is violated."""


class Contracts:
    """Contract functions that write down what they are asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def __call__(self, function: ContractFunction, value: Any, arguments: Any) -> Any:
        name = function.name
        if isinstance(arguments, ComputedPredicate):
            self.asked.append((name, value, arguments.message))
            if not arguments.holds(value):
                raise ViolatedError(arguments.message)
        elif isinstance(arguments, ClassArguments):
            classes = (arguments.type.name, arguments.default and arguments.default.name)
            excluded = (arguments.exclude,) if name == "template" else ()
            self.asked.append((name, value, *classes, arguments.spec, *excluded))
        else:
            self.asked.append((name, value))
        if value is None and name == "notNull":
            raise ViolatedError(name)
        return str(value) if name == "string" and value is not None else value


MAIN = "example.app.Main"
ASKED: dict[str, list[tuple[Any, ...]]] = {
    "$.string()": [("string", 5)],
    "string($)": [("string", 5)],
    "$.int().notNull()": [("int", 5), ("notNull", 5)],
    "list($.int(), $.bool())": [("int", 5), ("bool", 5)],
    "int()": [("int", None)],
    "list($).select($ + 1).int()": [("int", [6])],
    "$.owned().notOwned()": [("owned", 5), ("notOwned", 5)],
    "$.check($ > 3)": [("check", 5, None)],
    "$.check($ = 5, 'not five')": [("check", 5, "not five")],
    "$.check(predicate => true, msg => x)": [("check", 5, "x")],
    "$.check(abc.loud() = 1 or true)": None,  # type: ignore[dict-item]
    "$.check(base64encode(a) = 'YQ==')": [("check", 5, None)],
    "$.check(int('7') > $ and $this.limit > $)": [("check", 5, None)],
    "$.class(Main)": [("class", 5, MAIN, None, None)],
    "$.class(:Main, Main, '>=1')": [("class", 5, MAIN, MAIN, ">=1")],
    "$.class(name => Main, versionSpec => '1')": [("class", 5, MAIN, None, "1")],
    "$.class(Main, null)": [("class", 5, MAIN, None, None)],
    "$.template(Main, excludeProperties => list(a, b))": [
        ("template", 5, MAIN, None, None, ("a", "b"))
    ],
    "$.template(:Main, :Main)": [("template", 5, MAIN, MAIN, None, ())],
    "$this.limit.int()": [("int", 9)],
    "{a => $.string()}.a": [("string", 5)],
}
FAILURES: dict[str, type[Exception]] = {
    "null.notNull()": ViolatedError,
    "$.check($ > 7)": ViolatedError,
    "list(1).select(null.notNull())": ViolatedError,
    "$.check($.foo)": EvaluationError,
    "$.check(range(0, 10000000000).len() > 1)": ExhaustedError,
    "$.check(now() > 1)": NotEvaluatedError,
    "$.check($.int() > 3)": EvaluationError,
    "$.int(1)": EvaluationError,
    "$.class(Absent)": EvaluationError,
    "$.class(null)": EvaluationError,
    "$.class()": EvaluationError,
    "$.template(Main, 5)": EvaluationError,
    "$.check()": EvaluationError,
    "base64encode(a)": EvaluationError,
    "abc.loud()": EvaluationError,
    "super($this)": EvaluationError,
}


@pytest.fixture(scope="module")
def setting(tmp_path_factory: pytest.TempPathFactory) -> Setting:
    return Setting(tmp_path_factory.mktemp("package"), CLASSES, "1.4")


@pytest.fixture
def this(setting: Setting) -> MuranoObject:
    return setting.object("Main", limit=9)


@pytest.mark.parametrize("text", ASKED)
def test_asked(setting: Setting, this: MuranoObject, text: str) -> None:
    functions = Contracts()
    setting.run(text, dollar=5, this=this, functions=functions)
    if ASKED[text] is not None:
        assert functions.asked == ASKED[text]


@pytest.mark.parametrize("text", FAILURES)
def test_failures(setting: Setting, this: MuranoObject, text: str) -> None:
    with pytest.raises(FAILURES[text]) as caught:
        setting.run(text, dollar=5, this=this, functions=Contracts())
    assert isinstance(caught.value, FAILURES[text])


def test_values(setting: Setting, this: MuranoObject) -> None:
    def run(text: str, dollar: Any = 5) -> Any:
        return setting.run(text, dollar=dollar, this=this, functions=Contracts())

    assert run("$.string()") == "5"
    assert run("$.string() + 'x'") == "5x"
    assert run("list($.string(), {a => $.int()})") == ["5", {"a": 5}]
    assert run("$.check(true)", [1, {"a": [2]}]) == [1, {"a": [2]}]
    assert run("$.class(Main)", this) is this


@pytest.mark.parametrize(
    ("text", "dollar", "truth"),
    [
        ("$.check($ > 3)", 5, True),
        ("$.check($ > 3)", 2, False),
        ("$.check($this.limit > $)", 8, True),
        ("$.check($ and 7)", 5, True),
        ("$.check(abc.loud())", 5, True),
        ("$.check($.where($ > 7))", [1], True),
        ("$.check($.where($ > 7).toList())", [1], False),
        ("$.check($.a)", {"a": 0}, False),
    ],
)
def test_predicate(
    setting: Setting, this: MuranoObject, text: str, dollar: Any, truth: bool
) -> None:
    predicate = argument(text)
    assert bool(setting.evaluator.predicate(predicate, setting.main, this, dollar=dollar)) is truth


def test_failing_predicate(setting: Setting, this: MuranoObject) -> None:
    with pytest.raises(EvaluationError):
        setting.evaluator.predicate(argument("$.check($.foo)"), setting.main, this, dollar=5)


def argument(text: str) -> tree.Expression:
    """The argument of the call that an expression is."""
    whole = expression(text).tree
    assert isinstance(whole, tree.Binary)
    assert isinstance(whole.right, tree.Call)
    return whole.right.arguments[0]
