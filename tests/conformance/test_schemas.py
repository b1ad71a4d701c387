"""JSON schemas of classes, as the documents describe them and as the engine makes them (conformance/schemas.json)."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import muranopl
from tests.conformance.exceptions import EXCEPTIONS
from tests.conformance.loading import cases, write_packages

CASES = cases("schemas")
EMPTY = {
    "$schema": "http://json-schema.org/draft-04/schema#",
    "type": "object",
    "properties": {},
    "additionalProperties": False,
    "formSections": {},
}
ABSENT = "<absent>"
REFUSED = "refused"


def answer(
    case: dict[str, Any], folder: Path, quirks: tuple[str, ...], draft: str
) -> Any:
    """The schemas that we make, as JSON, or `REFUSED`."""
    write_packages(case["packages"], folder)
    catalog = muranopl.Catalog([folder], quirks=quirks)
    try:
        result = catalog.schema(
            case["class"],
            case["methods"],
            case.get("version"),
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
            yield plain(
                patched({} if "error" in recorded else recorded, case["seed_expect"])
            )
        else:  # a method that is not there
            yield REFUSED


def patched(
    recorded: dict[str, Any], patches: dict[str, dict[str, Any]]
) -> dict[str, Any]:
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


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
@pytest.mark.parametrize("quirks", [(), ("engine",)], ids=["documents", "engine"])
def test_case(case: dict[str, Any], quirks: tuple[str, ...], tmp_path: Path) -> None:
    result = plain(answer(case, tmp_path, quirks, "04"))
    right = list(wanted(case, quirks))
    if REFUSED not in right and "error" in case.get("expect", {}) and not quirks:
        result = (
            {method: result.get(method) for method in case["seed_expect"]}
            if result != REFUSED
            else result
        )
    if case["id"] in EXCEPTIONS["schemas by the engine" if quirks else "schemas"]:
        assert result not in right, "a listed exception passes: take it off the list"
    else:
        assert any(result == item for item in right)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_schemas_are_valid_schemas(case: dict[str, Any], tmp_path: Path) -> None:
    old, new = (answer(case, tmp_path, (), draft) for draft in ("04", "2020-12"))
    assert old == REFUSED or new != REFUSED
    for schema in old.values() if old != REFUSED else ():
        OldValidator.check_schema(schema)
    for schema in new.values() if new != REFUSED else ():
        jsonschema.Draft202012Validator.check_schema(schema)


def _with_objects() -> Any:
    """Draft 4 that knows the type of objects, which is the documents' own."""
    meta = copy.deepcopy(jsonschema.Draft4Validator.META_SCHEMA)
    meta["definitions"]["simpleTypes"]["enum"].append("muranoObject")
    return jsonschema.validators.create(meta, jsonschema.Draft4Validator.VALIDATORS)


OldValidator = _with_objects()
