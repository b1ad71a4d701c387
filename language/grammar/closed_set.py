"""Closed sets of words: the values of keys such as `Usage`."""

from __future__ import annotations

import enum


class ClosedSet(enum.Enum):
    """Base class of closed sets. A member is declared by its word, and `words` on its meaning.

    class Cardinality(ClosedSet):
        ONE = "One", "At most one object."
    """

    _value_: str
    words: str

    def __new__(cls, word: str, words: str) -> ClosedSet:
        """Return a member whose value is the word."""
        member = object.__new__(cls)
        member._value_ = word
        member.words = words
        return member

    __hash__ = object.__hash__  # that of `Enum` is a Python function
