"""Simple predicates answer as yaql does in every runtime, or not at all."""

from __future__ import annotations

import collections.abc  # noqa: F401 - yaql uses it without importing it
import functools
import re
from typing import Any

import pytest
import yaql
from hypothesis import example, given, settings
from hypothesis import strategies as st
from yaql import legacy
from yaql.language import conventions, expressions, factory

from muranopl.ard.yaql import Dialect, parse
from muranopl.language.contracts.predicates.functions import (
    MAX_ITEMS,
    MAX_TEXT,
    FailsError,
    NotSimple,
    compile_predicate,
)
from muranopl.language.contracts.predicates.patterns import compile_pattern
from tests.ard.yaql.yaql_objects import to_yaql

RUNTIMES = ("1.0", "1.4")
FAILS, OPEN = "yaql refuses", "left to yaql"


@functools.cache
def setting(runtime: str) -> tuple[Any, Any]:
    """Engine and context as Murano sets them up for a runtime, without its own functions."""
    old = runtime < "1.2"
    options = {
        "yaql.limitIterators": 2000,
        "yaql.memoryQuota": 512 * 1024,
        "yaql.convertSetsToLists": True,
        "yaql.convertTuplesToLists": True,
        **({"yaql.iterableDicts": True} if old else {}),
    }
    create = legacy.create_context if old else yaql.create_context
    return factory.YaqlFactory().create(options), create(
        convention=conventions.CamelCaseConvention()
    )


def theirs(text: str, value: object, runtime: str) -> Any:
    """What yaql answers."""
    engine, context = setting(runtime)
    statement = expressions.Statement(to_yaql(parse(text, Dialect.MURANO)), engine)
    try:
        return statement.evaluate(data=value, context=context.create_child_context())
    except Exception:
        return FAILS


def ours(text: str, value: object) -> Any:
    """What the compiled predicate answers."""
    predicate = compile_predicate(parse(text, Dialect.MURANO))
    if predicate is None:
        return OPEN
    try:
        return predicate(value)
    except FailsError:
        return FAILS
    except NotSimple:
        return OPEN


def assert_agreement(text: str, value: object) -> None:
    answer = ours(text, value)
    if answer is not OPEN:
        for runtime in RUNTIMES:
            expected = theirs(text, value, runtime)
            assert (type(answer), repr(answer)) == (type(expected), repr(expected)), (
                text,
                value,
                runtime,
            )


PATTERNS = [
    "^[a-z]+$",
    "a|b",
    "^(a|bc?)$",
    "x*y",
    "[^a]",
    "\\\\d{1,3}",
    "(a+)+$",
    "a{2,}",
    "[",
    "",
    "^a.c$",
    "\\\\w\\\\s\\\\S",
]
TEXTS = st.sampled_from(["", "a", "b", "abc", "TCP", "10", "a b", "é", "a\n"]) | st.text(max_size=5)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 300)
    | st.integers()
    | st.sampled_from([0.0, -0.0, 1.0, 2.5, float("nan"), float("inf")])
    | TEXTS
)
VALUES = SCALARS | st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(TEXTS | st.integers(0, 3), inner, max_size=3)
    ),
    max_leaves=6,
)
ATOMS = st.sampled_from(
    [
        *(
            "$",
            "$",
            "$",
            "$",
            "0",
            "1",
            "-1",
            "+2",
            "65535",
            "1.0",
            "2.5",
            "-0.0",
            "true",
            "false",
            "null",
            "TCP",
            "a",
            "b",
        ),
        *(
            "''",
            "'a'",
            '"abc"',
            "'10'",
            "$x",
            "$.len()",
            "list(1, a)",
            "[]",
            "{a => 1}",
            "-$",
            "'" + "long" * 300 + "'",
        ),
    ]
)
BINARY = ["=", "!=", "<", "<=", ">", ">=", "and", "or", "in", "=~", "+", ".", "?.", "is"]


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Expressions made of others."""
    items = st.lists(inner, max_size=4).map(", ".join)
    display = items.map("list({})".format) | items.map("[{}]".format)
    pattern = st.sampled_from(PATTERNS).map("'{}'".format)
    return st.one_of(
        st.tuples(inner, st.sampled_from(BINARY[:9]), inner).map(" ".join),
        st.tuples(inner, st.sampled_from(BINARY), inner).map(" ".join),
        st.tuples(inner, st.just("in"), display).map(" ".join),
        inner.map("({})".format),
        inner.map("not {}".format),
        inner.map("len({})".format),
        inner.map("({}).len()".format),
        st.tuples(inner, pattern).map(lambda pair: "({}).matches({})".format(*pair)),
        st.tuples(inner, st.sampled_from(["=~", "!~"]), pattern).map(" ".join),
        display,
    )


NUMBERS = st.sampled_from(["0", "1", "-1", "2.5", "(1)", "$"])
WORDS = st.sampled_from(["TCP", "'a'", "abc", "''", "$"])
ANY = NUMBERS | WORDS | st.sampled_from(["null", "true", "false"])
OF_ANY = st.one_of(
    st.tuples(ANY, st.sampled_from(["=", "!="]), ANY).map(" ".join),
    st.tuples(
        ANY, st.sampled_from(["in list({})", "in [{}]"]), st.lists(ANY, max_size=4).map(", ".join)
    ).map(lambda parts: f"{parts[0]} {parts[1].format(parts[2])}"),
)


def comparisons(operands: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(operands, st.sampled_from(["<", "<=", ">", ">="]), operands).map(" ".join)


def joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Conditions made of others."""
    return st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or", "=", "!="]), inner).map(" ".join),
        inner.map("not {}".format),
        inner.map("({})".format),
    )


