"""The published schema of dumps: it is what the records say, and dumps have its shape."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write
from tests.project import EXAMPLES, ROOT
from tests.views.dumps.shape import SCHEMA, shape_errors, validator
from tests.views.dumps.test_phases import PACKAGES


def test_the_published_schema_is_made_of_the_records() -> None:
    text = runpy.run_path(str(ROOT / "tools" / "dump_schema.py"))["text"]
    assert SCHEMA.read_text(encoding="utf-8") == text(), "run make generated"


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir()))
def test_dumps_of_examples_have_its_shape(name: str) -> None:
    assert shape_errors(muranopl.validate(EXAMPLES / name)) == []


def test_dumps_of_the_core_library_have_its_shape() -> None:
    assert shape_errors(muranopl.validate(EXAMPLES / "hello"), everything=True) == []


def test_dumps_of_a_package_with_defects_have_its_shape(tmp_path: Path) -> None:
    write(files(PACKAGES), tmp_path)
    assert shape_errors(muranopl.validate(tmp_path / "app", libraries=tmp_path / "lib")) == []


def test_a_key_that_nothing_declares_is_refused() -> None:
    dump = muranopl.validate(EXAMPLES / "hello").dump("read")
    assert validator().is_valid(dump)
    dump["packages"][0]["declared"]["colour"] = "red"
    assert not validator().is_valid(dump)
