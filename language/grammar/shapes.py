"""Describes the shapes of values that readers take, for completion and for JSON schemas.

Readers check shapes themselves; these say in data which ones they take. A reader is marked with its
shape, and those that are made of others (`choice`, `one_or_many`, ...) derive theirs:

    @shaped(TEXT)
    def text(node, reading, what): ...
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from muranopl.language.grammar.formats import Format

R = TypeVar("R", bound=Callable[..., Any])


class NameKind(enum.Enum):
    """The kinds of things that a text may name."""

    NOTHING = "nothing"
    CLASS = "a class"
    PACKAGE = "a package"
    VARIABLE = "a variable"
    NAMESPACE = "a namespace"
    CLASS_FILE = "a file in Classes"
    VERSIONS = "versions of a package"


class Shape(msgspec.Struct, frozen=True):
    """Base class of shapes; by itself any value."""


class Plain(Shape, frozen=True):
    """A scalar of some types of JSON, which may be the name of something.

    `code` is true if it may be an expression as well.
    """

    types: tuple[str, ...]
    names: NameKind = NameKind.NOTHING
    code: bool = False
    null: bool = True


class OneOf(Shape, frozen=True):
    """One word of a closed set, with words on each; `code` as above.

    `deprecated` are words with the first format in which they are.
    """

    words: Mapping[str, str]
    code: bool = False
    deprecated: Mapping[str, Format] = {}


class Code(Shape, frozen=True):
    """An expression, or data with expressions at any depth."""


class ContractShape(Shape, frozen=True):
    """A contract."""


class Many(Shape, frozen=True):
    """A list; `alone` is true if a single value may stand without one."""

    item: Shape
    alone: bool = False


class Table(Shape, frozen=True):
    """A mapping from names to values of one shape.

    `single` is true if it has one entry only. `names` are names with a meaning of their own.
    """

    entry: Shape
    keys: NameKind = NameKind.NOTHING
    single: bool = False
    names: Mapping[str, str] = {}


class Of(Shape, frozen=True):
    """A mapping that is read as an entity. `alone` is true for null in its place."""

    kind: type[Any]


class AnyOf(Shape, frozen=True):
    """A value of one of several shapes."""

    shapes: tuple[Shape, ...]


class Instructions(Shape, frozen=True):
    """A block of instructions."""


class FragmentShape(Shape, frozen=True):
    """A part of an object model: an object with a header, or data."""


class Field(Shape, frozen=True):
    """A field of a form."""


ANYTHING = Shape()
CODE = Code()
TEXT = Plain(("string",))
EXPRESSION = Plain(("string",), code=True)
BOOLEAN = Plain(("boolean",), null=False)
FLAG = Plain(("boolean",), code=True)
NUMBER = Plain(("number",), code=True)
CLASS_NAME = Plain(("string",), NameKind.CLASS)
INSTRUCTIONS = Instructions()

_SHAPES: dict[Callable[..., Any], Shape] = {}


def shaped(shape: Shape) -> Callable[[R], R]:
    """Return a decorator that marks a reader with the shape that it takes."""

    def mark(reader: R) -> R:
        _SHAPES[reader] = shape
        return reader

    return mark


def shape_of(reader: Callable[..., Any]) -> Shape:
    """Return the shape that a reader takes; `ANYTHING` for one that is not marked."""
    return _SHAPES.get(reader, ANYTHING)
