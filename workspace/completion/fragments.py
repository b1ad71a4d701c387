"""Proposes properties of objects in UI definitions, and of meta objects, by their classes."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import text_of
from muranopl.inherit.complete import CompleteType, Member
from muranopl.language.contracts.tree import DictOf
from muranopl.language.grammar.known_names import HEADER
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.views.words.members import contract_text
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.keys import key
from muranopl.workspace.completion.location import parse_line
from muranopl.workspace.completion.members import (
    NOT_GIVEN,
    named_class,
    property_words,
)


def properties(cursor: Cursor) -> Iterator[Completion]:
    """Yield the properties that the object at the cursor may have and does not have yet.

    In a mapping that is the value of a property, they are the keys that its contract names.
    """
    location = cursor.location
    # Within brackets, the column is that of a key of the object around them
    if location.start == location.column:
        yield from _of_type(cursor, _type_at(cursor, cursor.line, location.column))
    yield from _keys_of_contract(cursor)


def meta_properties(cursor: Cursor) -> Iterator[Completion]:
    """Yield the properties that the meta object at the cursor does not have yet."""
    written = cursor.location.steps[-1] if cursor.location.steps else None
    if written is not None:
        type_ = named_class(cursor, written) or _full_name(cursor, written)
        yield from _of_type(cursor, type_)


def _of_type(cursor: Cursor, type_: CompleteType | None) -> Iterator[Completion]:
    for property_ in () if type_ is None else type_.properties.values():
        declaration = property_.declaration
        if property_.name in cursor.location.siblings or declaration.usage in NOT_GIVEN:
            continue
        yield key(
            cursor,
            property_.name,
            property_words(property_),
            " ",
            kind=CompletionKind.PROPERTY,
            detail=contract_text(declaration.contract),
        )


def _keys_of_contract(cursor: Cursor) -> Iterator[Completion]:
    property_ = _property_around(cursor)
    contract = None if property_ is None else property_.declaration.contract
    for node, value in contract.keys if isinstance(contract, DictOf) else ():
        name = text_of(node)
        if name is not None and name not in cursor.location.siblings:
            kind = CompletionKind.PROPERTY
            yield key(cursor, name, "", " ", kind=kind, detail=contract_text(value))


def _property_around(cursor: Cursor) -> Member[PropertyDeclaration] | None:
    """Return the property whose value is the mapping at the cursor."""
    steps, lines = cursor.location.steps, cursor.location.lines
    name = steps[-1] if steps else None
    if name is None or not lines:
        return None
    entries = parse_line(cursor.lines[lines[-1]]).entries
    # Within further brackets, the innermost key is not that of the line
    if not entries or entries[-1].key != name:
        return None
    type_ = _type_at(cursor, lines[-1], entries[-1].column)
    return None if type_ is None else type_.properties.get(name)


def _type_at(cursor: Cursor, number: int, column: int) -> CompleteType | None:
    """Return the class of the object that has a key in a column of the line `number`."""
    name = _written_type(cursor, number, column)
    return None if name is None else _full_name(cursor, name)


def _full_name(cursor: Cursor, name: str) -> CompleteType | None:
    for analysis in (cursor.analysis, *cursor.others):
        for id_, type_ in analysis.results.inheritance.types.items():
            if id_.name == name:
                return type_
    return None


def _written_type(cursor: Cursor, first: int, column: int) -> str | None:
    """Return the type in the header beside the key in a column of the line `first`.

    The header is a key in the same column, in a line above or below it.
    """
    for step in (-1, 1):
        number = first + step
        while 0 <= number < len(cursor.lines):
            line = parse_line(cursor.lines[number])
            columns = [entry.column for entry in line.entries]
            # A line that is indented less ends the mapping; above, its dash begins it
            if columns and columns[-1] < column and (step == 1 or columns[0] < column):
                break
            if columns and columns[-1] == column and line.entries[-1].key == HEADER:
                return _type_below(cursor, number, column)
            number += step
    return None


def _type_below(cursor: Cursor, number: int, column: int) -> str | None:
    """Return the `type` in a header whose key is in a column of the line `number`."""
    for text in cursor.lines[number + 1 :]:
        line = parse_line(text)
        if line.entries and line.entries[0].column <= column:
            return None
        if line.entries and line.entries[0].key == "type":
            written = line.rest.partition(" #")[0].strip().strip("'\"")
            return written.partition("/")[0] or None
    return None
