"""Our parser accepts, refuses and builds exactly what yaql does: over recorded, generated and damaged expressions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.bounds import EXPRESSION_NESTING
from tests.ard.yaql.generate import TOKENS, Generator
from tests.ard.yaql.oracle import SYNTAX, agree, theirs
from tests.conformance.loading import cases

# What stands in UI definitions: the text after each key and dash.
IN_DEFINITIONS = sorted(
    {
        re.sub(r"^(- |!yaql |[\w'?]+: )*", "", line.strip()).strip("'\"")
        for case in cases("ui")
        for path, text in case["files"].items()
        if "/UI/" in path
        for line in text.splitlines()
    }
)
CORPUS = Path(__file__).with_name("corpus.txt").read_text(encoding="utf-8").split("\n")[:-1]
COMPARED_AT_LEAST = 50_000
SIZES: dict[str, int] = {"expressions": 10_000, "tokens": 5_000, "damaged": 10_000}


def check(texts: Iterable[str], dialect: Dialect) -> None:
    """Compare all texts, and name those on which the parsers part."""
    assert [text for text in texts if not agree(text, dialect)] == []


@pytest.mark.parametrize("dialect", Dialect)
def test_corpus(dialect: Dialect) -> None:
    check(CORPUS, dialect)


def test_texts_of_ui_definitions() -> None:
    check(IN_DEFINITIONS, Dialect.UI)
    good = sum(theirs(text, Dialect.UI) is not SYNTAX for text in IN_DEFINITIONS if "$" in text)
    assert good > 50


@pytest.mark.parametrize("dialect", Dialect)
@pytest.mark.parametrize("kind", SIZES)
def test_generated(kind: str, dialect: Dialect) -> None:
    generator = Generator(seed=len(kind))
    makers: dict[str, Callable[[], str]] = {
        "expressions": lambda: generator.expression(4),
        "tokens": generator.tokens,
        "damaged": lambda: generator.mutation(generator.random.choice(CORPUS)),
    }
    check((makers[kind]() for _ in range(SIZES[kind])), dialect)


@settings(max_examples=500)
@given(st.lists(st.sampled_from(TOKENS), max_size=12).map(" ".join) | st.text(max_size=20))
def test_hypothesis(text: str) -> None:
    for dialect in Dialect:
        check([text], dialect)


def test_enough_is_compared(record_property: Callable[[str, object], None]) -> None:
    """Guards against a corpus or generator that silently dries up, or yields only rubbish."""
    total = len(Dialect) * (len(CORPUS) + sum(SIZES.values()))
    record_property("compared", total)
    assert total >= COMPARED_AT_LEAST
    generator = Generator(seed=1)
    sample = [generator.expression(4) for _ in range(500)]
    good = sum(theirs(text, Dialect.MURANO) is not SYNTAX for text in sample)
    assert good > len(sample) / 4


NESTED = EXPRESSION_NESTING.most - 1


@pytest.mark.parametrize(
    "text",
    [
        "(" * NESTED + "1" + ")" * NESTED,
        "not " * NESTED + "1",
        "$x" + "[1]" * NESTED,
        "a+" * NESTED + "b",
        "f(" * NESTED + ")" * NESTED,
        "'" + "\\" * 3000 + "'",
        "9" * 5000,
        "9" * 5000 + ".5",
        "f(" + "," * 500 + "1)",
    ],
)
def test_large(text: str) -> None:
    assert agree(text, Dialect.MURANO)
