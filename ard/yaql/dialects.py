"""Lists the operators of the two dialects of YAQL that Murano uses, with their binding powers.

They were measured on yaql 3 with the operators Murano adds; a higher power binds tighter.
`->` is the only operator that groups to the right.
"""

from __future__ import annotations

import enum
import functools
from typing import NamedTuple

_PREFIX = {":": 130, "+": 100, "-": 100, "not": 50}
INDEX_POWER = 110
_BINARY = (
    (130, ":"),
    (120, ". ?."),
    (90, "=~ !~"),
    (80, "* / mod"),
    (70, "+ -"),
    (60, "> < >= <= != = in is"),
    (40, "and"),
    (30, "or"),
    (10, "->"),
)
ARROW = "->"
PAIR = "=>"
_ADDED = frozenset({":", "is"})  # by Murano, for class definitions


class Dialect(enum.Enum):
    """The dialect of an expression: that of class definitions (MURANO) or of UI definitions (UI).

    `:` and `is` are operators that Murano adds for classes. The dashboard parses with yaql's
    standard grammar and evaluates in the legacy context; in both dialects `=>` is only the sign of
    a named argument or a pair.
    """

    MURANO = "murano"
    UI = "ui"

    # The hash of `Enum` is a Python function, and slow: members are keys of the cache of texts
    __hash__ = object.__hash__


class Operators(NamedTuple):
    """The operators of a dialect with their binding powers.

    `pending` are the powers of binary operators that wait for their right operand: one less for
    `->`, which groups to the right, so that another one does not finish it.
    """

    prefix: dict[str, int]
    binary: dict[str, int]
    pending: dict[str, int]


@functools.cache
def operators(dialect: Dialect) -> Operators:
    """Return the operators of a dialect."""
    # The dashboard has the standard grammar, without what Murano adds.
    absent = _ADDED if dialect is Dialect.UI else frozenset[str]()
    prefix = {symbol: power for symbol, power in _PREFIX.items() if symbol not in absent}
    binary = {
        symbol: power
        for power, symbols in _BINARY
        for symbol in symbols.split()
        if symbol not in absent
    }
    return Operators(
        prefix, binary, {symbol: power - (symbol == ARROW) for symbol, power in binary.items()}
    )
