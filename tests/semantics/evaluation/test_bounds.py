"""Whatever an expression asks for, its evaluation ends soon, and says that it met a limit."""

from __future__ import annotations

import itertools

import pytest
from msgspec.structs import replace

from muranopl.semantics.evaluation.bounds import LIMITS, Budget, SharedBudget
from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError, SpentError
from muranopl.semantics.evaluation.evaluator import Evaluator
from tests.semantics.evaluation.setting import UNSHARED, Setting, expression

TEXT = "let(s => 'a' * 500000) -> "
WIDE = "range(0, 2000)"
SLOW = "'^(a|aa)+$'"
ENDLESS = [
    *(
        "range(0, 10000000000)",
        "range(0, 10000000000).len()",
        "generateMany(1, range(0, 10000000000)).count()",
    ),
    *(
        "sequence().last()",
        "sequence().skip(1000000000).first()",
        "1.repeat().toList()",
        "[1].cycle().sum()",
    ),
    *("generate(0, true, $ + 1).count()", "def(f, f($)) -> f(1)", f"{WIDE}.select({WIDE})"),
    f"{WIDE}.select({WIDE}.select({WIDE}.select({WIDE})))",
    f"{WIDE}.select({WIDE}.select({WIDE}.toList()).toList()).toList()",
]
LARGE = [
    *(
        "pow(10, 1000000000)",
        "pow(10, pow(10, 9))",
        "pow(3, pow(2, 16000), pow(2, 16001))",
        "shiftBitsLeft(1, 1000000000)",
    ),
    *(
        "int('9' * 4000) * int('9' * 4000)",
        f"{WIDE}.aggregate($1 * 1000000, 1)",
        "'a' * 1000000000",
        "1000000000 * 'a'",
    ),
    *(
        "[1] * 1000000000",
        "1000000000 * [1]",
        "list('x' * 500000) * 2000",
        f"{WIDE}.select('a' * 500000).toList()",
    ),
    *(
        f"{TEXT}$s + $s",
        f"{TEXT}[$s, $s].join('')",
        f"{TEXT}''.join({WIDE}.select($s))",
        f"{TEXT}$s.replace(a, $s)",
    ),
    *(
        f"{TEXT}$s.replace({{a => $s}})",
        f"{TEXT}regex(a).replace($s, $s)",
        f"{TEXT}regex(a).replaceBy($s, $s)",
    ),
    *(f"{TEXT}bind('$' + '{{a}}' * 1000, {{a => $s}})", f"{WIDE}.aggregate($1 + $1, a)"),
    *(
        f"{WIDE}.aggregate([$1, $1], a)",
        f"{WIDE}.aggregate({{a => $1, b => $1}}, a)",
        "'abc'.toCharArray() * 50000",
    ),
    "let(a => [1] * 2000) -> let(b => [$a] * 2000) -> str([$b] * 2000)",
]
SLOW_ONES = [
    *(
        f"('a' * 60 + '!').matches({SLOW})",
        f"('a' * 60 + '!') =~ {SLOW}",
        f"('a' * 60 + '!') !~ {SLOW}",
    ),
    *(f"regex({SLOW}).search('a' * 60 + '!')", f"regex({SLOW}).searchAll('a' * 60 + '!')"),
    *(f"regex({SLOW}).split('a' * 60 + '!')", f"regex({SLOW}).replace('a' * 60 + '!', x)"),
    *(f"regex({SLOW}).replaceBy('a' * 60 + '!', x)", f"{TEXT}$s.lastIndexOf('ab' + 'a' * 250000)"),
    *(
        f"{TEXT}$s.rightSplit('ab' + 'a' * 250000)",
        "datetime('1' * 100000)",
        "datetime(2000, 1, 1).format('%99999d')",
    ),
    *("'x'.matches('a' * 400000)", "'x'.matches('(' * 4000 + ')' * 4000)"),
]
DEEP = ["range(300).aggregate([$1], 1)", "range(300).aggregate({a => $1}, 1)"]


