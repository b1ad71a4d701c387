"""The two dialects of YAQL that Murano uses, and the operators of each.

Binding powers were measured on yaql 3 with the operators Murano adds; a higher power binds tighter. `->` is the only
operator that groups to the right.
"""

from __future__ import annotations

import enum

PREFIX = {":": 130, "+": 100, "-": 100, "not": 50}
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
    (20, "=>"),
    (10, "->"),
)
ARROW = "->"
PAIR = "=>"


class Dialect(enum.Enum):
    """Where an expression stands: in a class definition (MURANO) or in a UI definition (UI).

    In UI definitions `:` and `is` are no operators, and `=>` is a binary one instead of the sign of a named argument
    (the engine uses yaql's legacy factory there).
    """

    MURANO = "murano"
    UI = "ui"

    __hash__ = object.__hash__  # that of `Enum` is a Python function; members are keys for every text


def binary_powers(dialect: Dialect) -> dict[str, int]:
    """Return the binary operators of a dialect, each with its binding power."""
    absent = ("=>",) if dialect is Dialect.MURANO else (":", "is")
    return {symbol: power for power, symbols in _BINARY for symbol in symbols.split() if symbol not in absent}


def waiting_powers(dialect: Dialect) -> dict[str, int]:
    """Return the powers of binary operators that wait: those that group to the right are not finished by their like."""
    return {symbol: power - (symbol == ARROW) for symbol, power in binary_powers(dialect).items()}


def prefix_powers(dialect: Dialect) -> dict[str, int]:
    """Return the prefix operators of a dialect, each with its binding power."""
    return {symbol: power for symbol, power in PREFIX.items() if symbol != ":" or dialect is Dialect.MURANO}
