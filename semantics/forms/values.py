"""Alternatives that only UI definitions have: descriptions and ids of objects."""

from __future__ import annotations

from muranopl.ard.nodes import Node
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.values import Alternative

_UNSENDABLE = kinds.SET | kinds.DATETIME | kinds.TIMESPAN | kinds.REGEX


def is_unsendable(alternative: Alternative) -> bool:
    """Return whether JSON cannot represent a value: a set, a date, ..."""
    return not alternative.kind & ~_UNSENDABLE


class Fragment(Alternative, frozen=True, eq=False, kw_only=True):
    """A mapping with `?`, as written.

    The engine creates an object of it if a contract takes one.
    """

    node: Node

    @property
    def kind(self) -> int:
        """See `Alternative`: to expressions it is a mapping."""
        return kinds.DICT

    @property
    def words(self) -> str:
        """See `Alternative`."""
        return "the description of an object"


class ObjectId(Alternative, frozen=True, eq=False, kw_only=True):
    """The id of an existing application of `classes`, or (`fragment`) of an object by `ref()`.

    `key` tells which object of `ref()`.
    """

    classes: tuple[str, ...] = ()
    fragment: Node | None = None
    key: str | None = None

    @property
    def kind(self) -> int:
        """See `Alternative`: expressions may see the object, contracts get a text."""
        return kinds.STRING | kinds.UNKNOWN

    @property
    def words(self) -> str:
        """See `Alternative`."""
        return "the id of an object"
