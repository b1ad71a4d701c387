"""`new` in the default of a property: an object of its own, whatever is loaded when the default is evaluated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from tests.manifests import write_library

CLASSES = """\
Namespaces: {=: a.b}
Name: Part
Properties:
  size: {Contract: $.int(), Default: 1}
---
Name: Whole
Properties:
  part: {Contract: $.class(Part), Default: new(Part)}
Methods:
  itself: {Scope: Public, Body: [{Return: $this}]}
---
Name: Nest
Properties:
  whole: {Contract: $.class(Whole), Default: new(Whole)}
  part: {Contract: $.class(Part), Default: !yaql "new(Part, size => 2)"}
---
Name: Several
Properties:
  all: {Contract: [$.class(Part)], Default: [new(Part), !yaql "new(Part, size => 2)"]}
  inner: {Contract: $.class(Whole), Default: {part: new(Part)}}
---
Name: Made
"""
WHOLE = {"?": "Whole", "part": {"?": "Part", "size": 1}}
NEST = {"?": "Nest", "whole": WHOLE, "part": {"?": "Part", "size": 2}}
EXPRESSIONS: dict[str, tuple[str, Any]] = {
    "one": ("new(Whole)", WHOLE),
    "several": ("[new(Whole), new(Whole)]", [WHOLE, WHOLE]),
    "nested": ("new(Nest)", NEST),
    "nested in a value": ("{of: [new(Nest)]}", {"of": [NEST]}),
    "in arguments": (
        "!yaql 'new(Nest, whole => new(Whole, part => new(Part, size => 3)))'",
        {**NEST, "whole": {"?": "Whole", "part": {"?": "Part", "size": 3}}},
    ),
    "argument without its part": ("!yaql 'new(Nest, whole => new(Whole))'", NEST),
    "in a list and in an object": (
        "new(Several)",
        {
            "?": "Several",
            "all": [{"?": "Part", "size": 1}, {"?": "Part", "size": 2}],
            "inner": WHOLE,
        },
    ),
    "explicit ids": (
        """!yaql "new({'?' => {type => 'a.b.Nest', id => i}, whole => {'?' => {type => 'a.b.Whole', id => j}}})\"""",
        NEST,
    ),
}
"""What a method returns, and the same with the short names of classes in place of headers."""


def _shown(value: Any, ids: list[str]) -> Any:
    """Return a value with the classes of objects in place of their headers; collect the ids."""
    if isinstance(value, list):
        return [_shown(item, ids) for item in value]
    if not isinstance(value, dict):
        return value
    result = {key: _shown(item, ids) for key, item in value.items() if key != "?"}
    if "?" in value:
        ids.append(value["?"]["id"])
        result["?"] = value["?"]["type"].partition("/")[0].removeprefix("a.b.")
    return result


def _installed(folder: Path, expression: str = "null") -> muranopl.Catalog:
    """Return a catalog whose class Made has a method that returns an expression."""
    method = (
        f"Methods:\n  make: {{Scope: Public, Usage: Static, Body: [{{Return: {expression}}}]}}\n"
    )
    names = ["Part", "Whole", "Nest", "Several", "Made"]
    return muranopl.Catalog([write_library(folder, "a.b", names, CLASSES + method)])


@pytest.mark.parametrize("case", EXPRESSIONS)
def test_objects_of_methods(case: str, tmp_path: Path) -> None:
    expression, expected = EXPRESSIONS[case]
    result = _installed(tmp_path, expression).call("a.b.Made", "make")
    ids: list[str] = []
    assert (_shown(result.value, ids), result.diagnostics) == (expected, ())
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("header", [{}, {"id": "top"}])
def test_objects_of_models(header: dict[str, str], tmp_path: Path) -> None:
    installed = _installed(tmp_path)
    model = {"?": {"type": "a.b.Whole", **header}}
    rendered = installed.render(model)
    called = installed.call("a.b.Whole", "itself", model=model)
    for value, diagnostics in (
        (rendered.model, rendered.diagnostics),
        (called.value, called.diagnostics),
    ):
        assert (_shown(value, []), diagnostics) == (WHOLE, ())
