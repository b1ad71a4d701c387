"""Declarations as plain data: what the tags of entities have read, by key.

Dumps take declarations from here: a new keyword, which is a tagged field, appears in all dumps of
its entity.
"""

from __future__ import annotations

import enum
import functools
import typing
from collections.abc import Iterable
from typing import Annotated, Any

import msgspec

from muranopl.ard.nodes import Mapping, Node
from muranopl.ard.plain_data import plain
from muranopl.diagnostics.places import Place
from muranopl.language.contracts.describe import describe
from muranopl.language.contracts.tree import Contract
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Entity, Named, Tag, replaced
from muranopl.language.grammar.instructions.block import Block, Instruction
from muranopl.language.grammar.manifest import ListedClass, Requirement, Supplier
from muranopl.language.grammar.members import MetaUse
from muranopl.language.grammar.method import MethodDeclaration, MethodScope
from muranopl.language.grammar.names import NamespacePrefix

Data = dict[str, Any]
AT_PATTERN = r"^.+:\d+:\d+$"
At = Annotated[str, msgspec.Meta(pattern=AT_PATTERN)]
"""A place as dumps show it."""

_ENTRIES: dict[type, str] = {NamespacePrefix: "prefix", ListedClass: "name", Requirement: "name"}
"""The fields with the name of records that are entries of a mapping in a file."""
_SOURCES = ("name_node", "prefix_node", "node")
"""Fields of records for where they are written; the first one that a record has is its place."""
_SHOWN_SOURCE = "key"
"""The field for where a case of an instruction is written, which is shown as well."""


def _declared(entity: Entity) -> Data:
    """Return the values of an entity's keys, without those that have none."""
    kind: Any = type(entity)
    data: Data = {}
    for tag in entity.TAGS.values():
        value = getattr(entity, tag.attribute)
        if value is None or not tag.dumped:
            continue
        if type(value) is tuple:
            value = _table(value) if is_table(kind, tag.attribute) else list(value)
        data[data_key(tag.key)] = as_data(value)
    return data


def located(entity: Entity) -> Data:
    """Return an entity with its place (`at`), the values of its keys, and their places (`written`).

    A key that is not among those written has its default; one that is, and has no value, has no
    effect, or that of another key, as `Workflow`.
    """
    data = {"at": _at(entity), **_declared(entity)}
    places = {
        data_key(tag.key): key.place
        for tag in entity.TAGS.values()
        if (key := _key(entity, tag)) is not None
    }
    if places:
        data["written"] = {name: where(place) for name, place in places.items()}
    return data


def where(place: Place) -> At:
    """Return a place as dumps show it, which is the notation of diagnostics."""
    return f"{place.file.display}:{place.line}:{place.column}"


def _at(record: Any) -> str:
    nodes = (getattr(record, name, None) for name in (*_SOURCES, _SHOWN_SOURCE))
    return where(next(node for node in nodes if node is not None).head.place)


def _key(entity: Entity, tag: Tag) -> Node | None:
    """Return the key of a tag as the entity's mapping has it, if it is written.

    Of a key in another spelling, which only UI definitions may have, return the value.
    """
    node = getattr(entity, "node", None)
    pair = node.find(tag.key) if isinstance(node, Mapping) else None
    if pair is not None:
        return pair[0]
    value = getattr(entity, tag.attribute)
    return value if isinstance(value, Node) else None


def data_key(key: str) -> str:
    """Return the key of plain data for a key of the language: `Usage`, `usage`."""
    return key.lower() if key.isupper() else key[0].lower() + key[1:]


def _table(entries: Iterable[Any]) -> Data:
    """Return declarations by their names, or entries of a mapping."""
    return {getattr(entry, _ENTRIES.get(type(entry), "name")): entry for entry in entries}


@functools.cache
def is_table(kind: type, attribute: str) -> bool:
    """Return whether a field has entries of a mapping, which an empty value does not tell."""
    hint = typing.get_type_hints(kind)[attribute]
    types = {part for option in (hint, *typing.get_args(hint)) for part in typing.get_args(option)}
    return any(
        isinstance(part, type) and (issubclass(part, Named) or part in _ENTRIES) for part in types
    )


@functools.singledispatch
def as_data(value: Any) -> Any:
    """Return a part of a declaration as plain data.

    A record is a mapping of its fields, without those that have no value, and of its place (`at`)
    if it knows that.
    """
    if value is None or isinstance(value, (str, int, float)):
        return value
    if not hasattr(value, "__struct_fields__"):
        return str(value)
    names = value.__struct_fields__
    skipped = {*_SOURCES, _ENTRIES.get(type(value))}
    has_place = not skipped.isdisjoint(names) or _SHOWN_SOURCE in names
    data = {"at": _at(value)} if has_place else {}
    fields = {name: getattr(value, name) for name in names if name not in skipped}
    return data | {name: as_data(part) for name, part in fields.items() if part is not None}


@as_data.register
def _(value: enum.Enum) -> Any:
    return value.value


@as_data.register(tuple)
@as_data.register(list)
def _(value: Iterable[Any]) -> Any:
    return [as_data(item) for item in value]


@as_data.register
def _(value: dict) -> Any:  # type: ignore[type-arg]
    return {name: as_data(item) for name, item in value.items()}


@as_data.register
def _(value: Node) -> Any:
    return plain(value)


@as_data.register
def _(value: TypeName) -> Data:
    return {"name": value.text, "at": where(value.place)}


@as_data.register
def _(value: Contract) -> str:
    return describe(value)


@as_data.register
def _(value: MetaUse) -> Data:
    data: Data = {"type": value.type.text, "at": where(value.type.place)}
    if value.values is not None:
        data["values"] = plain(value.values)
    return data


@as_data.register
def _(value: Block) -> Any:
    return [as_data(instruction) for instruction in value.instructions]


@as_data.register
def _(value: Instruction) -> Data:
    fields: Data = as_data.dispatch(object)(value)
    return {"instruction": type(value).__name__, **fields}


@as_data.register(Named)
@as_data.register(Supplier)
def _(value: Named | Supplier) -> Data:
    return located(value)


@as_data.register
def _(value: MethodDeclaration) -> Data:
    data: Data = {
        "at": where(value.name_node.place),
        "usage": None,
        "scope": MethodScope.SESSION.value,
    }
    # A method may have no body: that of a native class.
    return {**data, **located(value), "body": as_data(value.body)}


@as_data.register
def _(value: ClassDeclaration) -> Data:
    data: Data = {"name": None, "at": None, "usage": None, "namespaces": {}}
    fields = located(replaced(value, methods=value.all_methods))
    return {**data, **fields, "at": where(value.place)}