@pytest.fixture(scope="module", params=["1.0", "1.4"])
def setting(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Setting:
    result = Setting(tmp_path_factory.mktemp("package"), "Name: Main\n", request.param)
    result.evaluator = Evaluator(result.context, SharedBudget(replace(UNSHARED, seconds=0.05)))
    return result


@pytest.mark.parametrize("text", ENDLESS + LARGE + SLOW_ONES + DEEP, ids=lambda text: text[:60])
def test_exhausted(setting: Setting, text: str) -> None:
    with pytest.raises(ExhaustedError) as caught:
        setting.run(text, dollar=1)
    assert " object at " not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f"{WIDE}.select($ + 1).sum()", 2001000),
        (f"{WIDE}.select([$, $ * 2]).where($.last() > 3990).len()", 4),
        (f"{WIDE}.orderBy(-$).first()", 1999),
        (f"{WIDE}.toDict($, str($)).get(77)", "77"),
        (f"{TEXT}$s.len()", 500000),
        ("('a' * 1000).replace(a, bc).len()", 2000),
        ("pow(2, 10000) > 0", True),
        ("pow(3, 100, 7)", 4),
        ("round(15, -1)", 20),
        ("round(15, -1000000000)", 0),
        ("round(1.5, 1000000000)", 1.5),
        (f"{TEXT}$s.trim('b' * 200000 + a)", ""),
        (f"{WIDE}.aggregate($1 + [$2], []).len()", 2000),
        ("1" + "+1" * 50, 51),
    ],
)
def test_within_bounds(setting: Setting, text: str, value: object) -> None:
    assert setting.run(text) == value


def test_deep_data(setting: Setting) -> None:
    deep: list[object] = []
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(ExhaustedError):
        setting.run("$", dollar=deep)


def test_tight_limits(setting: Setting) -> None:
    tight = Evaluator(
        setting.context, SharedBudget(replace(UNSHARED, steps=20, items=3, memory=200, nodes=20))
    )
    value = tight.value
    assert value(expression("[1, 2, 3].sum()"), setting.main) == 6
    for text in ("[1, 2, 3, 4].sum()", "'a' * 300", "list(1, 2) * 11", "1" + "+1" * 21):
        with pytest.raises(ExhaustedError):
            value(expression(text), setting.main)


def test_an_error_is_not_lost_when_the_limit_is_met_inside_a_fallback(setting: Setting) -> None:
    """`groupBy` swallows what its aggregator raises; the limit stays met."""
    tight = Evaluator(setting.context, SharedBudget(replace(UNSHARED, steps=2_000)))
    aggregated = "range(100).select(range(100).sum()).sum()"
    with pytest.raises(EvaluationError):
        tight.value(expression(f"range(100).groupBy($, $, {aggregated}).len()"), setting.main)


def test_all_evaluations_of_a_model_share_a_budget(setting: Setting) -> None:
    budget = SharedBudget(replace(LIMITS, total_steps=20_000))
    evaluator = Evaluator(setting.context, budget)
    heavy, light = expression(f"{WIDE}.select($ + 1).sum()"), expression("1 + 1")

    def often() -> None:
        for _ in range(100):
            evaluator.value(heavy, setting.main)

    with pytest.raises(
        SpentError,
        match=r"^creating it takes more than 20,000 steps, most of them for expressions$",
    ):
        often()
    with pytest.raises(SpentError):
        evaluator.value(light, setting.main)


def test_many_light_evaluations_share_a_budget(setting: Setting) -> None:
    budget = SharedBudget(replace(LIMITS, total_steps=1_000))
    evaluator = Evaluator(setting.context, budget)
    for _ in range(100):
        assert evaluator.value(expression("1 + 1"), setting.main) == 2
    with pytest.raises(SpentError):
        evaluator.value(expression("1 + 1"), setting.main)
    budget = SharedBudget(replace(LIMITS, total_steps=1_000), given=100)
    evaluator = Evaluator(setting.context, budget)
    for _ in range(110):
        assert evaluator.value(expression("1 + 1"), setting.main) == 2


def test_a_busy_machine_costs_no_more_than_what_was_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seconds = itertools.count()
    monkeypatch.setattr(
        "muranopl.semantics.evaluation.bounds.time.thread_time", lambda: next(seconds)
    )
    shared = SharedBudget(replace(LIMITS, seconds=0.02, total_seconds=0.05))

    def late(timeout: float) -> None:
        raise TimeoutError

    for _ in range(2):
        with pytest.raises(
            ExhaustedError, match=r"its regular expressions take longer than 0\.02 s"
        ):
            Budget(shared).matching(late)


def test_a_machine_without_memory_is_no_failure_of_the_expression(
    setting: Setting, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr("muranopl.semantics.evaluation.functions.patterns.compiled", full)
    for text in ("regex(a)", "[1, 2].select(regex(a)).toList()", "x.matches(a)"):
        with pytest.raises(MemoryError):
            setting.run(text, dollar=1)
