"""Abstract values: what may come out of a form's field, or of an expression of a UI definition.

A value is a union of alternatives, each of one kind, with all that is known of it (reference: ui-agreement, sections 4
to 6). Where anything is not known, nothing is: such a value takes part in no check.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping

import msgspec

from muranopl.ard.nodes import Node, Yaql
from muranopl.diagnostics.bounds import ALTERNATIVES
from muranopl.diagnostics.diagnostic import Related
from muranopl.expression.tree import Expression
from muranopl.language.contracts import kinds

Plain = str | int | float | bool


class Alternative(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """One kind of value. `related` is where it comes from: the field, its choice, the template.

    `at` is the part of an expression that gives it, where that is not the whole.
    """

    related: tuple[Related, ...] = ()
    at: tuple[Yaql, Expression] | None = None

    @property
    def kind(self) -> int:
        """One bit of `muranopl.language.contracts.kinds`; a fragment is an OBJECT, the id of an object a STRING."""
        raise NotImplementedError

    @property
    def words(self) -> str:
        """How messages speak of it."""
        return kinds.WORDS[self.kind]


class Null(Alternative, frozen=True, eq=False, kw_only=True):
    """Null. `because` says why, in words that follow "null": `where "size" is left empty`.

    `blamed` is the key of the report about the name that gives it: whatever fails for that null is no second defect,
    see `Reports.blame`.
    """

    because: str = ""
    blamed: object | None = None

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.NULL


class ConstantValue(Alternative, frozen=True, eq=False, kw_only=True):
    """A literal, a single choice of a field, or what a hidden field sends. `value` is never null."""

    value: Plain

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.FLOAT if isinstance(self.value, float) else kinds.kind_of(self.value)

    @property
    def words(self) -> str:
        """See `Alternative`."""
        return f'the text "{self.value}"' if isinstance(self.value, str) else f"the value {self.value}"


class TextOrigin(enum.Enum):
    """Who makes a text; the value is what messages call it."""

    TYPED = "a text that a user types"
    CLOUD = "a name or id of the cloud's"
    MADE = "a text"
    COMPUTED = "a text of some kind"


class Text(Alternative, frozen=True, eq=False, kw_only=True):
    """A text. `samples` are texts that it can surely be: the initial value, "" where it may be left empty.

    `restricted` is whether anything limits what it can be besides those (a regular expression, a validator, lengths, or
    something that is not known). `digits` is whether it may be that only digits are taken where it is not
    empty; without it other texts surely are.
    """

    origin: TextOrigin = TextOrigin.MADE
    samples: tuple[str, ...] = ()
    restricted: bool = False
    digits: bool = False

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.STRING

    @property
    def words(self) -> str:
        """See `Alternative`."""
        return self.origin.value


class Number(Alternative, frozen=True, eq=False, kw_only=True):
    """An integer from `least` to `most`, None without a bound. `samples` are further values that it can surely be."""

    least: int | None = None
    most: int | None = None
    samples: tuple[int, ...] = ()
    restricted: bool = False

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.INT


class Truth(Alternative, frozen=True, eq=False, kw_only=True):
    """True or false."""

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.BOOL


class Items(Alternative, frozen=True, eq=False, kw_only=True):
    """A list: `items` one by one where their number is known, else `item` for all and `least` to `most` of them."""

    items: tuple[Value, ...] | None = None
    item: Value | None = None
    least: int | None = None
    most: int | None = None

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.LIST


class Dictionary(Alternative, frozen=True, eq=False, kw_only=True):
    """A mapping that is no object; `node` where it is written in YAML, `entries` by key where these are known."""

    node: Node | None = None
    entries: Mapping[str, Value] | None = None

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.DICT


class Fragment(Alternative, frozen=True, eq=False, kw_only=True):
    """A mapping with `?`, as it is written: the engine makes an object of it where a contract wants one."""

    node: Node

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.OBJECT

    @property
    def words(self) -> str:
        """See `Alternative`."""
        return "the description of an object"


class ObjectId(Alternative, frozen=True, eq=False, kw_only=True):
    """The id of an object: of an existing application of one of the `classes`, or (`fragment`) of one by `ref()`."""

    classes: tuple[str, ...] = ()
    fragment: Node | None = None

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.STRING

    @property
    def words(self) -> str:
        """See `Alternative`."""
        return "the id of an object"


class Unsendable(Alternative, frozen=True, eq=False, kw_only=True):
    """What cannot be turned into JSON: `what` is `a date`, `a set`, ..."""

    what: str
    its_kind: int = kinds.DATETIME

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return self.its_kind

    @property
    def words(self) -> str:
        """See `Alternative`."""
        return self.what


class Value(msgspec.Struct, frozen=True, eq=False):
    """What a value may be. None as `alternatives`: nothing is known of it."""

    alternatives: tuple[Alternative, ...] | None

    @property
    def known(self) -> bool:
        """Whether anything is known of it."""
        return self.alternatives is not None

    @property
    def kinds(self) -> int:
        """The kinds that it may be of."""
        if self.alternatives is None:
            return kinds.UNKNOWN
        found = 0
        for each in self.alternatives:
            found |= each.kind
        return found

    @property
    def nulls(self) -> tuple[Null, ...]:
        """The alternatives that are null."""
        return tuple(each for each in self.alternatives or () if isinstance(each, Null))

    @property
    def is_null(self) -> bool:
        """Whether it surely is null."""
        return bool(self.alternatives) and all(isinstance(each, Null) for each in self.alternatives or ())

    def only(self, kind: int) -> bool:
        """Whether it surely is of one of these kinds."""
        return not self.kinds & ~kind


UNKNOWN = Value(None)
TRUTH = Value((Truth(),))


def one(alternative: Alternative) -> Value:
    """Return the value that is one thing."""
    return Value((alternative,))


def constant(value: object) -> Value:
    """Return a literal's value; dates are one that cannot be sent."""
    if value is None:
        return one(Null())
    if isinstance(value, (str, int, float)):
        return one(ConstantValue(value=value))
    return one(Unsendable(what="a date"))


def union(values: Iterable[Value]) -> Value:
    """Return what is one of these values; nothing is known of it where nothing is known of one of them."""
    found: list[Alternative] = []
    for each in values:
        if each.alternatives is None:
            return UNKNOWN
        found += each.alternatives
        if len(found) > ALTERNATIVES.most:
            return UNKNOWN
    return Value(tuple(dict.fromkeys(found))) if found else UNKNOWN


def without_null(value: Value) -> Value:
    """Return the value where it is not null; nothing is known of one that always is."""
    if not value.nulls:
        return value
    left = tuple(each for each in value.alternatives or () if not isinstance(each, Null))
    return Value(left) if left else UNKNOWN


def shown(value: Value) -> str:
    """How messages call what a value may be: `null or an integer`."""
    words = dict.fromkeys(each.words for each in value.alternatives or ())
    return " or ".join(words) if 0 < len(words) < 4 else "a value"
