"""Which regular expressions admit integers only, as the dashboard searches texts for them."""

from __future__ import annotations

import pytest

from muranopl.language.grammar.ui.integer_patterns import UNKNOWN, other_texts

# The fewest characters of a text that is admitted and no integer; None if there is none
SHORTEST: dict[str, int | None] = {
    r"^\d+$": None,
    r"\A[0-9]{1,5}\Z": None,
    r"^[+-]?\d+$": None,
    r"^\d*$": None,
    r"^\s*\d+\s*$": None,
    r"^(80|443)$": None,
    r"^80$|^443$": None,
    r"^(?:[1-9]\d{0,3}|0)$": None,
    r"^[^\D]+$": None,
    r"^((\d|\d\d)+)+$": None,
    r"(?i)^\d+$": None,
    r"(?x) ^ \d + $": None,
    r"a^": None,
    r"\d+": 2,
    r"^\d+": 2,
    r"\d+$": 2,
    r"\d{4}": 5,
    r"^80|443$": 3,
    r"^[+-]*\d+$": 3,
    r"^[+-]?\d*$": 1,
    r"^\d+[.]\d+$": 3,
    r"^[\d,]+$": 1,
    r"^[^a-z]+$": 1,
    r"^\w+$": 1,
    r"^\S\d$": 2,
    r"^[a-f\d]{2,8}$": 2,
    r"^0x\d+$": 3,
    r"^.+$": 1,
    r"": 1,
    r"^(a{1000000000}){1000}$": 10**12,
}


@pytest.mark.parametrize("pattern", SHORTEST)
def test_exact(pattern: str) -> None:
    assert other_texts(pattern) == (SHORTEST[pattern], True)


# Of parts that depend on others, only what they admit at most is known
AT_MOST: dict[str, int | None] = {
    r"^(?!0)\d+$": None,
    r"^\d\b\d$": None,
    r"^\d++$": None,
    r"^(?=\d+$).*$": 1,
    r"^(\d)\1$": 2,
    r"(?m)^\d+$": 2,
}


@pytest.mark.parametrize("pattern", AT_MOST)
def test_inexact(pattern: str) -> None:
    assert other_texts(pattern) == (AT_MOST[pattern], False)


@pytest.mark.parametrize("pattern", ["(", r"\d" * 60])
def test_unknown(pattern: str) -> None:
    assert other_texts(pattern) == UNKNOWN
