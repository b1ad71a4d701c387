"""Texts about the words of the language, which stand with their declarations."""

from __future__ import annotations

import functools
from collections.abc import Iterator

from muranopl.language.grammar.closed_set import ClosedSet
from muranopl.language.grammar.entity import Entity, Tag
from muranopl.language.grammar.object_header import HEADER, HEADER_KEYS, HEADER_WORDS
from muranopl.language.grammar.shapes import OneOf, shape_of
from muranopl.language.grammar.ui.field_types import FIELD_TYPES
from muranopl.views.words.markdown import code, paragraphs
from muranopl.workspace.symbols.collecting.keys import OBJECT
from muranopl.workspace.symbols.symbol import Symbol, SymbolKind


def word_text(symbol: Symbol) -> str | None:
    """Return the text about a key, one of the words that a key takes, or a type of fields."""
    words = words_for(symbol)
    if not words:
        return None
    tag = _tags().get((symbol.owner, symbol.name))
    facts = [] if tag is None else list(_facts(tag))
    return paragraphs(f"{code(symbol.name)}: {words}", " ".join(facts))


def words_for(symbol: Symbol) -> str:
    """Return what a word of the language means; an empty text if there are no words for it."""
    if symbol.kind is SymbolKind.FIELD_TYPE:
        type_ = FIELD_TYPES.get(symbol.name)
        return "" if type_ is None else type_.words
    if symbol.kind is SymbolKind.WORD:
        return _choices().get((symbol.owner, symbol.name)) or _word_of_key(symbol)
    if symbol.owner == OBJECT:
        return HEADER_WORDS
    if symbol.owner == f"{OBJECT}.{HEADER}":
        return HEADER_KEYS.get(symbol.name, "")
    tag = _tags().get((symbol.owner, symbol.name))
    return _apart().get((symbol.owner, symbol.name), "") if tag is None else tag.words


def _word_of_key(symbol: Symbol) -> str:
    """Return the words on one of the words that a key takes; its owner is `Entity.key`."""
    owner, _, key = symbol.owner.rpartition(".")
    tag = _tags().get((owner, key))
    shape = None if tag is None else shape_of(tag.reader)
    return shape.words.get(symbol.name, "") if isinstance(shape, OneOf) else ""


def _facts(tag: Tag) -> Iterator[str]:
    if tag.required:
        yield "It is required."
    if tag.since is not None:
        yield f"From format {tag.since} on."


@functools.cache
def _choices() -> dict[tuple[str, str], str]:
    """Return the words of all members of closed sets, by the names of sets and the members."""
    return {
        (kind.__name__, member.value): member.words
        for kind in ClosedSet.__subclasses__()
        for member in kind
    }


@functools.cache
def _tags() -> dict[tuple[str, str], Tag]:
    """Return all tags by the names of entities and keys."""
    return {
        (kind.__name__, key): tag for kind in _entities(Entity) for key, tag in kind.TAGS.items()
    }


@functools.cache
def _apart() -> dict[tuple[str, str], str]:
    """Return the words of keys that are read apart, by the names of entities and keys."""
    return {
        (kind.__name__, key): words
        for kind in _entities(Entity)
        for key, words in kind.APART.items()
    }


def _entities(kind: type[Entity]) -> Iterator[type[Entity]]:
    for below in kind.__subclasses__():
        yield below
        yield from _entities(below)
