"""Kinds of values that expressions give, as bits of an integer.

Not an `enum.Flag`: unions are made for every expression, and those of an enum take some twenty times as long.
"""

from __future__ import annotations

NULL = 1 << 0
BOOL = 1 << 1
INT = 1 << 2
FLOAT = 1 << 3
STRING = 1 << 4
LIST = 1 << 5
SET = 1 << 6
ITERATOR = 1 << 7
DICT = 1 << 8
OBJECT = 1 << 9
CLASS = 1 << 10
DATETIME = 1 << 11
TIMESPAN = 1 << 12
REGEX = 1 << 13
UNKNOWN = 1 << 14
"""Anything at all: nothing is ever reported about it."""

NUMBER = INT | FLOAT
ITEMS = LIST | SET | ITERATOR
NOT_NULL = UNKNOWN - 1 & ~NULL

WORDS = {
    NULL: "null",
    BOOL: "a boolean",
    INT: "an integer",
    FLOAT: "a decimal number",
    STRING: "a text",
    LIST: "a list",
    SET: "a set",
    ITERATOR: "a lazy sequence",
    DICT: "a mapping",
    OBJECT: "an object",
    CLASS: "a class",
    DATETIME: "a date",
    TIMESPAN: "a time span",
    REGEX: "a regular expression",
}
"""How messages speak of a value of that kind."""


def single(kinds: int) -> list[int]:
    """The single kinds of a union, in their order."""
    return [kind for kind in WORDS if kinds & kind]
