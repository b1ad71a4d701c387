"""Makes JSON schemas of entities as dumps show them, by tags (see `views/graph/declared.py`)."""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Iterable
from typing import Any

import msgspec

from muranopl.ard.nodes import Node
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.class_ import ClassDeclaration, MetaClassDeclaration
from muranopl.language.grammar.entity import Entity
from muranopl.language.grammar.instructions.block import Block, Instruction
from muranopl.language.grammar.manifest import ListedClass, Requirement
from muranopl.language.grammar.members import MetaUse
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.language.grammar.names import NamespacePrefix
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.fragments import UIParameter, UITemplate
from muranopl.language.grammar.ui.keys import UIVersion
from muranopl.language.grammar.ui.validators import Validator
from muranopl.views.graph.declared import AT_PATTERN, data_key, is_table

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}
AT: Schema = {"type": "string", "pattern": AT_PATTERN}
_LITERALS: dict[Any, Schema] = {
    str: _TEXT,
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    UIVersion: _TEXT,
    types.NoneType: {"type": "null"},
}
_ADDED: dict[type[Entity], dict[str, Schema]] = {
    MethodDeclaration: {
        "body": {
            "description": "null if it has none, like a method written in Python",
            "type": ["array", "null"],
            "items": {"$ref": "#/$defs/Instruction"},
        }
    },
    ClassDeclaration: {"name": {"description": "null if it is not written"}},
    MetaClassDeclaration: {"name": {"description": "null if it is not written"}},
    UIField: {
        "type": {"description": "absent for a selector of objects", **_TEXT},
        "classes": {"type": "array", "items": {"$ref": "#/$defs/TypeName"}},
        "effectiveValidators": {
            "description": "the checks of regexpValidator and validators",
            "type": "array",
            "items": {"$ref": "#/$defs/Validator"},
        },
    },
    Validator: {"regexp": {}},
    UITemplate: {"value": {}},
    UIParameter: {"value": {}},
}
"""What dumps show of entities besides the values of their keys, or in another way."""
_INSTRUCTION: Schema = {
    "description": "a step of a body, with its parts by their names; inner blocks are lists of steps",
    "type": "object",
    "properties": {"instruction": _TEXT, "at": AT},
    "required": ["instruction", "at"],
}
_RECORDS: dict[Any, Schema] = {
    TypeName: {"name": _TEXT},
    MetaUse: {"type": _TEXT, "values": {"type": "object"}},
    ListedClass: {"path": _TEXT},
    Requirement: {"spec": _TEXT},
    NamespacePrefix: {"namespace": _TEXT},
}
"""What dumps show of records that are not entities."""


def shaped_by(kind: type[Entity]) -> msgspec.Meta:
    """Return the annotation of plain data that is made of an entity."""
    return msgspec.Meta(extra_json_schema={"$ref": f"#/$defs/{kind.__name__}"})


def entity_schemas(kinds: Iterable[type[Entity]]) -> dict[str, Schema]:
    """Return the schemas of entities, and of all that is inside them, by name."""
    schemas: dict[str, Schema] = {}
    pending: list[Any] = list(kinds)
    while pending:
        kind = pending.pop()
        if kind.__name__ in schemas:
            continue
        if kind in _RECORDS:
            schemas[kind.__name__] = _object({"at": AT, **_RECORDS[kind]})
        elif kind is Instruction:
            schemas[kind.__name__] = _INSTRUCTION
        else:
            schemas[kind.__name__] = _of_entity(kind, pending)
    return schemas


def _of_entity(kind: type[Entity], inside: list[Any]) -> Schema:
    """Return the schema of an entity; add the types that it refers to to `inside`."""
    hints = typing.get_type_hints(kind)
    properties = {
        data_key(tag.key): _of_field(kind, tag.attribute, hints[tag.attribute], inside)
        for tag in kind.TAGS.values()
        if tag.dumped
    }
    added = _ADDED.get(kind, {})
    if issubclass(kind, ClassDeclaration):
        inside.append(Instruction)
    written = {"type": "object", "additionalProperties": AT}
    return _object({"at": AT, **properties, **added, "written": written})


def _of_field(kind: type, attribute: str, hint: Any, inside: list[Any]) -> Schema:
    options = [
        option for option in typing.get_args(hint) or (hint,) if option is not types.NoneType
    ]
    # The arguments of a tuple are the types of its items, not alternatives
    if typing.get_origin(hint) is tuple:
        options = [hint]
    schemas = [
        _of_items(option, inside, table=is_table(kind, attribute))
        if typing.get_origin(option) is tuple
        else _of_type(option, inside)
        for option in options
    ]
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _of_items(hint: Any, inside: list[Any], *, table: bool) -> Schema:
    """Return the schema of several values: a mapping by their names, or a list."""
    item = _of_type(typing.get_args(hint)[0], inside)
    if table:
        return {"type": "object", "additionalProperties": item}
    return {"type": "array", "items": item}


def _of_type(kind: Any, inside: list[Any]) -> Schema:
    if kind in _LITERALS:
        return _LITERALS[kind]
    if kind in _RECORDS or issubclass(kind, Entity):
        inside.append(kind)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    if issubclass(kind, Node):
        return {}
    if issubclass(kind, enum.Enum):
        return {"enum": [member.value for member in kind]}
    if issubclass(kind, Block):
        inside.append(Instruction)
        return {"type": "array", "items": {"$ref": "#/$defs/Instruction"}}
    return _TEXT


def _object(properties: dict[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": ["at"],
        "additionalProperties": False,
    }
