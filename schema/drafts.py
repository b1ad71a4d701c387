"""Schemas in the notation of a draft.

Draft 4 as in the documents, and 2020-12 for current validators. In 2020-12 a schema accepts what
rendering accepts: contracts convert, so beside the type itself it has the values that are converted
to it, and an object is a mapping or an id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from muranopl.diagnostics import machine_limits
from muranopl.schema.setting import Json
from muranopl.schema.sharing import with_shared

DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema"
UNTRANSLATED = "x-untranslated"
_DEFINITIONS = {"04": "definitions", "2020-12": "$defs"}
_HINTS = {"title", "description", "helpText", "default", "visible", "formSection", "formIndex"}
_ANNOTATIONS = _HINTS | {"owned", "excludedProperties", "muranoType", "version", "context"}

_PYTHON_ONLY = re.compile(r"\\[AZ]|\(\?(?:P|#|\(|[aiLmsux-])|[*+?}]\+")
EXACT = "x-exact"
"""Key for constraints that only 2020-12 has, in its notation: a list of schemas that must all
hold.
"""

_Known = dict[int, Json]
"""The converted parts of a schema, by the ids of the originals."""


def written(
    schemas: Json, draft: str, untranslated: Mapping[str, Sequence[tuple[str, str]]]
) -> Json:
    """Return the schemas of a class in a draft, with notes of what they do not express.

    Raise SchemaProblemError.
    """
    known: _Known = {}
    result = {}
    for name, schema in schemas.items():
        result[name] = with_shared(
            schema if draft == "04" else _whole(schema, known), _DEFINITIONS[draft]
        )
    for name, notes in untranslated.items():
        if notes:
            result[name][UNTRANSLATED] = [{"path": path, "contract": text} for path, text in notes]
    return result


def _whole(schema: Json, known: _Known) -> Json:
    properties = {name: _modern(value, known) for name, value in schema["properties"].items()}
    return {**schema, "$schema": DRAFT_2020, "properties": properties}


def _modern(schema: Any, known: _Known) -> Any:
    """Return a part of a schema in 2020-12, with the values that are converted to it.

    Cached in `known`.
    """
    if not isinstance(schema, dict):
        return schema
    return known[id(schema)] if id(schema) in known else _modern_part(schema, known)


def _modern_part(schema: Json, known: _Known) -> Json:
    annotations = {key: value for key, value in schema.items() if key in _ANNOTATIONS}
    if "context" in annotations:
        annotations["context"] = _unconverted(annotations["context"])
    rules = {key: value for key, value in schema.items() if key not in _ANNOTATIONS}
    rules = _rules(rules, lambda part: _modern(part, known))
    # A schema without rules accepts everything, so conversions add nothing.
    converted = _converted(schema, known) if rules else []
    result = (
        {**annotations, "anyOf": [rules, *converted]} if converted else {**annotations, **rules}
    )
    known[id(schema)] = result
    return result


def _unconverted(schema: Any) -> Any:
    """Return a part of a schema for values that were converted before."""
    return _rules(schema, _unconverted) if isinstance(schema, dict) else schema


def _rules(schema: Json, part: Callable[[Any], Any]) -> Json:
    """Return the rules of a schema in 2020-12; `part` converts the schemas in it."""
    result = dict(schema)
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if result.pop(exclusive, False) and bound in result:
            result[exclusive] = result.pop(bound)
    if "muranoObject" in _types(schema):
        result["type"] = ["object", "string", *_types(schema)[1:]]
    if "pattern" in result and not is_portable(result["pattern"]):
        del result["pattern"]
    if "enum" in result:
        result["enum"] = with_equals(result["enum"])
    items = result.get("items")
    if isinstance(items, list):
        result["prefixItems"] = [part(item) for item in items]
        result["items"] = part(result.pop("additionalItems", True))
    elif items is not None:
        result["items"] = part(items)
    if "properties" in result:
        result["properties"] = {name: part(value) for name, value in result["properties"].items()}
    if "additionalProperties" in result:
        # Keys that the contract does not name are dropped, which is no reason to refuse the value.
        result["additionalProperties"] = part(result["additionalProperties"]) or True
    if "propertyNames" in result:
        result["propertyNames"] = part(result["propertyNames"])
    for joined in result.keys() & {"allOf", "anyOf"}:
        result[joined] = [part(item) for item in result[joined]]
    if EXACT in result:
        result["allOf"] = [*result.get("allOf", ()), *result.pop(EXACT)]
    return result


def _types(schema: Json) -> list[str]:
    """Return the types of a schema: its own, then "null" if that is allowed."""
    type_ = schema.get("type", [])
    return type_ if isinstance(type_, list) else [type_]


def is_portable(pattern: Any) -> bool:
    """Return whether a regular expression has the same meaning in ECMAScript, for validators."""
    try:
        re.compile(pattern)
    except (TypeError, re.error, RecursionError, OverflowError) as error:
        machine_limits.note(error)
        return False
    return not _PYTHON_ONLY.search(pattern)


def with_equals(values: list[Any]) -> list[Any]:
    """Return the same choices, where true equals 1 and false 0, as in expressions."""
    numbers = {
        int(value) for value in values if isinstance(value, (bool, int, float)) and value in (0, 1)
    }
    return [
        value
        for value in values
        if not isinstance(value, (bool, int, float)) or value not in (0, 1)
    ] + [item for number in sorted(numbers) for item in (number, bool(number))]


def _converted(schema: Json, known: _Known) -> list[Json]:
    """Return schemas of the values that rendering converts to the schema.

    See `muranopl.language.contracts`.
    """
    takes_nothing = "not" in schema or {"not": {}} in schema.get(EXACT, ())
    kind = None if takes_nothing else next(iter(_types(schema)), None)
    if kind == "array":
        items, least = schema.get("items", True), schema.get("minItems", 0)
        first = items[0] if isinstance(items, list) else items
        item = _modern(first, known)
        alone: Json = {"not": {"type": ["array", "null"]}}
        if isinstance(item, dict) and item:
            alone["allOf"] = [item]
        converted: list[Json] = []
        if least <= 1 <= schema.get("maxItems", 1):
            converted.append(alone)  # a single value becomes a list of one
        if not least:
            converted.append({"type": "null"})  # null becomes an empty list
        return converted
    if kind == "object" and schema.get("required"):
        return []
    result = _CONVERTED.get(kind)
    return [] if result is None else [dict(result)]


_CONVERTED: dict[str | None, Json] = {
    "integer": {"type": "string", "pattern": r"^\d+$"},
    "boolean": {"not": {"type": "null"}},
    "string": {"not": {"type": ["string", "null"]}},
    "object": {"type": "null"},
}
