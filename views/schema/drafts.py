"""Schemas in the notation of a draft.

Draft 4 as in the documents, and 2020-12 for current validators. In 2020-12 a schema accepts what
rendering accepts: contracts convert, so beside the type itself it has the values that are converted
to it, and an object is a mapping or an id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.quirks import INT_CONVERSION, STRING_CONVERSION, Quirk
from muranopl.views.schema.setting import Json
from muranopl.views.schema.sharing import Sharing

DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema"
UNTRANSLATED = "x-untranslated"
_DEFINITIONS = {"04": "definitions", "2020-12": "$defs"}
_HINTS = {"title", "description", "helpText", "default", "visible", "formSection", "formIndex"}
_ANNOTATIONS = _HINTS | {
    "owned",
    "excludedProperties",
    "muranoType",
    "version",
    "context",
    "readOnly",
}

_PYTHON_ONLY = re.compile(r"\\[AZ]|\(\?(?:P|#|\(|[aiLmsux-])|[*+?}]\+")
EXACT = "x-exact"
"""Key for constraints that only 2020-12 has, in its notation: a list of schemas that must all
hold.
"""


def written(
    schemas: Json,
    draft: str,
    untranslated: Mapping[str, Sequence[tuple[str, str]]],
    quirks: Collection[Quirk] = frozenset(),
) -> Json:
    """Return the schemas of a class in a draft, with notes of what they do not express.

    With `quirks` the values that are converted are those of the engine. Raise SchemaProblemError.
    """
    current = _CurrentDraft(quirks)
    result = {}
    for name, schema in schemas.items():
        noted = schema if draft == "04" else current.whole(schema)
        result[name] = Sharing(_DEFINITIONS[draft]).whole(noted)
    for name, notes in untranslated.items():
        if notes:
            result[name][UNTRANSLATED] = [{"path": path, "contract": text} for path, text in notes]
    return result


class _CurrentDraft:
    """Converts schemas to 2020-12, the same part once."""

    def __init__(self, quirks: Collection[Quirk]) -> None:
        self._known: dict[int, Json] = {}
        self._converted = _CONVERTED | {
            kind: schema for quirk, kind, schema in _CONVERTED_BY_ENGINE if quirk in quirks
        }

    def whole(self, schema: Json) -> Json:
        """Return the schema of a class or a method."""
        properties = {name: self._part(value) for name, value in schema["properties"].items()}
        return {**schema, "$schema": DRAFT_2020, "properties": properties}

    def _part(self, schema: Any) -> Any:
        """Return a part of a schema, with the values that are converted to it."""
        # The engine's schema of a constant, which says nothing
        if schema is None:
            return {}
        if not isinstance(schema, dict):
            return schema
        # A contract that occurs several times has one schema object, which stays shared
        cached = self._known.get(id(schema))
        if cached is not None:
            return cached
        annotations = {key: value for key, value in schema.items() if key in _ANNOTATIONS}
        if "context" in annotations:
            annotations["context"] = _unconverted(annotations["context"])
        rules = {key: value for key, value in schema.items() if key not in _ANNOTATIONS}
        rules = _rules(rules, self._part)
        # A schema without rules accepts everything, so conversions add nothing.
        converted = self._conversions(schema) if rules else []
        result = {**annotations, **rules}
        if converted:
            result = {**annotations, "anyOf": [rules, *converted]}
        self._known[id(schema)] = result
        return result

    def _conversions(self, schema: Json) -> list[Json]:
        """Return schemas of the values that rendering converts to the schema.

        See `muranopl.language.contracts`.
        """
        takes_nothing = "not" in schema or {"not": {}} in schema.get(EXACT, ())
        kind = None if takes_nothing else next(iter(_types(schema)), None)
        if kind == "array":
            return self._to_list(schema)
        # Null becomes an empty mapping, which lacks the required keys
        if kind == "object" and schema.get("required"):
            return []
        result = self._converted.get(kind)
        return [] if result is None else [dict(result)]

    def _to_list(self, schema: Json) -> list[Json]:
        items, least = schema.get("items", True), schema.get("minItems", 0)
        item = self._part(items[0] if isinstance(items, list) else items)
        alone: Json = {"not": {"type": ["array", "null"]}}
        if isinstance(item, dict) and item:
            alone["allOf"] = [item]
        converted: list[Json] = []
        if least <= 1 <= schema.get("maxItems", 1):
            converted.append(alone)  # a single value becomes a list of one
        if not least:
            converted.append({"type": "null"})  # null becomes an empty list
        return converted


def _unconverted(schema: Any) -> Any:
    """Return a part of a schema for values that were converted before."""
    return _rules(schema, _unconverted) if isinstance(schema, dict) else schema


def _rules(schema: Json, part: Callable[[Any], Any]) -> Json:
    """Return the rules of a schema in 2020-12; `part` converts the schemas in it."""
    result = dict(schema)
    # A flag in draft 4, a number of its own in 2020-12
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        is_exclusive = result.pop(exclusive, False)
        limit = result.pop(bound, None)
        # The engine writes any constant that a contract compares with
        if isinstance(limit, (int, float)) and not isinstance(limit, bool):
            result[exclusive if is_exclusive else bound] = limit
    if "muranoObject" in _types(schema):
        # An object is a mapping or the id of another one
        result["type"] = ["object", "string", *_types(schema)[1:]]
    # A validator would refuse the whole schema, or give the pattern another meaning
    if "pattern" in result and not is_portable(result["pattern"]):
        del result["pattern"]
    if "enum" in result:
        result["enum"] = with_equals(result["enum"])
    if isinstance(result.get("items"), list):
        result["prefixItems"] = [part(item) for item in result["items"]]
        result["items"] = result.pop("additionalItems", True)
    if "properties" in result:
        result["properties"] = {name: part(value) for name, value in result["properties"].items()}
    if "additionalProperties" in result:
        # Keys that the contract does not name are dropped, which is no reason to refuse the value.
        result["additionalProperties"] = part(result["additionalProperties"]) or True
    for key in result.keys() & {"items", "propertyNames"}:
        result[key] = part(result[key])
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
    others = [value for value in values if value not in (0, 1)]
    numbers = sorted({int(value) for value in values if value in (0, 1)})
    return others + [item for number in numbers for item in (number, bool(number))]


_CONVERTED: dict[str | None, Json] = {
    "integer": {"type": "string", "pattern": r"^\d+$"},
    "boolean": {"not": {"type": "null"}},
    "string": {"not": {"type": ["string", "null"]}},
    "object": {"type": "null"},
}
_CONVERTED_BY_ENGINE: tuple[tuple[Quirk, str, Json], ...] = (
    (
        INT_CONVERSION,
        "integer",
        {"type": ["number", "boolean", "string"], "pattern": r"^\s*[+-]?\d(_?\d)*\s*$"},
    ),
    (STRING_CONVERSION, "string", {"type": ["integer", "boolean"]}),
)
