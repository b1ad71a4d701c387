"""The shape of dumps that their published schema describes."""

from __future__ import annotations

import functools
import json
from typing import Any

import jsonschema_rs

import muranopl
from tests.project import ROOT

SCHEMA = ROOT / "views" / "dumps" / "dump.schema.json"


@functools.cache
def validator(definition: str = "") -> jsonschema_rs.Validator:
    """Return the validator of all dumps, or of those of one kind."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    if definition:
        schema = {"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]}
    jsonschema_rs.meta.validate(schema)
    return jsonschema_rs.Draft202012Validator(schema)


def shape_errors(report: muranopl.Report, **shown: Any) -> list[str]:
    """Return what of all dumps of a report, and of a list of them, has not the shape of the schema."""
    dumps = [report.dump(phase, **shown) for phase in muranopl.Phase]
    errors = [
        f"{dump['phase']} {error.instance_path}: {error.message[:300]}"
        for dump in dumps
        for error in validator(f"{dump['phase'].capitalize()}Dump").iter_errors(dump)
    ]
    is_listed = validator().is_valid(dumps)
    return errors or ([] if is_listed else ["the list of all dumps is refused"])
