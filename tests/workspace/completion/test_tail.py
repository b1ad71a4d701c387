"""The end of half-typed expressions."""

from __future__ import annotations

import pytest

from muranopl.ard.yaql.lexer import Dialect
from muranopl.workspace.completion.tail import tail_of

WORDS = {"$": "$", "$x": "$x", "le": "le", "$.x + le": "le", "foo(": "", "$.a.foo($.b, na": "na"}
RECEIVERS = {
    "$.": ("$", ""),
    "$.a.b": ("$.a", "b"),
    "$?.a": ("$", "a"),
    "$a.b().c[0].": ("$a.b().c[0]", ""),
    "list(1, 2).": ("list(1, 2)", ""),
    "[1, 2].se": ("[1, 2]", "se"),
    "'text'.": ("'text'", ""),
    "1 + $x.y.": ("$x.y", ""),
    "foo($.a, $.b.": ("$.b", ""),
    ":Foo.": (":Foo", ""),
    "std:Foo.b": ("std:Foo", "b"),
    "($.a + $.b).": ("($.a + $.b)", ""),
    "new(std:Foo, a => 1).": ("new(std:Foo, a => 1)", ""),
    "$.where($.x = 1).first().": ("$.where($.x = 1).first()", ""),
    ".": ("", ""),
    "($.": ("$", ""),
}
PREFIXES = {
    "new(:": ("=", ""),
    "new(std:": ("std", ""),
    "new(std:Ob": ("std", "Ob"),
    "$.class(:Ro": ("=", "Ro"),
}
CALLS = {
    "foo(1, a => 2, ": [("foo", None, 2, ("a",))],
    "$.a.foo(": [("foo", "$.a", 0, ())],
    "foo(bar(1), [2, 3], baz(": [("foo", None, 2, ()), ("baz", None, 0, ())],
    "foo(1)": [],
    "$x?.foo('a, b', ": [("foo", "$x", 1, ())],
    "foo('(": [("foo", None, 0, ())],
}


@pytest.mark.parametrize("text", WORDS)
def test_words(text: str) -> None:
    tail = tail_of(text, Dialect.MURANO)
    assert (tail.receiver, tail.prefix, tail.word) == (None, None, WORDS[text])


@pytest.mark.parametrize("text", RECEIVERS)
def test_receivers(text: str) -> None:
    tail = tail_of(text, Dialect.MURANO)
    assert (tail.receiver, tail.word) == RECEIVERS[text]


@pytest.mark.parametrize("text", PREFIXES)
def test_prefixes(text: str) -> None:
    tail = tail_of(text, Dialect.MURANO)
    assert (tail.prefix, tail.word) == PREFIXES[text]


@pytest.mark.parametrize("text", CALLS)
def test_calls(text: str) -> None:
    calls = tail_of(text, Dialect.MURANO).calls
    found = [(call.name, call.receiver, call.position, call.names) for call in calls]
    assert found == CALLS[text]


def test_behind_an_operand_nothing_is_named() -> None:
    assert tail_of("$.x ", Dialect.MURANO).after_operand
    assert not tail_of("$.x + ", Dialect.MURANO).after_operand
