"""What the engine makes of Heat packages (conformance/heat.json): the class, and the form.

Both are the recorded ones, or there is an error where the engine fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import muranopl
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.sources.discovery import open_source
from muranopl.ard.yaml.loader import load
from muranopl.diagnostics.findings import Findings
from muranopl.read.hot_template import read_template
from muranopl.read.manifest import read_header
from tests.conformance.loading import by_id, write_packages
from tests.rows import Rows


def problems(case: dict[str, Any], folder: Path) -> Iterator[str]:
    """Yield what we make of a case differently."""
    write_packages({".": case["files"]}, folder)
    report = muranopl.Catalog([folder]).check()
    errors = [item for item in report.diagnostics if item.severity.value == "error"]
    failed = [key for key in ("class", "ui") if "error" in case[key]]
    if failed and not errors:
        yield f"no error for {failed}"
    for item in errors if failed else ():
        if item.file not in {"template.yaml", "manifest.yaml"}:
            yield f"an error in another file: {item.file} {item.message}"
    for key, document in zip(("class", "ui"), documents(folder), strict=True):
        if key not in failed:
            found = None if document is None else data(document)
            if found != case[key]:
                yield f"{key}: {case[key]}, but {found}"


def test_cases(rows: Rows) -> None:
    rows.check("heat", by_id("heat"), problems)


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
