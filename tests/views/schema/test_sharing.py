"""Schemas of contracts inside contracts: what would be repeated is defined once, and small schemas are as they were."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import muranopl
from muranopl.diagnostics.bounds import SCHEMA_SIZE
from muranopl.diagnostics.examples import files
from tests.material import write

CONTRACTS = {
    "lists": ("[", "]"),
    "lists of two": ("[$.int(), ", "]"),
    "lists in mappings": ("{a: [", "]}"),
    "lists in patterns": ("{$.string(): [", "]}"),
}
DEFINITIONS = {"04": "definitions", "2020-12": "$defs"}


def schema(contract: str, draft: str, folder: Path) -> dict[str, Any]:
    text = (
        "Namespaces:\n  =: example.app\nName: Sample\nProperties:\n"
        f"  p:\n    Contract: {contract}\n  q:\n    Contract: [[$.int()]]\n"
        "Methods:\n  build:\n    Usage: Static\n    Scope: Public\n"
        f"    Meta:\n    - io.murano.metadata.ModelBuilder:\n    Arguments:\n    - m:\n        Contract: $\n"
        f"    - a:\n        Contract: {contract}\n    Body: []\n"
    )
    return muranopl.Catalog([write(files(text), folder)]).schema("example.app.Sample", draft=draft)


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from (value for key, value in part.items() if key == "$ref")
    for item in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from references(item)


def expanded(part: Any, root: dict[str, Any]) -> Any:
    """A schema with what its references mean in their place."""
    if isinstance(part, list):
        return [expanded(item, root) for item in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        assert list(part) == ["$ref"]
        _, keyword, name = part["$ref"].split("/")
        return expanded(root[keyword][name], root)
    return {
        key: expanded(value, root) for key, value in part.items() if key not in DEFINITIONS.values()
    }


@pytest.mark.parametrize("draft", DEFINITIONS)
@pytest.mark.parametrize("name", CONTRACTS)
def test_size_grows_with_the_contract(name: str, draft: str, tmp_path: Path) -> None:
    opening, closing = CONTRACTS[name]
    sizes = []
    for levels in (18, 36):
        result = schema(
            opening * levels + "$.string()" + closing * levels, draft, tmp_path / str(levels)
        )
        sizes.append(len(json.dumps(result)))
    assert sizes[1] < 3 * sizes[0] < 60_000


@pytest.mark.parametrize("draft", DEFINITIONS)
@pytest.mark.parametrize("name", CONTRACTS)
def test_every_schema_stands_alone(name: str, draft: str, tmp_path: Path) -> None:
    opening, closing = CONTRACTS[name]
    result = schema(opening * 8 + "$.string()" + closing * 8, draft, tmp_path)
    for item in result.values():
        jsonschema_rs.meta.validate(item)
        known = item.get(DEFINITIONS[draft], {})
        assert set(references(item)) == {f"#/{DEFINITIONS[draft]}/{name}" for name in known}
        assert list(references(expanded(item, item))) == []
    assert list(references(result[""]["properties"]["q"])) == []
    if draft == "2020-12":
        value: Any = "x"
        for _ in range(8):
            value = (
                [value]
                if name == "lists"
                else [1, value]
                if name == "lists of two"
                else {"a": [value]}
            )
        validator = jsonschema_rs.validator_for(result[""])
        assert validator.is_valid({"p": value})
        assert not validator.is_valid({"p": value, "other": 1})


def test_size_is_bounded(tmp_path: Path) -> None:
    contract = "[" + "$.int(), " * (SCHEMA_SIZE.most // 3) + "]"
    with pytest.raises(muranopl.ResolutionError, match="more than 200,000 parts"):
        schema(contract, "04", tmp_path)
