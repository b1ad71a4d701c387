"""Abstract values: the possible values of a form's field, or of an expression of a UI definition.

A value is a union of alternatives, each of one kind, with all that is known about it (reference:
ui-agreement, sections 4 to 6). If one alternative is unknown, the value is: it takes part in no
check.
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
    """One kind of value.

    `related` are places of its origin: the field, its choice, the template. `at` is the part of an
    expression that gives it, if that is not the whole.
    """

    related: tuple[Related, ...] = ()
    at: tuple[Yaql, Expression] | None = None

    @property
    def kind(self) -> int:
        """One bit of `muranopl.language.contracts.kinds`.

        A fragment is an OBJECT, the id of an object a STRING.
        """
        raise NotImplementedError

    @property
    def words(self) -> str:
        """The words for the value in messages."""
        return kinds.WORDS[self.kind]


class Null(Alternative, frozen=True, eq=False, kw_only=True):
    """Null; `because` is the reason, in words that follow "null": `where "size" is left empty`.

    `blamed` is the key of the report about the undefined name that gives it: a failure because of
    this null is no second defect, see `Reports.blame`.
    """

    because: str = ""
    blamed: object | None = None

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.NULL


class ConstantValue(Alternative, frozen=True, eq=False, kw_only=True):
    """A literal, a single choice of a field, or the value of a hidden field.

    `value` is never null.
    """

    value: Plain

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.FLOAT if isinstance(self.value, float) else kinds.kind_of(self.value)

    @property
    def words(self) -> str:
        """See `Alternative`."""
        return (
            f'the text "{self.value}"' if isinstance(self.value, str) else f"the value {self.value}"
        )


class TextOrigin(enum.Enum):
    """The origin of a text; values are the words in messages."""

    TYPED = "a text that a user types"
    CLOUD = "a name or id of the cloud's"
    MADE = "a text"
    COMPUTED = "a text of some kind"


class Text(Alternative, frozen=True, eq=False, kw_only=True):
    """A text.

    `samples` are texts that it can certainly be: the initial value, "" if it may be left empty.
    `restricted` is true if anything else limits it (a regular expression, a validator, lengths, or
    something unknown). `digits` is true if possibly only digits are accepted; otherwise other texts
    certainly are.
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
    """An integer from `least` to `most`, None if unbounded.

    `samples` are further possible values.
    """

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
    """A list: its `items` if their number is known, else `item` for each of `least` to `most`."""

    items: tuple[Value, ...] | None = None
    item: Value | None = None
    least: int | None = None
    most: int | None = None

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.LIST


class Dictionary(Alternative, frozen=True, eq=False, kw_only=True):
    """A mapping that is no object; `node` if written in YAML, `entries` by key if known."""

    node: Node | None = None
    entries: Mapping[str, Value] | None = None

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.DICT


class Fragment(Alternative, frozen=True, eq=False, kw_only=True):
    """A mapping with `?`, as written.

    The engine creates an object of it if a contract takes one.
    """

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
    """The id of an existing application of `classes`, or (`fragment`) of an object by `ref()`."""

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
    """A value that JSON cannot represent: `what` is `a date`, `a set`, ..."""

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
    """A union of alternatives; None as `alternatives` means that nothing is known."""

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
        result = 0
        for alternative in self.alternatives:
            result |= alternative.kind
        return result

    @property
    def nulls(self) -> tuple[Null, ...]:
        """The alternatives that are null."""
        return tuple(
            alternative for alternative in self.alternatives or () if isinstance(alternative, Null)
        )

    @property
    def is_null(self) -> bool:
        """Whether it is certainly null."""
        return bool(self.alternatives) and all(
            isinstance(alternative, Null) for alternative in self.alternatives or ()
        )

    def only(self, kind: int) -> bool:
        """Return whether it is certainly of one of these kinds."""
        return not self.kinds & ~kind


UNKNOWN = Value(None)
TRUTH = Value((Truth(),))


def one(alternative: Alternative) -> Value:
    """Return the value with a single alternative."""
    return Value((alternative,))


def constant(value: object) -> Value:
    """Return the value of a literal; dates are not representable in JSON."""
    if value is None:
        return one(Null())
    if isinstance(value, (str, int, float)):
        return one(ConstantValue(value=value))
    return one(Unsendable(what="a date"))


def union(values: Iterable[Value]) -> Value:
    """Return the union of values, UNKNOWN if one of them is."""
    alternatives: list[Alternative] = []
    for value in values:
        if value.alternatives is None:
            return UNKNOWN
        alternatives += value.alternatives
        # Bounds the work of all checks on the value.
        if len(alternatives) > ALTERNATIVES.most:
            return UNKNOWN
    return Value(tuple(dict.fromkeys(alternatives))) if alternatives else UNKNOWN


def without_null(value: Value) -> Value:
    """Return the value without null, UNKNOWN if it is always null."""
    if not value.nulls:
        return value
    left = tuple(
        alternative for alternative in value.alternatives or () if not isinstance(alternative, Null)
    )
    return Value(left) if left else UNKNOWN


def shown(value: Value) -> str:
    """Return the possible values in words for messages: `null or an integer`."""
    words = dict.fromkeys(alternative.words for alternative in value.alternatives or ())
    return " or ".join(words) if 0 < len(words) < 4 else "a value"
