"""Kinds of values at run time, as bits of an integer.

Contracts give and take them, expressions give them. They are not an `enum.Flag`: unions are made
for every expression, and those of an enum take some twenty times as long.
"""

from __future__ import annotations

import functools

Kinds = int
"""A union of kinds."""

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
"""Any value; nothing is ever reported about it."""

NOTHING = 0
NUMBER = INT | FLOAT
ITEMS = LIST | SET | ITERATOR
ANY = UNKNOWN - 1
NOT_NULL = ANY & ~NULL
OTHER = ANY & ~(NULL | BOOL | INT | STRING | LIST | DICT | OBJECT)
"""Kinds that no contract function returns: decimal numbers, dates, sets and more."""

WORDS = {
    NULL: "null",
    BOOL: "a boolean",
    INT: "an integer",
    FLOAT: "a decimal number",
    STRING: "a string",
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
"""A value of each kind, as messages describe it."""

PLURALS = {
    NULL: "null",
    INT: "integers",
    BOOL: "booleans",
    STRING: "strings",
    OBJECT: "objects",
    LIST: "lists",
    DICT: "mappings",
    OTHER: "other values",
}
"""The values of each kind, as messages describe what a contract returns or accepts."""


@functools.cache
def single(kinds: Kinds) -> tuple[Kinds, ...]:
    """Return the single kinds of a union, in their order."""
    return tuple(kind for kind in WORDS if kinds & kind)


def kind_of(value: object) -> Kinds:
    """Return the kind of a literal as YAML and YAQL write it."""
    if value is None:
        return NULL
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return INT
    return STRING if isinstance(value, str) else OTHER


def described(kinds: Kinds) -> str:
    """Return the kinds as messages name them: `integers`, `null`, `any value`."""
    if kinds & NOT_NULL == NOT_NULL:
        return "any value"
    words = [word for kind, word in PLURALS.items() if kinds & kind == kind]
    *most, last = words or [PLURALS[OTHER]]
    if len(most) > 2:
        return "values of other kinds"
    return f"{', '.join(most)} and {last}" if most else last
