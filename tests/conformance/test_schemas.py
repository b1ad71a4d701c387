"""JSON schemas of classes, as the documents describe them and as the engine makes them (conformance/schemas.json)."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema

import muranopl
from tests.conformance.exceptions import unlisted
from tests.conformance.loading import by_id, write_packages
from tests.rows import Part, Rows, parts

EMPTY = {
    "$schema": "http://json-schema.org/draft-04/schema#",
    "type": "object",
    "properties": {},
    "additionalProperties": False,
    "formSections": {},
}
ABSENT = "<absent>"
REFUSED = "refused"


def answer(case: dict[str, Any], catalog: muranopl.Catalog, draft: str = "04") -> Any:
    """The schemas that we make, as JSON, or `REFUSED`."""
    try:
        result = catalog.schema(
            case["class"],
            case["methods"],
            # The engine takes version 0 where a case says none, the documents the newest one
            case.get("version") or "0",
            case.get("package"),
            draft=draft,
        )
    except (muranopl.ResolutionError, ValueError):
        return REFUSED
    return json.loads(json.dumps(result, allow_nan=False))


def wanted(case: dict[str, Any], quirks: tuple[str, ...]) -> Iterator[Any]:
    """The answers that are right."""
    for recorded in case.get("expect_any") or [case["expect"]]:
        if quirks or "seed_differs" not in case:
            yield REFUSED if "error" in recorded else plain(recorded)
        elif "seed_expect" in case:
            yield plain(patched({} if "error" in recorded else recorded, case["seed_expect"]))
        else:  # a method that is not there
            yield REFUSED


def patched(recorded: dict[str, Any], patches: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """What the documents promise beyond the engine."""
    schemas = copy.deepcopy(recorded)
    for method, changes in patches.items():
        for pointer, value in changes.items():
            holder: Any = schemas
            *inner, last = [method, *pointer.split("/")[1:]]
            for key in (part.replace("~1", "/").replace("~0", "~") for part in inner):
                missing = copy.deepcopy(EMPTY) if holder is schemas else {}
                holder = (
                    holder[int(key)]
                    if isinstance(holder, list)
                    else holder.setdefault(key, missing)
                )
            if value == ABSENT:
                holder.pop(last, None)
            else:
                holder[int(last) if isinstance(holder, list) else last] = value
    return schemas


def plain(value: Any) -> Any:
    """A recorded answer without the marks of values that JSON lacks, the order of types being of no matter."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) == 1 and next(iter(value)) in {"<yaql>", "<regex>", "<date>"}:
        return next(iter(value.values()))
    return {
        key.removeprefix("<int>").removeprefix("<bool>"): sorted(item)
        if key == "type" and isinstance(item, list)
        else plain(item)
        for key, item in value.items()
    }


def problems(case: dict[str, Any], folder: Path) -> Iterator[str]:
    """Yield what of our schemas is not as recorded, and which are none."""
    write_packages(case["packages"], folder)
    catalog = muranopl.Catalog([folder])
    follower = muranopl.Catalog([folder], quirks=["engine"])
    old = answer(case, catalog)
    yield from differences(case, old, ())
    yield from differences(case, answer(case, follower), ("engine",))
    new = answer(case, catalog, "2020-12")
    if new == REFUSED and old != REFUSED:
        yield "there is a schema in draft 4 only"
    for validator, schemas in ((OldValidator, old), (jsonschema.Draft202012Validator, new)):
        for name, schema in schemas.items() if schemas != REFUSED else ():
            try:
                validator.check_schema(schema)
            except jsonschema.SchemaError as error:
                yield f"no valid schema of {name!r}: {error.message}"


def differences(case: dict[str, Any], schemas: Any, quirks: tuple[str, ...]) -> list[str]:
    """Return what of schemas in draft 4 is not as recorded."""
    result = plain(schemas)
    right = list(wanted(case, quirks))
    if REFUSED not in right and "error" in case.get("expect", {}) and not quirks:
        result = (
            {method: result.get(method) for method in case["seed_expect"]}
            if result != REFUSED
            else result
        )
    table = "schemas by the engine" if quirks else "schemas"
    found = [] if result in right else [f"{table}: {right}, but {result}"]
    return unlisted(table, case["id"], found)


@parts(2)
def test_cases(rows: Rows, part: Part) -> None:
    rows.check("schemas", by_id("schemas"), problems, part)


def _with_objects() -> Any:
    """Draft 4 that knows the type of objects, which is the documents' own."""
    meta = copy.deepcopy(jsonschema.Draft4Validator.META_SCHEMA)
    meta["definitions"]["simpleTypes"]["enum"].append("muranoObject")
    return jsonschema.validators.create(meta, jsonschema.Draft4Validator.VALIDATORS)


OldValidator = _with_objects()
