"""The types of objects that an expression in front of a dot may give."""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.inherit.complete import CompleteType
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.symbols.types import member_types, value_of

_CLASS = re.compile(r"(?:(?P<prefix>\w*):)?(?P<name>\w+)\Z")
_MADE = re.compile(r"(?:new|\$[\w.]*\.find)\((?P<class>(?:\w*:)?\w+)(?:,[^()]*)?\)\Z")
"""A call that gives an object of the class it names: nothing has looked that name up yet."""
_THIS = frozenset({"$", "$this"})


def types_of(cursor: Cursor, receiver: str) -> Iterator[tuple[CompleteType, bool]]:
    """Yield the types of a receiver, and whether it is the class itself."""
    own = cursor.class_
    if own is None:
        return
    if _CLASS.match(receiver) and ":" in receiver:
        type_ = named_class(cursor, receiver)
        if type_ is not None:
            yield type_, True
    elif receiver in _THIS:
        yield own, False
    elif (creation := _MADE.match(receiver)) is not None:
        type_ = named_class(cursor, creation["class"])
        if type_ is not None:
            yield type_, False
    else:
        yield from _inferred(cursor, receiver)


def _inferred(cursor: Cursor, receiver: str) -> Iterator[tuple[CompleteType, bool]]:
    path, line = cursor.reported_path, cursor.analysed_line
    # Behind the value is what follows it, where the variables may be others
    column = cursor.location.start + 1
    value = value_of(cursor.analysis, path, line, column, receiver)
    for type_ in member_types(cursor.analysis, path, line, value):
        yield type_, False


def named_class(cursor: Cursor, written: str) -> CompleteType | None:
    """Return the class of a name as the document of the cursor spells it, or None."""
    match = _CLASS.match(written)
    if match is None:
        return None
    name = match["name"]
    namespace = cursor.namespaces.get(match["prefix"] or "=")
    if namespace is None:
        return None
    full = f"{namespace}.{name}" if namespace else name
    types = cursor.analysis.results.inheritance.types
    return next((type_ for id_, type_ in types.items() if id_.name == full), None)