def conditions(*simple: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.recursive(st.one_of(OF_ANY, *simple), joined, max_leaves=5)


LENGTHS = comparisons(st.sampled_from(["len($)", "$.len()", "1", "3"]))
MATCHES = st.tuples(
    st.sampled_from(["$ =~ '{}'", "$ !~ '{}'", "$.matches('{}')"]), st.sampled_from(PATTERNS)
).map(lambda parts: parts[0].format(parts[1]))
ABOUT_RIGHT = st.one_of(
    st.tuples(
        conditions(comparisons(NUMBERS)),
        st.integers(-2, 3) | st.sampled_from([0.0, 2.5, float("nan")]),
    ),
    st.tuples(
        conditions(comparisons(WORDS), LENGTHS, MATCHES, st.just("$ in abc"), st.just("a in $")),
        TEXTS,
    ),
    st.tuples(conditions(LENGTHS, st.just("1 in $")), st.lists(SCALARS, max_size=4)),
    st.tuples(conditions(LENGTHS), st.dictionaries(TEXTS, SCALARS, max_size=3)),
    st.tuples(conditions(), SCALARS),
)


@settings(max_examples=400)
@given(ABOUT_RIGHT)
def test_a_likely_predicate_has_the_answer_of_yaql(pair: tuple[str, object]) -> None:
    assert_agreement(*pair)


@settings(max_examples=400)
@given(text=st.recursive(ATOMS, larger, max_leaves=8), value=VALUES)
@example(text="$ in list($)", value=float("nan"))
@example(text="$ = $", value=float("nan"))
@example(text="true in list(1)", value=None)
@example(text="$ = list(1)", value=[1])
@example(text="1 in $", value={1: 2})
def test_an_answer_is_the_answer_of_yaql(text: str, value: object) -> None:
    assert_agreement(text, value)


# The predicates of real packages, with values for which yaql is never needed.
COMMON: dict[str, list[object]] = {
    "$ > 0 and $ < 65536": [0, 1, 65535, 65536, -1, 2.5, None],
    "$ >= 1 and $ <= 100": [0, 1, 100, 101, None],
    "$ < null": [1, "a", True, [1], {"a": 1}, None],
    "$ <= null or $ >= null": [1, None],
    "$ > -5.5": [-6, -5, 0.0],
    "$ in list(TCP, UDP)": ["TCP", "tcp", "", 1, None],
    "$ in ['a', 'b', 1, -1]": ["a", 1, True, -1, None],
    "not $ in [1, 2]": [1, 3],
    "len($) > 0": ["", "a", [], [1], {}, {"a": 1}, None],
    "$.len() <= 3 and $ != ''": ["", "abc", "abcd"],
    "$ = null or $ > 0": [None, 0, 1],
    "$ = null or len($) = 3": [None, "abc", [1]],
    "$ != null": [None, 0, "", [], {}],
    "$": [None, 0, 1, "", "a", [], [0], {}, {"a": 1}],
    "$ and $ < 'n'": ["", "a", "z"],
    "'ab' in $": ["cab", "cb", ["ab", 1], []],
    "(($ = 1) or ($ = 2)) and true": [1, 2, 3, "1"],
    " or ".join(f"$ = {number}" for number in range(20)): [0, 19, 20],
    "$.matches('^[a-zA-Z][-\\w]*$')": ["a", "a-1", "1", "a b", "", None],
    "$ =~ '^(tcp|udp|icmp)$'": ["tcp", "icmp", "tcp ", None],
    "$ !~ '[0-9]+'": ["abc", "a1"],
    "$.matches('^\\\\d{1,3}\\\\.\\\\d{1,3}\\\\.\\\\d{1,3}\\\\.\\\\d{1,3}$')": [
        "10.0.0.1",
        "10.0.0",
        "1234.0.0.1",
    ],
}


@pytest.mark.parametrize("text", COMMON)
def test_common_predicates_need_no_yaql(text: str) -> None:
    for value in COMMON[text]:
        assert ours(text, value) is not OPEN, value
        assert_agreement(text, value)


NOT_SIMPLE: list[tuple[str, object]] = [
    ("$ > 0", True),
    ("$ > 0", "1"),
    ("$ > 0", [1]),
    ("$ > 0", object()),
    ("len($)", 1),
    ("$ in 'abc'", 1),
    ("1 in $", {1: 2}),
    ("$ in list(1)", [1]),
    ("$ = $", [1]),
    ("$ = 1", b"1"),
    ("$ = 1", [[1]]),
    ("$ = 1", {"a": {}}),
    ("$ = ''", "x" * (MAX_TEXT + 1)),
    ("len($)", [1] * (MAX_ITEMS + 1)),
    ("$ = 1", 10**1000),
    ("$.name = 1", {"name": 1}),
    ("$this = 1", 1),
    ("$ + 1 > 2", 2),
    ("list(1)", None),
    ("$ = list(1)", [1]),
    ("len(a => $)", "a"),
    ("$.len(1)", "a"),
    ("$ =~ $", "a"),
    ("$ =~ '(a*)*b'", "a"),
    ("$ =~ 'a*a*a*b'", "a" * 500),
    ("$ =~ 'a'", "\u00e4"),
    ("$ =~ 'a$'", "a\n"),
    ("not " * 100 + "$", 1),
    (" or ".join(["$ = 1"] * 100), 1),
    (f"$ in list({', '.join(['$'] * 1000)})", 1),
]


@pytest.mark.parametrize("position", range(len(NOT_SIMPLE)))
def test_what_is_left_to_yaql(position: int) -> None:
    text, value = NOT_SIMPLE[position]
    assert ours(text, value) is OPEN


def test_results_are_not_the_data_themselves() -> None:
    predicate = compile_predicate(parse("$ or 1", Dialect.MURANO))
    assert predicate is not None
    for value in ([1], {"a": 1}):
        assert predicate(value) == value
        assert predicate(value) is not value


PIECES = st.sampled_from(
    [
        *(
            "a",
            "b",
            ".",
            "-",
            ",",
            "\\d",
            "\\w",
            "\\s",
            "\\.",
            "[a-z]",
            "[^a-c_]",
            "[\\w.-]",
            "[\\]a]",
            "(",
            "(?:",
            ")",
            "|",
        ),
        *(
            "*",
            "+",
            "?",
            "{1,2}",
            "{2}",
            "{1,}",
            "^",
            "$",
            "]",
            "[",
            "{",
            "\\",
            "\\b",
            "(?i)",
            "[--a]",
            "[a&&b]",
            " ",
        ),
    ]
)


@settings(max_examples=400)
@given(st.lists(PIECES, max_size=8).map("".join), st.text("ab-1. ,_\n\u00e9", max_size=8))
def test_patterns_find_what_re_finds(pattern: str, text: str) -> None:
    search = compile_pattern(pattern)
    result = None if search is None else search(text)
    if result is not None:
        assert result == (re.search(pattern, text) is not None)


@pytest.mark.parametrize("pattern", ["a*a*a*a*b", "a?" * 12 + "a{9}", "a{1,99}a{1,99}b"])
def test_searches_that_could_take_long_are_not_run(pattern: str) -> None:
    search = compile_pattern(pattern)
    assert search is not None
    assert search("b") is not None or pattern.startswith("a{1")
    assert search("a" * 999) is None
