"""Kinds of values at run time."""

from __future__ import annotations

import enum


class Kind(enum.Flag):
    """Kinds of values at run time. `OTHER` is what YAML and YAQL have besides: floats, dates, bytes."""

    NOTHING = 0
    NULL = enum.auto()
    INT = enum.auto()
    BOOL = enum.auto()
    STRING = enum.auto()
    OBJECT = enum.auto()
    LIST = enum.auto()
    DICT = enum.auto()
    OTHER = enum.auto()


ANY = ~Kind.NOTHING
NOT_NULL = ANY & ~Kind.NULL
KEYS = ANY & ~(Kind.LIST | Kind.DICT)
WORDS = {
    Kind.NULL: "null",
    Kind.INT: "integers",
    Kind.BOOL: "booleans",
    Kind.STRING: "texts",
    Kind.OBJECT: "objects",
    Kind.LIST: "lists",
    Kind.DICT: "mappings",
    Kind.OTHER: "other values",
}
"""How messages speak of a kind."""
