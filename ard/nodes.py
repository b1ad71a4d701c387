"""Defines the nodes of ARD, agnostic raw data: values of a YAML or JSON document with their places.

For hot loops `type(node) is Scalar` takes a fraction of the time that `isinstance` takes to return
false (records have a metaclass). Only `Sequence` has a subclass in finished documents, `Set`.

A node never changes once built. Mappings keep their pairs in source order, duplicates left out
(they were reported when read; the last one wins, as in the reference engine). A structure shared
through a YAML alias is one node that is reached twice.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from muranopl.ard.yaql.tree import AnyExpression
from muranopl.diagnostics.places import File, Place

ScalarValue = str | int | float | bool | bytes | None | datetime.date | datetime.datetime


class Node(msgspec.Struct, eq=False, gc=False, array_like=True):
    """Base class of all ARD values.

    Lines and columns count from 1; the end column is the one after the last character. The kinds
    have tags so that documents can be stored and read back, see
    `muranopl.phases.reuse.parsed_files`.
    """

    KIND: ClassVar[str]

    file: File
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def place(self) -> Place:
        """The span of this value."""
        return Place(self.file, self.line, self.column, self.end_line, self.end_column)

    @property
    def span(self) -> tuple[File, int, int, int, int]:
        """The file and position, with which another node can be put in the same place."""
        return self.file, self.line, self.column, self.end_line, self.end_column

    @property
    def head(self) -> Node:
        """The node whose place stands for this one in messages.

        This is the first key of a mapping, else the node itself.
        """
        return self

    @property
    def kind(self) -> str:
        """The word for such a value in messages: `string`, `number`, `list`, ..."""
        return self.KIND


class Scalar(Node, tag=0):
    """A YAML scalar after YAML 1.1 typing.

    `plain` is true if it was written without quotes, block or tag.
    """

    value: PlainValue
    plain: bool = False

    @property
    def kind(self) -> str:
        """See `Node.kind`."""
        value = self.value
        if value is None:
            return "nothing"
        if isinstance(value, bool):
            return "boolean"
        if isinstance(value, (int, float)):
            return "number"
        if isinstance(value, str):
            return "string"
        if isinstance(value, datetime.date):
            return "date"
        return "binary data"


class Yaql(Node, tag=1):
    """A scalar that is a YAQL expression: its text and its syntax tree.

    Offsets count in `text`.
    """

    text: str
    tree: AnyExpression
    KIND: ClassVar[str] = "expression"


class Broken(Node, tag=2):
    """Stands for a value that could not be read, which was reported.

    Later phases report nothing about it.
    """

    KIND: ClassVar[str] = "unreadable value"


class Sequence(Node, tag=3):
    """A YAML list."""

    items: tuple[AnyNode, ...]
    KIND: ClassVar[str] = "list"


class Mapping(Node, tag=4):
    """A YAML mapping; keys are nodes as well."""

    pairs: tuple[tuple[AnyNode, AnyNode], ...]
    KIND: ClassVar[str] = "mapping"

    @property
    def head(self) -> Node:
        """See `Node.head`."""
        return self.pairs[0][0] if self.pairs else self

    def find(self, key: str) -> tuple[Node, Node] | None:
        """Return the pair with this text as its key, or None."""
        for pair in self.pairs:
            name = pair[0]
            if type(name) is Scalar and name.value == key and type(name.value) is str:
                return pair
        return None

    def get(self, key: str) -> Node | None:
        """Return the value of this text key, or None."""
        pair = self.find(key)
        return None if pair is None else pair[1]


if TYPE_CHECKING:
    AnyNode = Node
    PlainValue = ScalarValue
else:  # what reading back can tell apart: types without a common base, and of the values those that are not text there
    AnyNode = Scalar | Yaql | Broken | Sequence | Mapping
    PlainValue = str | int | float | bool | None


def text_of(node: Node | None) -> str | None:
    """Return the text of a scalar; None for any other node."""
    if type(node) is Scalar and type(node.value) is str:
        return node.value
    return None


def is_null(node: Node) -> bool:
    """Return whether a node is null."""
    return type(node) is Scalar and node.value is None


def is_false(node: Node) -> bool:
    """Return whether a node is falsy in Python: null, false, zero, or empty."""
    if type(node) is Scalar:
        return not node.value
    if isinstance(node, Mapping):
        return not node.pairs
    return isinstance(node, Sequence) and not node.items


def pairs_in(node: Node | None) -> tuple[tuple[Node, Node], ...]:
    """Return the pairs of a mapping; none of any other node."""
    return node.pairs if isinstance(node, Mapping) else ()


def items_in(node: Node | None) -> tuple[Node, ...]:
    """Return the items of a list; none of any other node."""
    return node.items if isinstance(node, Sequence) else ()


def mapping_at(node: Node, pairs: Iterable[tuple[Node, Node]] = ()) -> Mapping:
    """Return a mapping of some pairs with the place of `node`."""
    return Mapping(*node.span, tuple(pairs))


def data_at(node: Node, value: Any) -> Node:
    """Return plain data as nodes, all with the place of `node`; nodes inside the data are kept."""
    if isinstance(value, dict):
        return entries_at(node, value)
    if isinstance(value, list):
        return Sequence(*node.span, tuple(data_at(node, part) for part in value))
    return value if isinstance(value, Node) else Scalar(*node.span, value)


def entries_at(node: Node, entries: dict[str, Any]) -> Mapping:
    """Return a mapping of plain data with the place of `node`; see `data_at`."""
    parts = entries.items()
    return mapping_at(node, [(Scalar(*node.span, key), data_at(node, part)) for key, part in parts])


def walk(node: Node, *, scalars: bool = True) -> list[Node]:
    """Return this node and all below it, in source order, each shared node once.

    Without `scalars` these are left out, which is faster, as most nodes are. (It is no generator,
    as most values are few nodes, and all of them are looked at.)
    """
    if node.__class__ is Scalar:
        return [node] if scalars else []
    if node.__class__ is Yaql:
        return [node]
    result: list[Node] = []
    visited: set[int] = set()
    stack = [node]
    while stack:
        current = stack.pop()
        if current.__class__ is Scalar or current.__class__ is Yaql:
            result.append(current)
            continue
        if id(current) in visited:
            continue
        visited.add(id(current))
        result.append(current)
        inside = children(current)
        if not scalars:
            inside = [child for child in inside if child.__class__ is not Scalar]
        # The stack returns the last one first.
        stack += reversed(inside)
    return result


def children(node: Node) -> list[Node] | tuple[Node, ...]:
    """Return the nodes directly inside a node, in source order."""
    if node.__class__ is Mapping:
        return [part for pair in node.pairs for part in pair]
    return node.items if isinstance(node, Sequence) else ()


def expressions(node: Node) -> list[Yaql]:
    """Return every expression below and including a node, in the order of `walk`."""
    return [part for part in walk(node, scalars=False) if part.__class__ is Yaql]
