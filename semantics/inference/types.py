"""Static types: what inference knows of a value."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from muranopl.diagnostics.bounds import TYPE_DEPTH
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.contracts import kinds
from muranopl.namespace.result import TypeId

_MOST_CLASSES = 4
UseId = tuple[int, int]
"""Identifies a use of a variable: the ids of its scalar and of its part of the expression."""


class ClassType(msgspec.Struct, frozen=True):
    """A class that a value is an object of, or a reference to; `exact` excludes descendants."""

    id: TypeId
    exact: bool


class Type(msgspec.Struct, frozen=True, eq=False, gc=False):
    """The union of the types a value may have.

    `kinds` are bits of `muranopl.language.contracts.kinds`. `classes` are those of an object or of
    a class reference; () is any class. `item` is the type of the items of a list, a set or a lazy
    sequence, and of the values of a mapping; `fields` are the types of single keys. `origin` is the
    place of the declaration. `unset` is the use of a variable that is never set, see
    `muranopl.semantics.inference.variables`: its value is null.
    """

    kinds: int
    classes: tuple[ClassType, ...] = ()
    item: Type | None = None
    fields: dict[str, Type] | None = None
    origin: Related | None = None
    unset: UseId | None = None

    @property
    def known(self) -> bool:
        """Whether anything is known of the value."""
        return not self.kinds & kinds.UNKNOWN

    def may_be(self, kind: int) -> bool:
        """Return whether the value may be of one of these kinds."""
        return bool(self.kinds & (kind | kinds.UNKNOWN))

    def only(self, kind: int) -> bool:
        """Return whether the value is certainly of one of these kinds."""
        return not self.kinds & ~kind


ANY = Type(kinds.UNKNOWN)
NULL = Type(kinds.NULL)
BOOL = Type(kinds.BOOL)
INT = Type(kinds.INT)
STRING = Type(kinds.STRING)
DICT = Type(kinds.DICT)
LIST = Type(kinds.LIST)
CONSTANTS: dict[type, Type] = {
    bool: BOOL,
    int: INT,
    float: Type(kinds.FLOAT),
    str: STRING,
    type(None): NULL,
}
"""The types of constants, by the Python types of their values."""


@functools.cache
def plain(kind: int) -> Type:
    """Return a type of which only the kinds are known; one object per kind makes unions cheap."""
    return ANY if kind & kinds.UNKNOWN else Type(kind)


def union(types: Iterable[Type], depth: int = 0) -> Type:
    """Return the union of types, `depth` levels deep in a value; ANY if there are none."""
    result: Type | None = None
    for type_ in types:
        if type_ is result:
            continue
        result = type_ if result is None else _joined(result, type_, depth)
        if result.kinds & kinds.UNKNOWN:
            return ANY
    return result or ANY


def _joined(first: Type, second: Type, depth: int) -> Type:
    if first is second:
        return first
    joined = first.kinds | second.kinds
    if joined & kinds.UNKNOWN:
        return ANY
    return Type(
        joined,
        _classes(first, second),
        _items(first, second, depth + 1),
        # Keys of two mappings may differ, so none is certain.
        None if first.kinds & second.kinds & kinds.DICT else first.fields or second.fields,
        first.origin or second.origin,
    )


def _classes(first: Type, second: Type) -> tuple[ClassType, ...]:
    referring = kinds.OBJECT | kinds.CLASS
    with_class = [item for item in (first, second) if item.kinds & referring]
    if len({item.kinds & referring for item in with_class}) > 1 or not all(
        item.classes for item in with_class
    ):
        return ()
    result = dict.fromkeys(class_ for item in with_class for class_ in item.classes)
    # More classes would not help readers, and slow down checks.
    return tuple(result) if len(result) <= _MOST_CLASSES else ()


def _items(first: Type, second: Type, depth: int) -> Type | None:
    holding = [item for item in (first, second) if item.kinds & (kinds.ITEMS | kinds.DICT)]
    if not all(item.item for item in holding) or depth > TYPE_DEPTH.most:
        return None
    return union((item.item for item in holding if item.item), depth) if holding else None


def alternatives(type_: Type) -> Sequence[Type]:
    """Return the single types of a union: one per kind, and per class."""
    # A single bit is a single kind: the usual case.
    if not type_.kinds & (type_.kinds - 1) and len(type_.classes) < 2:
        return (type_,)
    return tuple(_alternatives(type_))


def _alternatives(type_: Type) -> Iterator[Type]:
    for kind in kinds.single(type_.kinds):
        if kind & (kinds.OBJECT | kinds.CLASS) and type_.classes:
            for class_ in type_.classes:
                yield msgspec.structs.replace(type_, kinds=kind, classes=(class_,))
        else:
            yield msgspec.structs.replace(type_, kinds=kind)


def nullable(type_: Type) -> Type:
    """Return the type with null added."""
    if type_.kinds & (kinds.NULL | kinds.UNKNOWN):
        return type_
    return msgspec.structs.replace(type_, kinds=type_.kinds | kinds.NULL)


def without_null(type_: Type) -> Type:
    """Return the type without null; ANY for null alone."""
    if not type_.kinds & kinds.NULL:
        return type_
    if type_.kinds == kinds.NULL:
        return ANY
    return msgspec.structs.replace(type_, kinds=type_.kinds & ~kinds.NULL)


def items(item: Type | None = None) -> Type:
    """Return the type of a collection.

    Which functions return lists, sets or lazy sequences varies.
    """
    return Type(kinds.ITEMS, item=item)


def stored(type_: Type) -> Type:
    """Return the type of a value after a statement, which turns lazy sequences into lists.

    Reference: workflow.
    """
    if type_.kinds & (kinds.ITERATOR | kinds.SET):
        lasting = type_.kinds & ~kinds.ITERATOR | kinds.LIST
        return msgspec.structs.replace(type_, kinds=lasting, unset=None)
    return type_ if type_.unset is None else msgspec.structs.replace(type_, unset=None)


def shown(type_: Type) -> str:
    """Return a type in words for messages.

    `a text`, `null or a list`, `an object of example.app.Server`.
    """
    if not type_.known:
        return "a value"
    words = []
    for kind in kinds.single(type_.kinds):
        names = " or ".join(class_.id.name for class_ in type_.classes)
        if names and kind == kinds.OBJECT:
            words.append(f"an object of {names}")
        elif names and kind == kinds.CLASS:
            words.append(f"the class {names}")
        else:
            words.append(kinds.WORDS[kind])
    return " or ".join(words)
