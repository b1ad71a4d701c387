"""What the engine makes of Heat packages (conformance/heat.json): the class, and the form.

Both are the recorded ones, or there is an error where the engine fails.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.sources.discovery import open_source
from muranopl.ard.yaml.loader import load
from muranopl.diagnostics.findings import Findings
from muranopl.read.hot_template import read_template
from muranopl.read.manifest import read_header
from tests.conformance.loading import cases, write_packages

CASES = cases("heat")


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case(case: dict[str, Any], tmp_path: Path) -> None:
    write_packages({".": case["files"]}, tmp_path)
    report = muranopl.Catalog([tmp_path]).check()
    errors = [item for item in report.diagnostics if item.severity.value == "error"]
    failed = [key for key in ("class", "ui") if "error" in case[key]]
    if failed:
        assert errors
        assert all(item.file in {"template.yaml", "manifest.yaml"} for item in errors)
    class_, form = documents(tmp_path)
    for key, document in (("class", class_), ("ui", form)):
        if key not in failed:
            assert document is not None
            assert data(document) == case[key]


def documents(folder: Path) -> tuple[Node | None, Node | None]:
    """Return the documents of the generated class and form."""
    source = open_source(str(folder), Findings())
    assert source is not None
    header = read_header(source)
    (unit,), form = read_template(header, Findings(), load)
    classes = [item.node for item in unit.classes]
    return (classes or [None])[0], None if form is None else form.node


def data(node: Node) -> Any:
    """Return a document as the cases have it."""
    if isinstance(node, Mapping):
        return {str(data(key)): data(value) for key, value in node.pairs}
    if isinstance(node, Sequence):
        return [data(item) for item in node.items]
    if isinstance(node, Yaql):
        return f"!yaql {node.text}"
    assert isinstance(node, Scalar), node
    return node.value


def test_there_are_cases() -> None:
    assert len(CASES) >= 42
