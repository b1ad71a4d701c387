"""What /openapi.json says of the parameters of an operation."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import jsonschema

from muranopl.interfaces.server.application import OPERATIONS
from muranopl.interfaces.server.http.openapi import openapi_document

DOCUMENT = openapi_document(OPERATIONS, secured=False)


def documented_parameters(path: str, method: str) -> list[dict[str, Any]]:
    """Return the parameters of an operation."""
    result: list[dict[str, Any]] = DOCUMENT["paths"][path][method.lower()].get("parameters", [])
    return result


def is_allowed(value: Any, schema: dict[str, Any]) -> bool:
    """Return whether a value is one of a schema of the document."""
    return jsonschema.Draft202012Validator(
        {**schema, "components": DOCUMENT["components"]}
    ).is_valid(value)


def are_allowed(texts: Sequence[str], schema: dict[str, Any]) -> bool:
    """Return whether a parameter may be given so, once for each text, which stands for a value as OpenAPI has it."""
    if schema.get("type") == "array":
        return is_allowed([_meaning(text, schema["items"]) for text in texts], schema)
    return len(texts) == 1 and is_allowed(_meaning(texts[0], schema), schema)


def _meaning(text: str, schema: dict[str, Any]) -> Any:
    """Return the value that a text means; itself where it means none of the type."""
    if schema.get("type") not in {"boolean", "integer"}:
        return text
    try:
        value = json.loads(text) if text == text.strip() else text
    except ValueError:
        return text
    # 1.0 is no way to write the integer
    return text if isinstance(value, float) else value
