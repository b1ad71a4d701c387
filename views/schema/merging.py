"""Merging of schema fragments, so that all constraints hold."""

from __future__ import annotations

from muranopl.language.contracts.functions.declaration import Fragment
from muranopl.views.schema.setting import Json


def merged(schema: Json, found: Fragment, *, follow_engine: bool) -> None:
    """Add a constraint to a schema.

    All constraints hold; in the engine the last one replaces others.
    """
    if follow_engine:
        schema.update(found)
        return
    for key, value in found.items():
        present = schema.get(key)
        if key in {"minimum", "maximum"}:
            _tighten(schema, found, key)
        elif key in {"exclusiveMinimum", "exclusiveMaximum"}:
            continue  # goes with its bound
        # A schema has one `pattern`; several are conjoined under `allOf`.
        elif key == "pattern" and "allOf" in schema:
            schema["allOf"].append({key: value})
        elif present is None:
            schema[key] = value
        elif key == "enum":
            schema[key] = [item for item in present if item in value]
        elif key in {"minLength", "maxLength"}:
            schema[key] = max(present, value) if key == "minLength" else min(present, value)
        elif key == "context":
            _deepen(present, value)
        elif key != "pattern":
            schema[key] = value  # of anything else the last one counts
        elif present != value:
            schema.setdefault("allOf", [{key: schema.pop(key)}]).append({key: value})


def _deepen(context: Json, found: Fragment) -> None:
    """Add constraints on the properties of an object."""
    for name, schema in found["properties"].items():
        present = context["properties"].setdefault(name, {})
        if "properties" in present and "properties" in schema:
            _deepen(present, schema)
        else:
            merged(present, schema, follow_engine=False)


def _tighten(schema: Json, found: Fragment, key: str) -> None:
    exclusive = "exclusiveMinimum" if key == "minimum" else "exclusiveMaximum"
    present = schema.get(key)
    sign = 1 if key == "minimum" else -1
    try:
        tighter = present is None or (sign * found[key], found.get(exclusive, False)) > (
            sign * present,
            schema.get(exclusive, False),
        )
    except TypeError:
        tighter = False
    if tighter:
        schema[key], schema[exclusive] = found[key], found.get(exclusive, False)
