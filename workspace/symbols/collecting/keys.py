"""Occurrences of the words of the language: keys of entities, and the words that some of them take."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from muranopl.ard.nodes import Mapping, Node, Scalar, text_of, walk
from muranopl.language.grammar.entity import Entity, Tag
from muranopl.language.grammar.instructions.block import Block
from muranopl.language.grammar.instructions.statements import Case
from muranopl.language.grammar.known_names import HEADER, HEADER_KEYS
from muranopl.language.grammar.readers import ClosedSet
from muranopl.language.grammar.shapes import OneOf, shape_of
from muranopl.workspace.symbols.symbol import Occurrence, Symbol, SymbolKind

OBJECT = "Object"
"""The owner of `?`, the header of an object; the keys in it have `Object.?`."""


def keys_of(value: Any) -> Iterator[Occurrence]:
    """Yield the keys of an entity and of all entities in it, and words such as `InOut`."""
    if isinstance(value, tuple):
        for item in value:
            yield from keys_of(item)
    elif isinstance(value, Entity):
        yield from _own_keys(value)
        for name in value.__struct_fields__:  # type: ignore[attr-defined]
            yield from keys_of(getattr(value, name))
    elif isinstance(value, (Block, Case)):
        for name in value.__struct_fields__:
            if name in _INSIDE:
                yield from keys_of(getattr(value, name))


_INSIDE = frozenset({"instructions", "body"})
"""The fields of blocks and cases that have entities; others repeat them."""


def _own_keys(entity: Entity) -> Iterator[Occurrence]:
    node = getattr(entity, "node", None)
    if not isinstance(node, Mapping):
        return
    for key, value in node.pairs:
        name = text_of(key) or ""
        if name in entity.APART:
            yield Occurrence(key.place, key_symbol(type(entity), name))
        tag = entity.TAGS.get(name)
        if tag is None:
            continue
        yield Occurrence(key.place, key_symbol(type(entity), tag.key))
        if isinstance(value, Scalar) and value.value is not None:
            yield from _word(entity, tag, value)


def _word(entity: Entity, tag: Tag, value: Scalar) -> Iterator[Occurrence]:
    chosen = getattr(entity, tag.attribute)
    shape = shape_of(tag.reader)
    # What is written otherwise was reported, and read as the default
    if isinstance(chosen, ClosedSet) and chosen.value == value.value:
        symbol = Symbol(SymbolKind.WORD, chosen.value, type(chosen).__name__)
        yield Occurrence(value.place, symbol)
    elif isinstance(shape, OneOf) and str(value.value) in shape.words:
        owner = f"{_declaring(type(entity), tag.key)}.{tag.key}"
        yield Occurrence(value.place, Symbol(SymbolKind.WORD, str(value.value), owner))


def key_symbol(kind: type[Entity], key: str) -> Symbol:
    """Return the symbol of a key of an entity."""
    return Symbol(SymbolKind.KEY, key, _declaring(kind, key))


def _declaring(kind: type[Entity], key: str) -> str:
    """Return the name of the most general entity that has a key."""
    having = [
        base
        for base in kind.__mro__
        if issubclass(base, Entity) and (key in base.TAGS or key in base.APART)
    ]
    return having[-1].__name__


def header_keys(node: Node) -> Iterator[Occurrence]:
    """Yield the keys of the headers of objects in a fragment of an object model."""
    for part in walk(node, scalars=False):
        pair = part.find(HEADER) if isinstance(part, Mapping) else None
        if pair is None:
            continue
        yield Occurrence(pair[0].place, Symbol(SymbolKind.KEY, HEADER, OBJECT))
        for key, _ in pair[1].pairs if isinstance(pair[1], Mapping) else ():
            name = text_of(key) or ""
            if name in HEADER_KEYS:
                symbol = Symbol(SymbolKind.KEY, name, f"{OBJECT}.{HEADER}")
                yield Occurrence(key.place, symbol)
