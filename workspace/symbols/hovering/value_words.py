"""Inferred values in words: `a list of objects of example.app.Server`."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.yaml.writing import scalar_text
from muranopl.language.contracts import kinds
from muranopl.semantics.abstract.values import (
    Alternative,
    ConstantValue,
    Dictionary,
    Instance,
    Items,
    Value,
)
from muranopl.views.words.markdown import code

_MOST = 4
"""Most alternatives and keys that are shown."""
_DEEPEST = 3


def value_words(value: Value, depth: int = 0) -> str | None:
    """Return what is known of a value, None if that is nothing."""
    if value.alternatives is None or depth > _DEEPEST:
        return None
    words = dict.fromkeys(_words(item, depth) for item in value.alternatives)
    # Null is said last, as it is the least of what one wants to know
    ordered = sorted(words, key=lambda item: item == "null")
    return " or ".join(ordered) if 0 < len(ordered) <= _MOST else None


def type_hint(value: Value) -> str | None:
    """Return a value in a word or two, for hints between the lines; None if little is known."""
    parts = list(dict.fromkeys(_hint(item) for item in value.alternatives or ()))
    hints = [part for part in parts if part is not None and part != "null"]
    if set(hints) == _NUMBERS:
        hints = [_HINTS[kinds.FLOAT]]
    if len(hints) != 1 or None in parts:
        return None
    return f"{hints[0]}?" if "null" in parts else hints[0]


def _words(item: Alternative, depth: int) -> str:
    if isinstance(item, ConstantValue):
        return code(scalar_text(item.value))
    if isinstance(item, Instance) and item.class_ is not None:
        name = code(item.class_.id.name)
        return f"an object of {name}" if item.kind == kinds.OBJECT else f"the class {name}"
    if isinstance(item, Items):
        return _items(item, depth)
    if isinstance(item, Dictionary) and item.entries:
        names = ", ".join(code(name) for name in list(item.entries)[:_MOST])
        more = ", ..." if len(item.entries) > _MOST or item.others else ""
        return f"a mapping with {names}{more}"
    return kinds.WORDS[kinds.single(item.kind)[0]]


def _items(item: Items, depth: int) -> str:
    word = kinds.WORDS[kinds.single(item.kind)[0]]
    inside = list(dict.fromkeys(_each(item, depth)))
    if len(inside) != 1 or inside[0] is None:
        return word
    return f"{word}, each item {inside[0]}"


def _each(item: Items, depth: int) -> Iterator[str | None]:
    for part in item.items or ():
        yield value_words(part, depth + 1)
    if item.item is not None:
        yield value_words(item.item, depth + 1)


_HINTS = {
    kinds.NULL: "null",
    kinds.BOOL: "boolean",
    kinds.INT: "integer",
    kinds.FLOAT: "number",
    kinds.STRING: "string",
    kinds.DICT: "mapping",
    kinds.DATETIME: "date",
    kinds.TIMESPAN: "time span",
    kinds.REGEX: "regular expression",
}
_NUMBERS = {_HINTS[kinds.INT], _HINTS[kinds.FLOAT]}


def _hint(item: Alternative) -> str | None:
    if isinstance(item, Instance):
        if item.class_ is None:
            return None
        short = item.class_.id.name.rpartition(".")[2]
        return short if item.kind == kinds.OBJECT else f"class {short}"
    if isinstance(item, Items):
        inside = {type_hint(part) for part in (*(item.items or ()), item.item) if part}
        only = inside.pop() if len(inside) == 1 else None
        return f"[{only}]" if only else "list"
    return _HINTS.get(item.kind)
