"""Contents of mappings: written in YAML, created by an expression, or the data of a form."""

from __future__ import annotations

from collections.abc import Mapping as ByName

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence
from muranopl.diagnostics.places import Place
from muranopl.semantics.abstract.values import Value


class MappingEntry(msgspec.Struct, frozen=True, eq=False):
    """An entry of a mapping: the place of its key, the `place` to report `value` at, the value."""

    key: Place
    place: Place
    value: Node | Value


class MappingContents(msgspec.Struct, frozen=True, eq=False):
    """The entries of a mapping by their keys; `is_open` is true if there may be others.

    `source` is the object whose entries they are: the contents of one source are the same wherever
    it is used.
    """

    source: object
    entries: ByName[object, MappingEntry]
    is_open: bool = False


def contents_of(node: Mapping) -> MappingContents:
    """Return the contents of a mapping written in YAML."""
    entries: dict[object, MappingEntry] = {
        key.value: MappingEntry(key.place, place_at(value, key.place), value)
        for key, value in node.pairs
        if isinstance(key, Scalar)
    }
    # A computed key may be any.
    return MappingContents(
        node, entries, is_open=any(not isinstance(key, Scalar) for key, _ in node.pairs)
    )


def contents_at(entries: ByName[str, Value], place: Place) -> MappingContents:
    """Return the contents of a mapping that an expression gives, all of it at one place."""
    return MappingContents(
        entries, {name: MappingEntry(place, place, value) for name, value in entries.items()}
    )


def place_at(value: Node, above: Place) -> Place:
    """Return where to report a value: a list or mapping at the key `above` it."""
    return above if isinstance(value, (Mapping, Sequence)) else value.place
