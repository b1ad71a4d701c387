"""`template()`: what it leaves out, and what takes what it makes; values that are missing, and Out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from tests.render.test_models import write

CLASSES = """\
Namespaces: {{=: shop}}
Name: Sample
Properties:
  p:
    Contract:
      {contract}
{more}---
Name: Part
Properties:
  size: {{Contract: $.int().notNull()}}
---
Name: Box
Properties:
  part: {{Contract: $.class(Part)}}
  high: {{Contract: $.int(), Default: 3}}
  kept: {{Contract: $, Usage: Runtime}}
---
Name: Other
"""
REFUSED = "refused"
NOT_GIVEN = "not given"

# A contract, further lines of the property, the value, and what it becomes without headers.
CASES: dict[str, tuple[str, str, Any, Any]] = {
    "an inner property": (
        "$.template(Box, excludeProperties => ['part.size', high])",
        "",
        {"part": {"size": "many"}},
        {"part": {}},
    ),
    "an inner property that is required": (
        "$.template(Box, excludeProperties => ['part.size'])",
        "",
        {"part": {}},
        {"part": {}, "high": 3},
    ),
    "an inner object that is not there": (
        "$.template(Box, excludeProperties => ['part.size'])",
        "",
        {},
        {"part": None, "high": 3},
    ),
    "no property": ("$.template(Box, excludeProperties => [hihg])", "", {}, REFUSED),
    "no inner property": (
        "$.template(Box, excludeProperties => ['part.sise'])",
        "",
        {"part": {"size": 1}},
        REFUSED,
    ),
    "one that is not written": ("$.template(Box, excludeProperties => [kept])", "", {}, REFUSED),
    "null excludes nothing": ("$.template(Box, excludeProperties => [hihg])", "", None, None),
    "owned": ("$.template(Box).owned()", "", {}, REFUSED),
    "as a text": ("$.template(Box).string()", "", {}, REFUSED),
    "null as a text": ("$.template(Box).string()", "", None, None),
    "owned null": ("$.template(Box).owned()", "", None, None),
    "a default class that is another": ("$.class(Part, Other)", "", NOT_GIVEN, REFUSED),
    "a list that is missing": ("[$.int(), $.string()]", "", NOT_GIVEN, REFUSED),
    "a list by its Default": (
        "[$.int(), $.string()]",
        "    Default: [1, a]\n",
        NOT_GIVEN,
        [1, "a"],
    ),
    "Out": ("$.int()", "    Usage: Out\n    Default: 1\n", "many", 1),
    "Out without a Default": ("$.int()", "    Usage: Out\n", 5, None),
    "Out that must have a value": ("$.int().notNull()", "    Usage: Out\n", 5, REFUSED),
    "a Default that a check refuses": ("$.int().check($ > 3)", "    Default: 1\n", 5, 5),
}


@pytest.mark.parametrize("name", CASES)
def test_value(name: str, tmp_path: Path) -> None:
    contract, more, given, wanted = CASES[name]
    package = write(tmp_path, CLASSES.format(contract=contract, more=more))
    values = {} if given == NOT_GIVEN else {"p": given}
    result = muranopl.Catalog([package]).render(
        {"?": {"type": "shop.Sample", "id": "root"}, **values}
    )
    assert _bare(result.model["p"] if result.model else REFUSED) == wanted, result.diagnostics
    if name == "a Default that a check refuses":
        assert [diagnostic.code for diagnostic in result.diagnostics] == ["MPL540"]


def _bare(value: Any) -> Any:
    """A value without the headers of objects."""
    if isinstance(value, dict):
        return {key: _bare(part) for key, part in value.items() if key != "?"}
    return value
