"""Reads and makes abstract values of collections, and writes abstract values as text of messages."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from msgspec.structs import replace

from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    Dictionary,
    Items,
    Null,
    Value,
    of,
    one,
    union,
)


def as_lists(value: Value) -> Value:
    """Return a value with lists in place of all collections."""
    if not value.kinds & (kinds.SET | kinds.ITERATOR):
        return value
    alternatives = list(value.alternatives or ())
    for position, item in enumerate(alternatives):
        if isinstance(item, Items):
            alternatives[position] = replace(item, kind=kinds.LIST)
    return of(alternatives)


def with_made_items(value: Value) -> Value:
    """Return a value in which lists that `list()` made have the items that it was given."""
    alternatives = list(value.alternatives or ())
    for position, item in enumerate(alternatives):
        if isinstance(item, Items) and item.made_of is not None:
            alternatives[position] = replace(item, items=item.made_of)
    return of(alternatives) if alternatives != list(value.alternatives or ()) else value


def items(item: Value) -> Value:
    """Return a collection of items.

    Which functions return lists, sets or lazy sequences varies.
    """
    return one(Items(kind=kinds.ITEMS, item=item))


def item_of(value: Value) -> Value:
    """Return the items of a collection, or of null; UNKNOWN for other values."""
    # A text or a mapping gives items of other kinds in some versions.
    if not value.only(kinds.ITEMS | kinds.NULL):
        return UNKNOWN
    values: list[Value] = []
    for item in value.alternatives or ():
        if isinstance(item, Items):
            values += item.items if item.items is not None else (item.item or UNKNOWN,)
    return union(values)


def has_items(value: Value) -> bool:
    """Return whether a value is a collection that certainly has an item."""
    return bool(value.alternatives) and all(
        isinstance(item, Items) and (bool(item.items) or bool(item.least))
        for item in value.alternatives or ()
    )


def entry_of(value: Value, key: str) -> Value | None:
    """Return the value of a key of a mapping, None if it is not certainly one of its keys."""
    entries = [item.entries for item in value.alternatives or () if isinstance(item, Dictionary)]
    values = [None if entry is None else entry.get(key) for entry in entries]
    if not values or None in values:
        return None
    return union(item for item in values if item)


def values_of(value: Value) -> Value:
    """Return the union of the values of all keys of a mapping."""
    values: list[Value] = []
    for item in value.alternatives or ():
        if not isinstance(item, Dictionary) or (item.entries is None and item.others is None):
            return UNKNOWN
        values += (item.entries or {}).values()
        values += () if item.others is None else (item.others,)
    return union(values)


_MOST_SHOWN = 4
"""Most classes that a message names."""


def null_notes(nulls: Iterable[Null]) -> tuple[str, ...]:
    """Return the note why a value is null, for messages, if that is known."""
    reasons = (f"it is null {null.because}" for null in nulls if null.because)
    return tuple(itertools.islice(reasons, 1))


def shown(value: Value) -> str:
    """Return the kinds of a value in words for messages.

    `a text`, `null or a list`, `an object of example.app.Server`.
    """
    if value.alternatives is None:
        return "a value"
    return " or ".join(_kind_shown(value, kind) for kind in kinds.single(value.kinds))


def _kind_shown(value: Value, kind: int) -> str:
    if not kind & (kinds.OBJECT | kinds.CLASS):
        return kinds.WORDS[kind]
    names = dict.fromkeys(class_.id.name for class_ in value.classes)
    if not names or len(names) > _MOST_SHOWN:
        return kinds.WORDS[kind]
    listed = " or ".join(names)
    return f"an object of {listed}" if kind == kinds.OBJECT else f"the class {listed}"


def described(value: Value) -> str:
    """Return the alternatives in words for messages: `null or a text that a user types`."""
    words = dict.fromkeys(alternative.words for alternative in value.alternatives or ())
    return " or ".join(words) if 0 < len(words) < 4 else "a value"
