"""Proposes keys that the grammar allows in a mapping and that it does not have yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from muranopl.language.grammar.class_ import META_ONLY, ClassDeclaration
from muranopl.language.grammar.entity import Entity, Tag
from muranopl.language.grammar.known_names import HEADER, HEADER_KEYS, HEADER_WORDS
from muranopl.language.grammar.shapes import (
    AnyOf,
    Field,
    FragmentShape,
    Instructions,
    Many,
    Of,
    OneOf,
    Plain,
    Shape,
    Table,
    shape_of,
)
from muranopl.language.grammar.ui.field import UIField, attributes_of
from muranopl.language.grammar.ui.field_types import FIELD_TYPES
from muranopl.language.grammar.ui.field_types.choices import SELECTOR
from muranopl.language.grammar.ui.keys import snake_case
from muranopl.language.grammar.ui.values import ONLY_EXPRESSION
from muranopl.read.heat.template import NEW_KEYS
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.expected import Header

_OUTDATED = frozenset({"Workflow", "initialize", "destroy", "region"})


def keys(cursor: Cursor, shape: Shape) -> Iterator[Completion]:
    """Yield the keys that a mapping of a shape may have at the cursor."""
    written = cursor.location.siblings
    if isinstance(shape, Of):
        yield from _of_entity(cursor, shape.kind, written)
    elif isinstance(shape, Field):
        yield from _of_field(cursor, written)
    elif isinstance(shape, Table):
        for name, words in shape.names.items():
            if name not in written and name not in _OUTDATED:
                yield key(cursor, name, words, _opening(shape.entry))
    elif isinstance(shape, Header):
        for name, words in HEADER_KEYS.items():
            if name not in written:
                yield key(cursor, name, words, " ")
    elif isinstance(shape, FragmentShape) and HEADER not in written:
        yield key(cursor, HEADER, HEADER_WORDS, "\n  type: $1", snippet=True)
    elif isinstance(shape, (Many, AnyOf)):
        for inner in _without_list(shape):
            yield from keys(cursor, inner)


def _without_list(shape: Many | AnyOf) -> Iterable[Shape]:
    if isinstance(shape, AnyOf):
        return shape.shapes
    return (shape.item,) if shape.alone else ()


def _of_entity(
    cursor: Cursor, kind: type[Entity], written: Mapping[str, str]
) -> Iterator[Completion]:
    for tag in kind.TAGS.values():
        if tag.key in written or tag.key in _OUTDATED:
            continue
        if tag.since is not None and cursor.format < tag.since:
            continue
        if kind is ClassDeclaration and tag.key in META_ONLY:
            continue
        since = NEW_KEYS.get(kind, {}).get(tag.key)
        if since is not None and cursor.heat_version < since:
            continue
        yield of_tag(cursor, tag)


def _of_field(cursor: Cursor, written: Mapping[str, str]) -> Iterator[Completion]:
    names = {snake_case(name) for name in written}
    for name, words in UIField.APART.items():
        if name not in written:
            yield key(cursor, name, words, " ", order=1)
    type_ = FIELD_TYPES.get(written.get("type", "").strip(), SELECTOR)
    attributes = attributes_of(type_) | set(ONLY_EXPRESSION[:1])
    for tag in UIField.TAGS.values():
        if tag.key in attributes and snake_case(tag.key) not in names:
            yield of_tag(cursor, tag)


def of_tag(cursor: Cursor, tag: Tag) -> Completion:
    """Return the proposal of a key of the grammar."""
    order = 2 if tag.required else 3
    return key(cursor, tag.key, tag.words, _opening(shape_of(tag.reader)), order=order)


def key(
    cursor: Cursor,
    name: str,
    words: str,
    opening: str,
    *,
    order: int = 3,
    snippet: bool = False,
    kind: CompletionKind = CompletionKind.KEY,
    detail: str = "",
) -> Completion:
    """Return the proposal of a key, with the text that follows its colon."""
    written = "'?'" if name == HEADER else name
    return Completion(
        name,
        kind,
        indented(f"{written}:{opening}", cursor.location.start),
        cursor.location.start + 1,
        snippet=snippet,
        words=words,
        order=order,
        detail=detail,
    )


def indented(text: str, column: int) -> str:
    """Return a text with all lines but the first indented to a column."""
    return text.replace("\n", "\n" + " " * column)


def _opening(shape: Shape) -> str:
    """Return what follows the colon of a key: a line below it, or a blank."""
    if isinstance(shape, Instructions) or _is_list(shape):
        return "\n  - "
    if isinstance(shape, (Table, Of, FragmentShape)):
        return "\n  "
    if isinstance(shape, Plain) and shape.types == ("null",):
        return ""
    return " "


def _is_list(shape: Shape) -> bool:
    return isinstance(shape, Many) and not (
        isinstance(shape.item, (Plain, OneOf, AnyOf)) and shape.alone
    )
