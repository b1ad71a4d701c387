"""Values and failures of expressions, in the versions of MuranoPL that differ most."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.semantics.evaluation.errors import EvaluationError, NotEvaluatedError
from muranopl.semantics.evaluation.objects import MuranoType
from tests.semantics.evaluation.setting import Setting

RUNTIMES = ("1.0", "1.1", "1.2", "1.3", "1.4")
CASES = json.loads((Path(__file__).parent / "evaluation.json").read_text())
# What takes a running engine, or differs from run to run.
UNKNOWN = re.compile(r"patch\(|randomName\(|now\(")

# An expression, what it gives in 1.0, what in 1.4; `$` is 5.
TABLE: dict[str, tuple[Any, Any]] = {
    # Mappings before 1.2: missing keys are null, iteration gives the keys, displays are calls of
    # dict().
    "{a => 1}.b": (None, EvaluationError),
    "{a => 1}.select($)": (["a"], EvaluationError),
    "dict(a => 1, b => 2).keys()": (["a", "b"], ["a", "b"]),
    "[1, 2, 3][$ > 1]": ([2, 3], 2),
    "toUpper(abc)": ("ABC", EvaluationError),
    "'1'.int()": (1, EvaluationError),
    "list(1, 2).firstOrDefault(0)": (1, EvaluationError),
    "substr(abcdef, 1, 2)": ("bc", EvaluationError),
    "tuple(1, a)": ([1, "a"], EvaluationError),
    "5.switch($ > 3 => big, true => small)": ("big", EvaluationError),
    "range(0, 3)": ([0, 1, 2], [0, 1, 2]),
    "0.range(3)": ([0, 1, 2], EvaluationError),
    "range(3)": (EvaluationError, [0, 1, 2]),
    # The same in all versions.
    "$": (5, 5),
    "$ > 3 and $ < 7": (True, True),
    "$1 in list(4, 5)": (True, True),
    "$undefined": (None, None),
    "a + b": ("ab", "ab"),
    "7 / 2": (3, 3),
    "7.0 / 2": (3.5, 3.5),
    "-7 mod 3": (2, 2),
    "null > 1": (False, False),
    "true and null": (None, None),
    "set(b, c, a)": (["a", "b", "c"], ["a", "b", "c"]),
    "set(b, c, a).select($ + x)": (["ax", "bx", "cx"], ["ax", "bx", "cx"]),
    "set(list(1, 2), list(0, 5))": ([[0, 5], [1, 2]], [[0, 5], [1, 2]]),
    "{list(a) => 1}": (EvaluationError, EvaluationError),
    "{1 => list(a)}": ({1: ["a"]}, {1: ["a"]}),
    "let(a => 1, b => 2) -> $a + $b": (3, 3),
    "list(1, 2, 3).groupBy($ mod 2)": ([[1, [1, 3]], [0, [2]]], [[1, [1, 3]], [0, [2]]]),
    "base64encode('é').base64decode()": ("é", "é"),
    "base64decode('%%')": ("", ""),
    "base64decode('/w==')": (EvaluationError, EvaluationError),
    "bind(list('$a', {'${b}x' => '$a'}, 5), {a => 1, b => 2})": (
        [1, {"2x": 1}, 5],
        [1, {"2x": 1}, 5],
    ),
    "bind('$c', {a => 1})": (EvaluationError, EvaluationError),
    "list(1, 2).pselect($ * 2)": ([2, 4], [2, 4]),
    "require(5)": (5, 5),
    "require(null)": (EvaluationError, EvaluationError),
    "sleep(1000000)": (None, None),
    "5.assert($ = 5)": (5, 5),
    "call(len, list(abc), {})": (3, 3),
    "call(split, list('-'), {}, 'a-b')": (["a", "b"], ["a", "b"]),
    "isObject(5)": (False, False),
    "str(list(a, null, true))": ("('a', None, True)", "('a', None, True)"),
    "datetime(2020, 2, 3).year": (2020, 2020),
    "timespan(hours => 2).minutes": (120.0, 120.0),
    # What nobody knows here.
    "now()": (NotEvaluatedError, NotEvaluatedError),
    "random()": (NotEvaluatedError, NotEvaluatedError),
    "randomName()": (NotEvaluatedError, NotEvaluatedError),
    "{a => 1}.patch({})": (NotEvaluatedError, NotEvaluatedError),
    "logger(name)": (NotEvaluatedError, NotEvaluatedError),
    "decryptData(x)": (NotEvaluatedError, NotEvaluatedError),
    "str(list(1).select($))": (NotEvaluatedError, NotEvaluatedError),
    # Only the core library has these.
    "config(a, b)": (EvaluationError, EvaluationError),
}

MESSAGES = {
    "foo(1)": 'function "foo" is unknown',
    "lenn(1)": 'function "lenn" is unknown; did you mean "len"?',
    "$.selectt(1)": 'an integer has no method "selectt"; did you mean "select"?',
    "first(list(1))": 'function "first" is unknown; it exists only as a method, $.first(...)',
    "5.str()": 'method "str" is unknown; it exists only as a function, str(...)',
    "null.foo": 'null has no attribute "foo"',
    "'a'.b.c": 'a string has no attribute "b"',
    "list(1, 2).select($.foo)": 'an integer has no attribute "foo"',
    "typeinfo(:Main).foo": 'a reflected declaration has no attribute "foo"',
    "'a' > 1": 'operator ">" does not accept a string and an integer',
    "null + 1": 'operator "+" does not accept null and an integer',
    "-list(1)": 'operator "-" does not accept a list',
    "{a => 1} + 'x'": 'operator "+" does not accept a mapping and a string',
    "len(5)": 'function "len" does not accept an integer',
    "len()": 'function "len" cannot be called without arguments',
    "len(value => a)": 'function "len" does not accept value => a string',
    "$.toUpper()": 'method "toUpper" cannot be called on an integer',
    "'a'.split(1)": 'method "split" cannot be called on a string with an integer',
    "5.select($ + 1)": 'method "select" cannot be called on an integer with an expression',
    "1 / 0": "division by zero",
    "int(abc)": 'function "int" fails for "abc"',
    "dict(a => 1)[b]": 'the mapping has no key "b"',
    "{a => 1}.delete(a)[list(1)]": "the mapping has no key a list",
    "list(1)[5]": 'operator "[]" asks for an item past the end',
    "list().first()": 'method "first" finds no item in the collection',
    "list(1, 2).single()": 'method "single" finds more than one item in the collection',
    "list().sum()": 'method "sum" has no initial value: the collection is empty',
    "5.assert($ > 7, 'too small')": "too small",
    "regex('(')": "'(' is not a regular expression: missing ), unterminated subpattern at position 0",
    "pow(10.0, 400)": 'function "pow" returns a number or a date that is too large',
    "datetime(2020, 13, 1)": 'function "datetime" fails for 2020, 13 and 1',
    "new(:Main, {'1' => 1})": "new(): '1' is not a name of a property",
    ":Absent": 'unknown class ":Absent"',
    "x:Main": 'unknown prefix "x"',
}


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Setting]:
    return {
        runtime: Setting(tmp_path_factory.mktemp("package"), "Name: Main\n", runtime)
        for runtime in RUNTIMES
    }


@pytest.mark.parametrize("text", TABLE)
def test_values(settings: dict[str, Setting], text: str) -> None:
    for runtime, expected in zip(("1.0", "1.4"), TABLE[text], strict=True):
        if isinstance(expected, type):
            with pytest.raises(expected):
                settings[runtime].run(text, dollar=5)
        else:
            result = settings[runtime].run(text, dollar=5)
            assert repr(result) == repr(expected), runtime


@pytest.mark.parametrize("text", MESSAGES)
def test_messages(settings: dict[str, Setting], text: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        settings["1.4"].run(text, dollar=5)
    assert str(caught.value) == MESSAGES[text]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_as_in_the_engine(settings: dict[str, Setting], case: dict[str, Any]) -> None:
    """The bodies of the conformance cases that only assign and return."""
    for runtime in case["runtimes"]:
        if "error" in case:
            with pytest.raises(EvaluationError):
                returned(settings[runtime], case["body"])
            continue
        try:
            assert noted(returned(settings[runtime], case["body"])) == noted(case["value"])
        except NotEvaluatedError:
            assert UNKNOWN.search(case["body"])


def returned(setting: Setting, body: str) -> Any:
    """What a body of assignments to variables and one `Return` gives."""
    (document,) = load(body.encode(), File("", "x"), Findings(), dialect=Dialect.MURANO)
    assert isinstance(document, Sequence)
    variables: dict[str, Any] = {}
    for instruction in document.items:
        assert isinstance(instruction, Mapping)
        ((key, value),) = instruction.pairs
        result = evaluated(setting, value, variables)
        if isinstance(key, Scalar):
            return result
        assert isinstance(key, Yaql)
        variables[key.text] = result
    raise AssertionError


def evaluated(setting: Setting, node: Node, variables: dict[str, Any]) -> Any:
    if isinstance(node, Yaql):
        return setting.evaluator.value(node, setting.main, setting.main, variables=variables)
    if isinstance(node, Sequence):
        return [evaluated(setting, item, variables) for item in node.items]
    if isinstance(node, Mapping):
        return {
            evaluated(setting, key, variables): evaluated(setting, item, variables)
            for key, item in node.pairs
        }
    assert isinstance(node, Scalar)
    return node.value


def noted(value: Any) -> Any:
    """A value in the notation of the cases, with numbers and booleans told apart."""
    if isinstance(value, MuranoType):
        return {"?type": "conf." + value.name.rpartition(".")[2]}
    if isinstance(value, datetime.datetime):
        return {"?other": f"datetime: {value}"}
    if isinstance(value, list):
        return [noted(item) for item in value]
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: noted(item) for key, item in value.items()}
        return {"?pairs": [[noted(key), noted(item)] for key, item in value.items()]}
    return value if isinstance(value, str) else (type(value), value)
