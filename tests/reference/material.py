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


def are_installed() -> bool:
    """Return whether the tests, and what they need, are installed."""
    return TESTS.is_dir() and importlib.util.find_spec("testtools") is not None


def names() -> Iterator[str]:
    """Yield the names of all tests, "module.Class.test", in the order of their files; none of these is imported."""
    for file in sorted(TESTS.glob("test_*.py")):
        for class_ in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(class_, ast.ClassDef):
                functions = (item.name for item in class_.body if isinstance(item, ast.FunctionDef))
                yield from (
                    f"{file.stem}.{class_.name}.{name}"
                    for name in functions
                    if name.startswith("test")
                )
