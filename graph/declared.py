"""Declarations as plain data: what the tags of entities have read, by key.

Dumps, the class graph and `Catalog.resolve` take what is declared from here: a new keyword, which is
a tagged field, appears in all that show its entity.
"""

from __future__ import annotations

import enum
import functools
import typing
from collections.abc import Collection, Iterable
from typing import Any

from muranopl.ard.nodes import Node
from muranopl.ard.plain_data import plain
from muranopl.diagnostics.places import Place
from muranopl.language.contracts.describe import describe
from muranopl.language.contracts.tree import Contract
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Entity, Named, replaced
from muranopl.language.grammar.instructions.block import Block, Instruction
from muranopl.language.grammar.manifest import ListedClass, Requirement
from muranopl.language.grammar.meta import MetaUse
from muranopl.language.grammar.method import MethodDeclaration, MethodScope
from muranopl.language.grammar.namespaces import NamespacePrefix

Data = dict[str, Any]

_ENTRIES: dict[type, tuple[str, str]] = {
    NamespacePrefix: ("prefix", "namespace"),
    ListedClass: ("name", "path"),
    Requirement: ("name", "spec"),
}
"""The fields of records that are entries of a mapping in a file: name and value."""
_SOURCES = {"node", "name_node", "prefix_node"}
"""Fields of records for where they are written."""


def declared(entity: Entity, keys: Collection[str] | None = None) -> Data:
    """Return the values of an entity's keys, or of some of them, without those that have none."""
    kind: Any = type(entity)
    data: Data = {}
    for tag in entity.TAGS.values():
        value = getattr(entity, tag.attribute)
        if (
            value is None
            or not tag.dumped
            or (keys is not None and tag.key not in keys)
        ):
            continue
        if isinstance(value, tuple):
            value = _table(value) if _is_table(kind, tag.attribute) else list(value)
        data[_data_key(tag.key)] = as_data(value)
    return data


def where(place: Place) -> str:
    """Return a place as dumps show it."""
    return f"{place.file.path}:{place.line}:{place.column}"


def _data_key(key: str) -> str:
    return key.lower() if key.isupper() else key[0].lower() + key[1:]


def _table(entries: Iterable[Any]) -> Data:
    """Return declarations by their names, or entries of a mapping."""
    table: Data = {}
    for entry in entries:
        name, value = _ENTRIES.get(type(entry), ("name", None))
        table[getattr(entry, name)] = entry if value is None else getattr(entry, value)
    return table


@functools.cache
def _is_table(kind: type, attribute: str) -> bool:
    """Return whether a field has entries of a mapping, which an empty value does not tell."""
    hint = typing.get_type_hints(kind)[attribute]
    types = {
        part
        for option in (hint, *typing.get_args(hint))
        for part in typing.get_args(option)
    }
    return any(
        isinstance(part, type) and (issubclass(part, Named) or part in _ENTRIES)
        for part in types
    )


@functools.singledispatch
def as_data(value: Any) -> Any:
    """Return a part of a declaration as plain data.

    A record is a mapping of its fields, without those that have no value.
    """
    if value is None or isinstance(value, (str, int, float)):
        return value
    if not hasattr(value, "__struct_fields__"):
        return str(value)
    fields = {
        name: getattr(value, name)
        for name in value.__struct_fields__
        if name not in _SOURCES
    }
    return {name: as_data(part) for name, part in fields.items() if part is not None}


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
def _(value: TypeName) -> str:
    return value.text


@as_data.register
def _(value: Contract) -> str:
    return describe(value)


@as_data.register
def _(value: MetaUse) -> Any:
    if value.values is None:
        return value.type.text
    return {value.type.text: plain(value.values)}


@as_data.register
def _(value: Block) -> Any:
    return [as_data(instruction) for instruction in value.instructions]


@as_data.register
def _(value: Instruction) -> Data:
    fields: Data = as_data.dispatch(object)(value)
    return {"instruction": type(value).__name__, "line": value.place.line, **fields}


@as_data.register
def _(value: Named) -> Data:
    return {"at": where(value.name_node.place), **declared(value)}


@as_data.register
def _(value: MethodDeclaration) -> Data:
    data: Data = {
        "at": where(value.name_node.place),
        "usage": None,
        "scope": MethodScope.SESSION.value,
    }
    # A method may have no body: that of a native class.
    return {**data, **declared(value), "body": as_data(value.body)}


@as_data.register
def _(value: ClassDeclaration) -> Data:
    data: Data = {
        "name": None,
        "at": where(value.place),
        "usage": None,
        "namespaces": {},
    }
    return {**data, **declared(replaced(value, methods=value.all_methods))}
