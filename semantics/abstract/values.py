"""Defines abstract values: the possible values of an expression, of a property or of a form's field.

A value is a union of alternatives, each with all that is known about it (reference: ui-agreement,
sections 4 to 6). If one alternative is unknown, the value is: nothing is reported about it.
"""

from __future__ import annotations

import enum
import functools
import operator
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from muranopl.ard.nodes import Node, Yaql
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.bounds import ALTERNATIVES
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.contracts import kinds
from muranopl.namespace.result import TypeId

Plain = str | int | float | bool
_INSTANCES = kinds.OBJECT | kinds.CLASS


class Alternative(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """One kind of value.

    `related` are places of its origin: the declaration, the field, its choice, the template. `at`
    is the part of an expression that gives it, if that is not the whole.
    """

    related: tuple[Related, ...] = ()
    at: tuple[Yaql, Expression] | None = None

    @property
    def kind(self) -> int:
        """One bit of `muranopl.language.contracts.kinds`; of some collections, several."""
        raise NotImplementedError

    @property
    def words(self) -> str:
        """The words for the value in messages."""
        return kinds.WORDS[kinds.single(self.kind)[0]]


class OfKind(Alternative, frozen=True, eq=False, kw_only=True):
    """Any value of a kind that no other class describes: a boolean, a date, ..."""

    kind: int


class Null(Alternative, frozen=True, eq=False, kw_only=True):
    """Null; `because` is the reason, in words that follow "null": `where "size" is left empty`.

    `blamed` identifies the report about the undefined name that gives it: a failure because of this
    null is no second defect.
    """

    because: str = ""
    blamed: Hashable | None = None
    kind: ClassVar[int] = kinds.NULL


class ConstantValue(Alternative, frozen=True, eq=False, kw_only=True):
    """A literal, a single choice of a field, or the value of a hidden field.

    `value` is never null.
    """

    value: Plain

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return _CONSTANT_KINDS[self.value.__class__]

    @property
    def words(self) -> str:
        """See `Alternative`."""
        if isinstance(self.value, str):
            return f'the string "{self.value}"'
        return f"the value {self.value}"


_CONSTANT_KINDS: Mapping[type, int] = {
    bool: kinds.BOOL,
    int: kinds.INT,
    float: kinds.FLOAT,
    str: kinds.STRING,
}


class TextOrigin(enum.Enum):
    """The origin of a text; values are the words in messages."""

    TYPED = "a string that a user types"
    CLOUD = "the name or id of a cloud resource"
    MADE = "a string"
    COMPUTED = "some string"


class Text(Alternative, frozen=True, eq=False, kw_only=True):
    """A text.

    `samples` are texts that it can certainly be: the initial value, "" if it may be left empty.
    `restricted` is true if anything else limits it (a regular expression, a validator, lengths, or
    something unknown). `digits` is true if possibly only digits are accepted; otherwise other texts
    certainly are. Its length is from `shortest` to `longest`, None if unbounded.
    """

    origin: TextOrigin = TextOrigin.MADE
    samples: tuple[str, ...] = ()
    restricted: bool = False
    digits: bool = False
    shortest: int = 0
    longest: int | None = None
    kind: ClassVar[int] = kinds.STRING

    @property
    def words(self) -> str:
        """See `Alternative`."""
        return self.origin.value


class Number(Alternative, frozen=True, eq=False, kw_only=True):
    """An integer from `least` to `most`, None if unbounded.

    `samples` are further possible values.
    """

    least: int | None = None
    most: int | None = None
    samples: tuple[int, ...] = ()
    restricted: bool = False
    kind: ClassVar[int] = kinds.INT


class Items(Alternative, frozen=True, eq=False, kw_only=True):
    """A collection: its `items` if their number is known, else `item` for `least` to `most`.

    `kind` is a union of those of collections, as most functions give one or the other. `made_of` are
    the items that `list()` was given. Code that functions run for each item does not rely on them, as it
    may ask for their kinds first: the engine runs `list(5).select(isString($) and $.len())` (measured).
    """

    kind: int = kinds.ITEMS
    items: tuple[Value, ...] | None = None
    made_of: tuple[Value, ...] | None = None
    item: Value | None = None
    least: int | None = None
    most: int | None = None


class Dictionary(Alternative, frozen=True, eq=False, kw_only=True):
    """A mapping that is not an object; `node` if written in YAML.

    `entries` are the values of known keys, None if none is known; `others` is the value of all
    other keys, None if there are no others.
    """

    node: Node | None = None
    entries: Mapping[str, Value] | None = None
    others: Value | None = None
    kind: ClassVar[int] = kinds.DICT


class ClassType(msgspec.Struct, frozen=True):
    """A class that a value is an object of, or a reference to; `exact` excludes descendants."""

    id: TypeId
    exact: bool


class Instance(Alternative, frozen=True, eq=False, kw_only=True):
    """An object of a class, or (with the kind CLASS) a reference to one; None is any class."""

    class_: ClassType | None = None
    kind: int = kinds.OBJECT


class Value(msgspec.Struct, frozen=True, eq=False):
    """A union of alternatives; None as `alternatives` means that nothing is known.

    `kinds` are those of all alternatives.
    """

    alternatives: tuple[Alternative, ...] | None
    kinds: int

    @property
    def known(self) -> bool:
        """Whether anything is known of it."""
        return self.alternatives is not None

    @property
    def single(self) -> Alternative | None:
        """The only alternative, None if it may be others."""
        alternatives = self.alternatives or ()
        return alternatives[0] if len(alternatives) == 1 else None

    @property
    def nulls(self) -> tuple[Null, ...]:
        """The alternatives that are null."""
        if not self.kinds & kinds.NULL:
            return ()
        return tuple(item for item in self.alternatives or () if isinstance(item, Null))

    @property
    def is_null(self) -> bool:
        """Whether it is certainly null."""
        return self.kinds == kinds.NULL

    @property
    def blamed(self) -> Hashable | None:
        """The report about the undefined name that it is the value of, None for other values."""
        if self.kinds != kinds.NULL:
            return None  # as nearly always
        null = self.single
        return null.blamed if isinstance(null, Null) else None

    @property
    def origin(self) -> tuple[Related, ...]:
        """The place of its origin, of the first alternative but null that has one."""
        # Called for each argument: a loop is faster than generators
        for item in self.alternatives or ():
            if item.related and not isinstance(item, Null):
                return item.related[:1]
        return ()

    @property
    def null_origin(self) -> tuple[Related, ...]:
        """The place where it is made null."""
        return next((item.related[:1] for item in self.nulls if item.related), ())

    @property
    def classes(self) -> tuple[ClassType, ...]:
        """The classes of objects and references among the alternatives; () if one is unknown."""
        if self.alternatives is None or not self.kinds & _INSTANCES:
            return ()
        first = self.alternatives[0]
        if len(self.alternatives) == 1 and first.__class__ is Instance:
            # As nearly always
            return () if first.class_ is None else (first.class_,)
        result: list[ClassType] = []
        for item in self.alternatives:
            if isinstance(item, Instance):
                if item.class_ is None:
                    return ()
                result.append(item.class_)
        return tuple(result) if len(result) == 1 else tuple(dict.fromkeys(result))

    def may_be(self, kind: int) -> bool:
        """Return whether it may be of one of these kinds."""
        return bool(self.kinds & (kind | kinds.UNKNOWN))

    def only(self, kind: int) -> bool:
        """Return whether it is certainly of one of these kinds."""
        return not self.kinds & ~kind


class ResourceContent(Value, frozen=True, eq=False):
    """The content of a file of `Resources` of this package; nothing else is known of it."""

    path: str


class WrittenDate(Value, frozen=True, eq=False):
    """A date in YAML without quotes, which is a text in some files; nothing else is known."""

    text: str


def of(alternatives: Iterable[Alternative]) -> Value:
    """Return the value with some alternatives, which are at least one."""
    union_ = tuple(alternatives)
    result = 0
    for alternative in union_:
        result |= alternative.kind
    return Value(union_, result)


def one(alternative: Alternative) -> Value:
    """Return the value with a single alternative."""
    return Value((alternative,), alternative.kind)


UNKNOWN = Value(None, kinds.UNKNOWN)
SOME_TEXT = Text(origin=TextOrigin.COMPUTED, restricted=True)
_NULL = Null()
_GENERIC: Mapping[int, Alternative] = {
    kinds.NULL: _NULL,
    kinds.INT: Number(restricted=True),
    kinds.STRING: SOME_TEXT,
    kinds.LIST: Items(kind=kinds.LIST),
    kinds.SET: Items(kind=kinds.SET),
    kinds.ITERATOR: Items(kind=kinds.ITERATOR),
    kinds.DICT: Dictionary(others=UNKNOWN),
    kinds.OBJECT: Instance(),
    kinds.CLASS: Instance(kind=kinds.CLASS),
}


@functools.cache
def plain(kind: int) -> Value:
    """Return a value that only has known kinds; one object per union of kinds."""
    if kind & kinds.UNKNOWN:
        return UNKNOWN
    # Most functions give one of the collections, so one alternative stands for all.
    collections = kind & kinds.ITEMS
    alternatives = [
        _GENERIC.get(item) or OfKind(kind=item) for item in kinds.single(kind & ~kinds.ITEMS)
    ]
    if collections:
        alternatives.append(_GENERIC.get(collections) or Items(kind=collections))
    return Value(tuple(alternatives), kind)


NULL = plain(kinds.NULL)
BOOL = plain(kinds.BOOL)
STRING = plain(kinds.STRING)
DICT = plain(kinds.DICT)
LIST = plain(kinds.LIST)


@functools.lru_cache(4096, typed=True)
def constant(value: Any) -> Value:
    """Return the value of a literal; YAML has dates, too."""
    kind = _CONSTANT_KINDS.get(value.__class__)
    if kind is not None:
        return Value((ConstantValue(value=value),), kind)
    return NULL if value is None else plain(kinds.DATETIME)


def instances(
    classes: Collection[ClassType], kind: int = kinds.OBJECT, related: tuple[Related, ...] = ()
) -> Value:
    """Return an object of one of some classes, or a reference to one; () is any class."""
    alternatives = [
        Instance(class_=item, kind=kind, related=related) for item in classes or (None,)
    ]
    return Value(tuple(alternatives), kind)


def generic(kind: int, related: tuple[Related, ...]) -> Value:
    """Return a value that only has known kinds and a known origin."""
    result = plain(kind)
    if not related or result.alternatives is None:
        return result
    placed = [replace(item, related=related) for item in result.alternatives]
    return Value(tuple(placed), kind)


def union(values: Iterable[Value]) -> Value:
    """Return the union of values, UNKNOWN if one of them is or there are none."""
    distinct = dict.fromkeys(values)
    first = next(iter(distinct), UNKNOWN)
    if len(distinct) < 2:
        return first  # as most: branches that agree
    alternatives: dict[Alternative, None] = {}
    result = 0
    for value in distinct:
        # One unknown alternative makes the whole unknown: nothing is reported about it.
        if value.alternatives is None:
            return UNKNOWN
        result |= value.kinds
        alternatives.update(dict.fromkeys(value.alternatives))
        # Bounds the work of all checks on the value.
        if len(alternatives) > ALTERNATIVES.most:
            return UNKNOWN
    # The same object again, so that caches by identity hit.
    if len(alternatives) == len(first.alternatives or ()):
        return first
    return Value(tuple(alternatives), result)


def single_kinds(value: Value) -> list[Value]:
    """Return the parts of a known value that are of one kind and class, in the order of kinds."""
    alternatives = value.alternatives or ()
    is_single = not value.kinds & (value.kinds - 1)
    if is_single and len(alternatives) == 1:
        return [value]  # as most
    by_kind = {item.kind: item for item in alternatives}
    is_one_of_each = len(by_kind) == len(alternatives) == value.kinds.bit_count()
    if is_one_of_each and sum(by_kind) == value.kinds:
        # As an object that may be null
        return [Value((by_kind[kind],), kind) for kind in sorted(by_kind)]
    # Alternatives of one kind stay together, so that a value has few parts.
    parts: dict[tuple[int, ClassType | None], list[Alternative]] = {}
    for item in alternatives:
        class_ = item.class_ if isinstance(item, Instance) else None
        for kind in kinds.single(item.kind):
            part = item if kind == item.kind else replace(item, kind=kind)
            parts.setdefault((kind, class_), []).append(part)
    values = [Value(tuple(alike), kind) for (kind, _), alike in parts.items()]
    return sorted(values, key=operator.attrgetter("kinds"))


def nullable(value: Value) -> Value:
    """Return the value with null added."""
    if value.alternatives is None or value.kinds & kinds.NULL:
        return value
    return Value((_NULL, *value.alternatives), value.kinds | kinds.NULL)


def without_null(value: Value) -> Value:
    """Return the value without null, UNKNOWN if it is always null."""
    if not value.kinds & kinds.NULL:
        return value
    # After a test for null, a value that is always null has no alternatives.
    left = tuple(item for item in value.alternatives or () if not isinstance(item, Null))
    return Value(left, value.kinds & ~kinds.NULL) if left else UNKNOWN
