"""Merging of schema fragments, so that all constraints hold."""

from __future__ import annotations

from muranopl.language.contracts.functions.declaration import Fragment
from muranopl.schema.setting import Json


def merged(schema: Json, found: Fragment, *, follow_engine: bool) -> None:
    """Add a constraint to a schema.

    All constraints hold; in the engine the last one replaces others.
    """
    if follow_engine:
        schema.update(found)
        return
    for key, value in found.items():
        known = schema.get(key)
        if key in {"minimum", "maximum"}:
            _tighten(schema, found, key)
        elif key in {"exclusiveMinimum", "exclusiveMaximum"}:
            continue  # goes with its bound
        # A schema has one `pattern`; several are conjoined under `allOf`.
        elif key == "pattern" and "allOf" in schema:
            schema["allOf"].append({key: value})
        elif known is None:
            schema[key] = value
        elif key == "enum":
            schema[key] = [item for item in known if item in value]
        elif key in {"minLength", "maxLength"}:
            schema[key] = max(known, value) if key == "minLength" else min(known, value)
        elif key == "context":
            _deepen(known, value)
        elif key != "pattern":
            schema[key] = value  # of anything else the last one counts
        elif known != value:
            schema.setdefault("allOf", [{key: schema.pop(key)}]).append({key: value})


def _deepen(context: Json, found: Fragment) -> None:
    """Add constraints on the properties of an object."""
    for name, schema in found["properties"].items():
        known = context["properties"].setdefault(name, {})
        if "properties" in known and "properties" in schema:
            _deepen(known, schema)
        else:
            merged(known, schema, follow_engine=False)


def _tighten(schema: Json, found: Fragment, key: str) -> None:
    exclusive = "exclusiveMinimum" if key == "minimum" else "exclusiveMaximum"
    known = schema.get(key)
    sign = 1 if key == "minimum" else -1
    try:
        tighter = known is None or (sign * found[key], found.get(exclusive, False)) > (
            sign * known,
            schema.get(exclusive, False),
        )
    except TypeError:
        tighter = False
    if tighter:
        schema[key], schema[exclusive] = found[key], found.get(exclusive, False)
