"""The types of objects that an expression in front of a dot may give."""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.inherit.complete import CompleteType
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.symbols.types import member_types, value_of

_CLASS = re.compile(r"(?P<prefix>\w*):(?P<name>\w+)\Z")
_THIS = frozenset({"$", "$this"})


def types_of(cursor: Cursor, receiver: str) -> Iterator[tuple[CompleteType, bool]]:
    """Yield the types of a receiver, and whether it is the class itself."""
    own = cursor.class_
    if own is None:
        return
    named = _CLASS.match(receiver)
    if named is not None:
        type_ = class_named(cursor, named["prefix"] or "=", named["name"])
        if type_ is not None:
            yield type_, True
    elif receiver in _THIS:
        yield own, False
    else:
        yield from _inferred(cursor, receiver)


def _inferred(cursor: Cursor, receiver: str) -> Iterator[tuple[CompleteType, bool]]:
    line, column = cursor.line + 1, cursor.column + 1
    value = value_of(cursor.analysis, cursor.path, line, column, receiver)
    for type_ in member_types(cursor.analysis, cursor.path, line, value):
        yield type_, False


def class_named(cursor: Cursor, prefix: str, name: str) -> CompleteType | None:
    """Return the class of a name with a prefix, as the document of the cursor spells it."""
    namespace = cursor.namespaces.get(prefix)
    if namespace is None:
        return None
    full = f"{namespace}.{name}" if namespace else name
    types = cursor.analysis.results.inheritance.types
    return next((type_ for id_, type_ in types.items() if id_.name == full), None)
