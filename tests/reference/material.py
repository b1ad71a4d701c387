"""The tests of the reference project, as `make reference` copies them: where they lie, and which there are."""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator

from tests.project import ROOT

FOLDER = ROOT / "build" / "reference"
TESTS = FOLDER / "dsl"
CLASSES = TESTS / "meta"
CORE_LIBRARY = FOLDER / "io.murano"
PLUGINS = FOLDER / "plugins"


def missing() -> str | None:
    """Return why the tests cannot be run, None where they can."""
    if not TESTS.is_dir():
        return "they are not there (make reference REFERENCE=CHECKOUT)"
    return (
        None
        if importlib.util.find_spec("testtools")
        else "testtools is not there (make reference)"
    )


def names() -> Iterator[str]:
    """Yield the names of all tests, "module.Class.test", in the order of their files; none of these is imported."""
    for file in sorted(TESTS.glob("test_*.py")):
        for class_ in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(class_, ast.ClassDef):
                functions = (
                    item.name
                    for item in class_.body
                    if isinstance(item, ast.FunctionDef)
                )
                yield from (
                    f"{file.stem}.{class_.name}.{name}"
                    for name in functions
                    if name.startswith("test")
                )
