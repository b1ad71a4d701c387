"""Reads field values of any entity: strings, lists, mappings, closed sets of words such as `Usage`.

Each reader checks a shape, reports mistakes, and always returns a value of one type. It is called
with the node, the reading (`reading.py`) and `what`, the name of the value in messages ('Usage of property "x"').
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TypeVar

from muranopl.ard.descriptions import described_false
from muranopl.ard.nodes import (
    Broken,
    Mapping,
    Node,
    Scalar,
    Sequence,
    Yaql,
    is_false,
    is_null,
    text_of,
)
from muranopl.ard.yaml.collections import Set
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.nearest import Vocabulary, nearest
from muranopl.diagnostics.quirks import Quirk
from muranopl.language.grammar.entity import Reader
from muranopl.language.grammar.formats import Format
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import (
    BOOLEAN,
    TEXT,
    Many,
    OneOf,
    Plain,
    Shape,
    Table,
    shape_of,
    shaped,
)


class ClosedSet(enum.Enum):
    """Base class of closed sets. A member is declared by its word, and `words` on its meaning.

    class Cardinality(ClosedSet):
        ONE = "One", "At most one object."

    A third value is the first format in which the word is deprecated.
    """

    _value_: str
    words: str
    deprecated_from: Format | None

    def __new__(cls, word: str, words: str, deprecated_from: Format | None = None) -> ClosedSet:
        """Return a member whose value is the word."""
        member = object.__new__(cls)
        member._value_ = word
        member.words = words
        member.deprecated_from = deprecated_from
        return member

    def is_deprecated(self, format_: Format) -> bool:
        """Return whether the word is deprecated in a format."""
        return self.deprecated_from is not None and format_ >= self.deprecated_from

    __hash__ = object.__hash__  # that of `Enum` is a Python function


T = TypeVar("T")
Choice = TypeVar("Choice", bound=ClosedSet)


def listed(node: Node) -> tuple[Node, ...]:
    """Return the values of a list, or a single value alone.

    The engine treats a set as a single value.
    """
    return node.items if node.__class__ is Sequence else (node,)


def anything(node: Node, _reading: Reading, _what: str) -> Node:
    """Return the node itself."""
    return node


@shaped(TEXT)
def text(node: Node, reading: Reading, what: str) -> str | None:
    """Return a text, or None after a report."""
    result = node.text if isinstance(node, Yaql) else text_of(node)
    if result is None:
        is_plain = isinstance(node, Scalar) and not is_null(node)
        reading.wrong_type(
            node, what, "a string", suggestion="write it in quotes" if is_plain else None
        )
    return result


@shaped(TEXT)
def optional_text(node: Node, reading: Reading, what: str) -> str | None:
    """Return a text, or None; null is like an absent key."""
    return None if is_null(node) else text(node, reading, what)


@shaped(Plain(("string", "number")))
def scalar(node: Node, reading: Reading, what: str) -> Node | None:
    """Return a scalar that the engine applies str() to later, or None after a report."""
    if isinstance(node, (Scalar, Yaql)):
        return node
    reading.wrong_type(node, what, "a string or a number")
    return None


@shaped(BOOLEAN)
def boolean(node: Node, reading: Reading, what: str) -> bool:
    """Return a YAML boolean; false after a report."""
    if isinstance(node, Scalar) and isinstance(node.value, bool):
        return node.value
    reading.wrong_type(node, what, "true or false")
    return False


def choice(
    kind: type[Choice],
    fallback: Choice,
    *,
    strict: bool = False,
    unknown: Choice | None = None,
    quirk: Quirk | None = None,
) -> Reader[Choice]:
    """Return a reader of one word of a closed set, the values of an enumeration.

    `fallback` is for an absent key. An unknown word is reported, and read as the nearest known one;
    if there is none, as `unknown`, which should cause the fewest further diagnostics. The engine
    treats a false value as an absent key, unless it is `strict` for this one; null is not even
    reported. By the `quirk` it accepts unknown words.
    """
    words = {str(member.value): member for member in kind}
    names = Vocabulary(words)

    deprecated = {
        word: member.deprecated_from for word, member in words.items() if member.deprecated_from
    }

    @shaped(OneOf({word: member.words for word, member in words.items()}, deprecated=deprecated))
    def reader(node: Node, reading: Reading, what: str) -> Choice:
        word = text_of(node)
        meant = None if word is None else words.get(word)
        if meant is not None:
            return meant
        if isinstance(node, Broken) or (not strict and is_null(node)):
            return fallback
        if is_false(node) and not strict:
            reading.report(yaml.EMPTY_CHOICE, node, what=what, fallback=fallback.value)
            return fallback
        reading.bad_choice(node, what, words, quirk)
        near = None
        if not (word is None or reading.as_written):
            near = nearest(word, names)
        if near is not None:
            return words[near]
        return unknown or fallback

    return reader


def one_or_many(reader: Reader[T | None], *, false: bool = False) -> Reader[tuple[T, ...]]:
    """Return a reader of a list of values, or of a single value alone; null is the empty list.

    `false` is true for keys where the engine treats any false value as absent: one that is neither
    null nor an empty text or list is reported.
    """

    @shaped(Many(shape_of(reader), alone=True))
    def read_all(node: Node, reading: Reading, what: str) -> tuple[T, ...]:
        items = listed(node)
        if is_null(node) or (false and is_false(node) and items):
            if not is_null(node) and text_of(node) != "":
                reading.report(yaml.FALSE_VALUE, node, what=what, found=described_false(node))
            return ()
        values = (reader(item, reading, what) for item in items if not isinstance(item, Broken))
        return tuple(value for value in values if value is not None)

    return read_all


def list_of(reader: Reader[T | None]) -> Reader[tuple[T, ...]]:
    """Return a reader of a list of values; null is the empty list, anything else is reported."""

    @shaped(Many(shape_of(reader)))
    def read_all(node: Node, reading: Reading, what: str) -> tuple[T, ...]:
        if isinstance(node, Sequence) and not isinstance(node, Set):
            values = (reader(item, reading, what) for item in node.items)
            return tuple(value for value in values if value is not None)
        if not is_null(node):
            reading.wrong_type(node, what, "a list")
        return ()

    return read_all


def mapping_of(
    entry: Callable[[Node, Node, Reading, str], T | None], *, null: bool = True, false: bool = False
) -> Reader[tuple[T, ...]]:
    """Return a reader of a mapping whose pairs `entry(key, value, reading, what)` reads.

    Null is an empty one if allowed. `false` is true for keys where the engine treats any false
    value as absent.
    """
    shape = shape_of(entry)

    @shaped(shape if isinstance(shape, Table) else Table(shape))
    def read_all(node: Node, reading: Reading, what: str) -> tuple[T, ...]:
        if isinstance(node, Mapping):
            values = [
                entry(key, value, reading, what)
                for key, value in node.pairs
                if type(key) is not Broken and type(value) is not Broken
            ]
            return tuple([value for value in values if value is not None])
        if not (null and is_null(node)):
            reading.wrong_type(node, what, "a mapping", false=false)
        return ()

    return read_all


def as_written(shape: Shape) -> Reader[Node]:
    """Return a reader of values of a shape that is checked elsewhere; it returns the node."""

    @shaped(shape)
    def reader(node: Node, _reading: Reading, _what: str) -> Node:
        return node

    return reader
