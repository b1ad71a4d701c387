"""What the loader makes of scalars and documents is what the reference engine's loader makes of them."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.yaml.collections import Set
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from tests.conformance.loading import by_id
from tests.rows import Rows


def problems(case: dict[str, Any], _folder: Path) -> Iterator[str]:
    """Yield what either loader makes of a case differently."""
    for pure in (False, True):
        found = loaded(case, pure=pure)
        if found != case["expect"]:
            loader = "pure" if pure else "libyaml"
            yield f"{loader}: {case['expect']}, but {found}"


def loaded(case: dict[str, Any], *, pure: bool) -> Any:
    """Return what is loaded for a case in its own notation: errors as it has them, if any is expected."""
    findings = Findings()
    documents = load(
        source(case).encode(), File("", "x"), findings, dialect=Dialect.MURANO, pure=pure
    )
    # A duplicate key is an error of ours that the engine takes in silence; the document comes out
    # all the same.
    errors = [
        diagnostic
        for diagnostic in findings.diagnostics
        if diagnostic.severity is Severity.ERROR and diagnostic.code != "MPL113"
    ]
    expected = case["expect"]
    if errors:
        is_expected = isinstance(expected, dict) and "error" in expected
        return expected if is_expected else errors
    if "document" in case:
        return [tree(document) for document in documents if not empty(document)]
    value = documents[0].get("v") if isinstance(documents[0], Mapping) else None
    return None if value is None else tree(value, by_length="repeat" in case)


def test_cases(rows: Rows) -> None:
    rows.check("expressions", by_id("expressions"), problems)


def source(case: dict[str, Any]) -> str:
    """The text that is loaded for a case."""
    if "document" in case:
        return str(case["document"])
    if "repeat" in case:
        text, count, tail = case["repeat"]
        return f"v: {text * count + tail}\n"
    return f"v: {case['yaml']}\n"


def empty(node: Node) -> bool:
    """Is it a false value in Python, which the engine drops?"""
    if isinstance(node, Mapping):
        return not node.pairs
    if isinstance(node, Sequence):
        return not node.items
    return isinstance(node, Scalar) and not node.value


def tree(node: Node, *, by_length: bool = False) -> dict[str, Any]:
    """The tree of a value in the notation of the cases."""
    if isinstance(node, Yaql):
        return {"expression_length": len(node.text)} if by_length else {"expression": node.text}
    if isinstance(node, Mapping):
        return {"map": [[tree(key), tree(value)] for key, value in node.pairs]}
    if isinstance(node, Sequence):
        return {"set" if isinstance(node, Set) else "list": [tree(item) for item in node.items]}
    assert isinstance(node, Scalar)
    value = node.value
    if by_length and isinstance(value, str):
        return {"string_length": len(value)}
    return scalar_tree(value)


def scalar_tree(value: object) -> dict[str, Any]:
    """The tree of a scalar's value."""
    if value is None:
        return {"null": True}
    if isinstance(value, datetime.date):
        return {"date": value.isoformat()}
    if isinstance(value, bytes):
        return {"binary": value.decode()}
    kinds: dict[type, str] = {bool: "bool", int: "int", float: "float", str: "string"}
    return {kinds[type(value)]: value}
