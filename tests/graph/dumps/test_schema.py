"""The published schema of dumps: it is what the records say, and dumps have its shape."""

from __future__ import annotations

import contextlib
import functools
import json
import runpy
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import muranopl
from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.examples import files, options
from muranopl.diagnostics.pages import WITHOUT_EXAMPLES, page
from muranopl.diagnostics.rules import Rule
from tests.graph.dumps.test_phases import PACKAGES
from tests.material import write
from tests.project import EXAMPLES, ROOT

WITH_EXAMPLES = [
    rule for code, rule in sorted(rules().items()) if code not in WITHOUT_EXAMPLES
]
SCHEMA = ROOT / "graph" / "dumps" / "dump.schema.json"


@functools.cache
def validator(definition: str = "") -> jsonschema_rs.Validator:
    """Return the validator of all dumps, or of those of one kind."""
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    if definition:
        schema = {"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]}
    jsonschema_rs.meta.validate(schema)
    return jsonschema_rs.Draft202012Validator(schema)


def assert_valid(report: muranopl.Report, **shown: Any) -> None:
    """All dumps of a report, and a list of them, have the shape of the schema."""
    dumps = [report.dump(phase, **shown) for phase in muranopl.Phase]
    for dump in dumps:
        own = validator(f"{dump['phase'].capitalize()}Dump")
        errors = [
            f"{error.instance_path}: {error.message[:300]}"
            for error in own.iter_errors(dump)
        ]
        assert errors == []
    assert validator().is_valid(dumps)


def test_the_published_schema_is_made_of_the_records() -> None:
    text = runpy.run_path(str(ROOT / "tools" / "dump_schema.py"))["text"]
    assert SCHEMA.read_text(encoding="utf-8") == text(), "run make generated"


@pytest.mark.parametrize(
    "name", sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir())
)
def test_dumps_of_examples_have_its_shape(name: str) -> None:
    assert_valid(muranopl.validate(EXAMPLES / name))


def test_dumps_of_the_core_library_have_its_shape() -> None:
    assert_valid(muranopl.validate(EXAMPLES / "hello"), everything=True)


def test_dumps_of_a_package_with_defects_have_its_shape(tmp_path: Path) -> None:
    write(files(PACKAGES), tmp_path)
    assert_valid(muranopl.validate(tmp_path / "app", libraries=tmp_path / "lib"))


def test_a_key_that_nothing_declares_is_refused() -> None:
    dump = muranopl.validate(EXAMPLES / "hello").dump("read")
    assert validator().is_valid(dump)
    dump["packages"][0]["declared"]["colour"] = "red"
    assert not validator().is_valid(dump)


@pytest.mark.parametrize("rule", WITH_EXAMPLES, ids=lambda rule: rule.code)
def test_dumps_of_a_package_with_any_defect_have_its_shape(
    rule: Rule, tmp_path: Path
) -> None:
    example = page(rule.code).bad
    chosen = options(example)
    whole = write(files(example), tmp_path)
    with contextlib.chdir(tmp_path):
        libraries, quirks = chosen.get("libraries", []), chosen.get("quirks", [])
        paths = chosen.get("check") or [whole]
        report = muranopl.Catalog(paths, libraries=libraries, quirks=quirks).check()
        assert_valid(report)
