"""JSON schemas of the files of packages, for editors without a language server.

They are made of the grammar: the shapes that readers take, with the words of keys. Files of class
definitions have one schema for each of their documents. `tools/file_schemas.py` writes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muranopl.language.grammar.class_ import META_ONLY, MetaClassDeclaration
from muranopl.language.grammar.entity import Entity, Tag
from muranopl.language.grammar.instructions.constructs import CONSTRUCTS
from muranopl.language.grammar.known_names import HEADER, HEADER_KEYS, HEADER_WORDS
from muranopl.language.grammar.manifest import Manifest
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
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.field_types import FIELD_TYPES
from muranopl.language.grammar.ui.keys import snake_case
from muranopl.views.schema import FileKind

Json = dict[str, Any]
DRAFT = "http://json-schema.org/draft-07/schema#"
_ASSIGNED = r"[^\w\s]"
"""What the target of an assignment has, and no keyword."""


_ROOTS: Mapping[FileKind, tuple[type[Entity], str, str]] = {
    FileKind.MANIFEST: (
        Manifest,
        "Manifest of a Murano package",
        "The file `manifest.yaml`: what a package is, its classes, and the packages that it requires.",
    ),
    FileKind.CLASS: (
        MetaClassDeclaration,
        "MuranoPL class",
        "A document of a file in the folder `Classes`: a class with its properties and methods.",
    ),
    FileKind.UI: (
        UIDefinition,
        "UI definition of a Murano package",
        "The file `UI/ui.yaml`: forms for users, and the object model created from their answers.",
    ),
}


def file_schema(kind: FileKind) -> Json:
    """Return the JSON schema of a kind of file, in draft 7."""
    entity, title, words = _ROOTS[kind]
    making = _Making()
    root = making.entity(entity)
    if kind is FileKind.CLASS:
        root |= _meta_only()
    return {
        "$schema": DRAFT,
        "title": title,
        "description": words,
        **root,
        "definitions": dict(sorted(making.definitions.items())),
    }


def _meta_only() -> Json:
    """Return the condition that some keys are those of meta classes alone."""
    is_meta = {"properties": {"Usage": {"const": "Meta"}}, "required": ["Usage"]}
    return {"if": is_meta, "else": {"properties": dict.fromkeys(META_ONLY, False)}}


class _Making:
    """Makes the schemas of shapes; those that several places share are definitions."""

    def __init__(self) -> None:
        self.definitions: dict[str, Json] = {}

    def entity(self, kind: type[Entity]) -> Json:
        """Return the schema of a mapping that is read as an entity."""
        required = [tag.key for tag in kind.REQUIRED]
        result: Json = {
            "type": ["object", "null"] if kind.FALSE else "object",
            "properties": {tag.key: self._key(tag) for tag in kind.TAGS.values()},
        }
        if kind.UNKNOWN is not None:
            result["additionalProperties"] = False
        return result | ({"required": required} if required else {})

    def _key(self, tag: Tag) -> Json:
        since = "" if tag.since is None else f" Since format {tag.since}."
        return _described(tag.words + since, self._of(shape_of(tag.reader)))

    def _of(self, shape: Shape) -> Json:
        match shape:
            case Plain():
                return _plain(shape)
            case OneOf():
                return _one_of(shape)
            case Many():
                return self._many(shape)
            case Table():
                return self._table(shape)
            case AnyOf(shapes=shapes):
                return {"anyOf": [self._of(item) for item in shapes]}
            case Of(kind=kind):
                return self._shared(kind.__name__, lambda: self.entity(kind))
            case Instructions():
                return self._shared("Block", self._block)
            case Field():
                return self._shared("Field", self._field)
            case FragmentShape():
                return self._shared("Fragment", self._fragment)
        return {}

    def _shared(self, name: str, make: Any) -> Json:
        """Return a reference to a definition, which is made first if it is not there."""
        if name not in self.definitions:
            self.definitions[name] = {}
            self.definitions[name] = make()
        return {"$ref": f"#/definitions/{name}"}

    def _many(self, shape: Many) -> Json:
        item = self._of(shape.item)
        listed: Json = {"type": ["array", "null"], "items": item}
        return {"anyOf": [listed, item]} if shape.alone else listed

    def _table(self, shape: Table) -> Json:
        entry = self._of(shape.entry)
        result: Json = {"type": ["object", "null"], "additionalProperties": entry}
        if shape.names:
            result["properties"] = {
                name: _described(words, entry) for name, words in shape.names.items()
            }
        if shape.single:
            result |= {"type": "object", "minProperties": 1, "maxProperties": 1}
        return result

    def _block(self) -> Json:
        instruction = self._shared("Instruction", self._instruction)
        listed = {"type": "array", "items": instruction}
        return {"anyOf": [{"type": "null"}, listed, instruction]}

    def _instruction(self) -> Json:
        assignment = {
            "type": "object",
            "propertyNames": {"pattern": _ASSIGNED},
            "minProperties": 1,
            "maxProperties": 1,
        }
        constructs = [
            self._shared(name, lambda kind=kind: self.entity(kind))
            for name, kind in CONSTRUCTS.items()
        ]
        return {"anyOf": [{"type": "string"}, assignment, *constructs]}

    def _field(self) -> Json:
        keys = {
            "name": _described(UIField.APART["name"], {"type": "string"}),
            "type": _described(UIField.APART["type"], _field_type()),
        }
        for tag in UIField.TAGS.values():
            keys[tag.key] = self._key(tag)
            keys.setdefault(snake_case(tag.key), self._key(tag))
        return {"type": "object", "properties": keys, "required": ["name", "type"]}

    def _fragment(self) -> Json:
        header = {
            "description": HEADER_WORDS,
            "properties": {key: {"description": words} for key, words in HEADER_KEYS.items()},
        }
        fragment = {"$ref": "#/definitions/Fragment"}
        return {"properties": {HEADER: header}, "additionalProperties": fragment}


def _described(words: str, schema: Json) -> Json:
    """Return a schema with words. In draft 7, nothing beside a reference counts."""
    if "$ref" in schema:
        schema = {"allOf": [schema]}
    return {"description": words, **schema}


def _plain(shape: Plain) -> Json:
    types = set(shape.types)
    if shape.code:
        types.add("string")
    if shape.null:
        types.add("null")
    return {"type": types.pop() if len(types) == 1 else sorted(types)}


def _one_of(shape: OneOf) -> Json:
    words = [{"const": word, "description": text} for word, text in shape.words.items()]
    other = {"type": ["string", "null"]} if shape.code else {"type": "null"}
    return {"anyOf": [*words, other]}


def _field_type() -> Json:
    words = [{"const": name, "description": type_.words} for name, type_ in FIELD_TYPES.items()]
    names = {"type": "string", "pattern": r"\."}
    listed = {"type": "array", "items": names}
    return {"anyOf": [*words, names, listed]}
