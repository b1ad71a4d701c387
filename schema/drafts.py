"""Schemas in the notation of a draft: as the documents have it (draft 4), and for today's validators (2020-12).

In 2020-12 a schema takes whatever rendering takes: contracts convert, so beside the type itself stands what is
converted to it, and an object is a mapping or an id.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from muranopl.schema.setting import Json

DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema"
DRAFTS = ("04", "2020-12")
UNTRANSLATED = "x-untranslated"
_ANNOTATIONS = frozenset(
    {
        "title",
        "description",
        "helpText",
        "default",
        "visible",
        "formSection",
        "formIndex",
        "owned",
        "excludedProperties",
    }
    | {"muranoType", "version", "context"}
)


def written(schemas: Json, draft: str, untranslated: Iterable[tuple[str, str]]) -> Json:
    """The schemas of a class in a draft, with a note of what they do not say."""
    made = schemas if draft == "04" else {name: _whole(schema) for name, schema in schemas.items()}
    notes = [{"path": path, "contract": text} for path, text in untranslated]
    if notes:
        for schema in made.values():
            of_schema = [
                note for note in notes if note["path"].partition(".")[0].partition("[")[0] in schema["properties"]
            ]
            if of_schema:
                schema[UNTRANSLATED] = of_schema
    return made


def _field(path: str) -> str:
    """The property or argument that a path begins with."""
    return path.partition(".")[0].partition("[")[0]


def _whole(schema: Json) -> Json:
    properties = {name: _modern(each) for name, each in schema["properties"].items()}
    return {**schema, "$schema": DRAFT_2020, "properties": properties}


def _modern(schema: Any) -> Any:
    """A part of a schema: what draft 4 says, and what is converted to it."""
    if not isinstance(schema, dict):
        return schema
    annotations = {key: value for key, value in schema.items() if key in _ANNOTATIONS}
    rules = _rules({key: value for key, value in schema.items() if key not in _ANNOTATIONS})
    if "context" in annotations:
        annotations["context"] = _modern(annotations["context"])
    converted = _converted(schema)
    if converted is None or not rules:
        return {**annotations, **rules}
    return {**annotations, **converted} if not converted else {**annotations, "anyOf": [rules, converted]}


def _rules(schema: Json) -> Json:
    made = dict(schema)
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if made.pop(exclusive, False) and bound in made:
            made[exclusive] = made.pop(bound)
    type_ = made.get("type")
    if type_ == "muranoObject" or (isinstance(type_, list) and "muranoObject" in type_):
        made["type"] = ["object", "string", *(["null"] if isinstance(type_, list) else [])]
    items = made.get("items")
    if isinstance(items, list):
        made["prefixItems"] = [_modern(each) for each in items]
        made["items"] = _modern(made.pop("additionalItems", True))
    elif items is not None:
        made["items"] = _modern(items)
    if "properties" in made:
        made["properties"] = {name: _modern(each) for name, each in made["properties"].items()}
        made["additionalProperties"] = _modern(made.get("additionalProperties", True))
    if "allOf" in made:
        made["allOf"] = [_modern(each) for each in made["allOf"]]
    return made


def _converted(schema: Json) -> Json | None:
    """What rendering converts to a value of the schema; None where nothing is, `{}` where anything may be."""
    type_ = schema.get("type")
    name = type_[0] if isinstance(type_, list) else type_
    if name == "integer":
        return {"type": "string", "pattern": "^[0-9]+$"}
    if name in {"boolean", "string"}:
        return {"not": {"type": "null"}} if not isinstance(type_, list) else {}
    if name == "array":
        return {}
    return None
