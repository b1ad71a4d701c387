"""Operators and the functions that have shortcuts agree with yaql itself about every kind of values."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from muranopl.semantics.evaluation.errors import EvaluationError
from tests.semantics.evaluation import plain
from tests.semantics.evaluation.setting import Setting

BINARY = ["+", "-", "*", "/", "mod", ">", "<", ">=", "<=", "=", "!=", "in", "and", "or", "=~"]
UNARY = ["-", "+", "not"]
CALLS = [
    *(
        "[$a, $b]",
        "list($a, $b)",
        "list($a, list($b))",
        "{a => $a, b => $b}",
        "$a[$b]",
        "max($a, $b)",
        "min($a, $b)",
    ),
    *(
        "$a.len()",
        "len($a)",
        "$a.a",
        "$a?.a",
        "$a.get(a)",
        "$a.get($b)",
        "$a.contains($b)",
        "$a.toList()",
        "$a.sum()",
    ),
    *(
        "$a.select($)",
        "$a.where($ = $b)",
        "$a.toUpper()",
        "$a.split($b)",
        "$a.join($b)",
        "$b.join($a)",
        "set($a, $b).len()",
    ),
    *(
        "$a.replace($b, x)",
        "$a.trim($b)",
        "$a.lastIndexOf($b)",
        "$a.rightSplit($b)",
        "pow($a, $b)",
        "round($a, $b)",
    ),
    *(
        "shiftBitsLeft($a, $b)",
        "str($a)",
        "int($a)",
        "bool($a)",
        "switch($a => 1, $b => 2)",
        "coalesce($a, $b)",
    ),
    *(
        "$a.first()",
        "$a.last($b)",
        "$a + [$b]",
        "dict([[$a, $b]])",
        "$a.set($b, 1)",
        "$a.keys()",
        "$a.distinct()",
    ),
    *(
        "$a.repeat(3)",
        "$a.isEmpty()",
        "norm($a)",
        "$a.flatten()",
        "$a.orderBy($)",
        "let($a, x => $b) -> [$, $2, $x]",
    ),
    *(
        "def(f, $ + $b) -> f($a)",
        "def(list, 5) -> list($a)",
        "def('*equal', 7) -> ($a = $b)",
        "call(len, [$a], {})",
    ),
    *(
        "list(a => $a)",
        "list(,$a)",
        "[a => $a]",
        "call('#operator_+', [$a, $b], {})",
        "call(list, [$a, $b], {})",
    ),
    *(
        "$a and undefined($b)",
        "$a or undefined($b)",
        "($a and $b) or $a",
        "not ($a = $b)",
        "$a.($b)",
        "$undefined",
    ),
    *(
        "let($a) -> range(0, 2).select($)",
        "range(0, 2).select(let($) -> $ + 1)",
        "list($a).toSet().union(set($b)).contains($b)",
    ),
    *(
        "$a.toSet().len()",
        "(set($a) + set($b)).len()",
        "set($a) - set($b)",
        "set(c, b, a) = set(a, b, c)",
    ),
]
VALUES: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        -3,
        2,
        2.0,
        "",
        "a",
        "1",
        [],
        [1, 2],
        ["a", "b"],
        {},
        {"a": {"a": "ab"}},
        [[1, "a"], [2, None]],
    )
]
RIGHT: list[Any] = [None, True, 2, "a", [1], {"a": 1}]


@pytest.fixture(scope="module", params=["1.0", "1.4"])
def setting(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Setting:
    return Setting(tmp_path_factory.mktemp("package"), "Name: Main\n", request.param)


def test_as_in_yaql(setting: Setting) -> None:
    texts = [*(f"$a {item} $b" for item in BINARY), *(f"{item} $a" for item in UNARY), *CALLS]
    differing = []
    for text, left in itertools.product(texts, VALUES):
        for right in RIGHT if "$b" in text else [None]:
            variables = {"a": left, "b": right}
            result = answer(setting, text, variables)
            expected = plain.answer(text, variables, lenient=setting.main.runtime < (1, 2))
            if repr(result) != repr(expected):
                differing.append((text, variables, result, expected))
    assert not differing, (len(differing), differing[:20])


def answer(setting: Setting, text: str, variables: dict[str, Any]) -> Any:
    try:
        return setting.run(text, variables=variables)
    except EvaluationError:
        return plain.FAILS
