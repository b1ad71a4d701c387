"""What a user gives for Out properties, and for Const ones that were deployed: one rule in all commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from tests.manifests import write_library

CLASS = """
Namespaces: {=: t, std: io.murano}
Name: A
Properties:
  out: {Contract: $.int(), Usage: Out, Default: 1}
  fixed: {Contract: $.int(), Usage: Const, Default: 1}
  size: {Contract: $.int(), Default: 1}
  parts:
    Contract: [$.class(Part)]
    Usage: Out
    Default: []
  part:
    Contract: $.class(Part)
    Usage: Const
Methods:
  deploy:
    Usage: Action
    Body:
    - Return: [$.out, $.fixed, $.size]
  makes:
    Usage: Action
    Body:
    - Return: new(A, out => 5).out
  sets:
    Usage: Action
    Body:
    - $.out: 8
    - $.parts: [new(Part, size => 3, name => made)]
---
Name: Part
Properties:
  size: {Contract: $.int()}
  name: {Contract: $.string()}
"""
HEAD = {"type": "t.A", "id": "one"}


def catalog(folder: Path, *quirks: str) -> muranopl.Catalog:
    write_library(folder, "t", ["A", "Part"], CLASS)
    return muranopl.Catalog(folder, quirks=quirks)


def objects(**values: Any) -> dict[str, Any]:
    return {"?": HEAD, **values}


def edited(now: dict[str, Any], before: dict[str, Any] | None) -> dict[str, Any]:
    copy = None if before is None else objects(**before)
    return {"Objects": objects(**now), "ObjectsCopy": copy, "Attributes": []}


OUT, CONST = "out-value", "const-value"

# the model; out, fixed and size by the documents; the same in the engine; the quirks that are told
MODELS: dict[str, tuple[dict[str, Any], list[int], list[int], set[str]]] = {
    "objects alone": (objects(out=2, fixed=2), [1, 2, 1], [2, 2, 1], {OUT}),
    "nothing of them": (objects(size=2), [1, 1, 2], [1, 1, 2], set()),
    "as the Default": (objects(out=1), [1, 1, 1], [1, 1, 1], set()),
    "in Objects": ({"Objects": objects(out=2)}, [1, 1, 1], [2, 1, 1], {OUT}),
    "as an execution here saved it": (
        {"Objects": objects(out=2, fixed=2), "Attributes": []},
        [2, 2, 1],
        [2, 2, 1],
        set(),
    ),
    "never deployed": (edited({"out": 2, "fixed": 2}, None), [1, 2, 1], [2, 2, 1], {OUT}),
    "deployed": (
        edited({"out": 2, "fixed": 2, "size": 2}, {"out": 2, "fixed": 2, "size": 1}),
        [2, 2, 2],
        [2, 2, 2],
        set(),
    ),
    "changed": (
        edited({"out": 3, "fixed": 3, "size": 3}, {"out": 2, "fixed": 2, "size": 1}),
        [2, 2, 3],
        [3, 3, 3],
        {OUT, CONST},
    ),
    "removed": (edited({}, {"out": 2, "fixed": 2, "size": 2}), [2, 2, 1], [1, 1, 1], {OUT, CONST}),
    "another object": (
        {"Objects": objects(out=2, fixed=2), "ObjectsCopy": {"?": {**HEAD, "id": "b"}}},
        [1, 2, 1],
        [2, 2, 1],
        {OUT},
    ),
}


def answer(packages: muranopl.Catalog, door: str, model: dict[str, Any]) -> Any:
    """Return the values that a command has, and its diagnostics."""
    if door == "call":
        result: Any = packages.call("t.A", "deploy", model=model, object_id="one")
        return result.value, result.diagnostics
    if door == "session":
        session = packages.session()
        root = session.load(model if "Objects" in model else {"Objects": model})
        assert root is not None
        return session.call(root, "deploy"), tuple(session.warnings)
    result = packages.deploy(model) if door == "deploy" else packages.render(model)
    assert result.model is not None, result.diagnostics
    root = result.model.get("Objects", result.model)
    return [root[name] for name in ("out", "fixed", "size")], result.diagnostics


@pytest.mark.parametrize("case", MODELS)
@pytest.mark.parametrize("door", ["render", "call", "deploy", "session"])
def test_values(case: str, door: str, tmp_path: Path) -> None:
    model, document, engine, told = MODELS[case]
    packages = catalog(tmp_path)
    value, diagnostics = answer(packages, door, model)
    assert value == document
    codes = [item for item in diagnostics if item.code == "MPL540"]
    assert {name for name in (OUT, CONST) for item in codes if name in item.message} == told
    for quirks in ([OUT, CONST], ["engine"]):
        followed = muranopl.Catalog(tmp_path, quirks=quirks)
        value, diagnostics = answer(followed, door, model)
        assert value == engine
        assert [item for item in diagnostics if item.code == "MPL540"] == []


def test_methods_give_values_for_out(tmp_path: Path) -> None:
    result = catalog(tmp_path).call("t.A", "makes", model=objects())
    assert (result.value, result.diagnostics) == (5, ())


def test_a_model_goes_on_after_a_deployment(tmp_path: Path) -> None:
    packages = catalog(tmp_path)
    first = packages.call("t.A", "sets", model=objects())
    assert first.model is not None
    second = packages.deploy(first.model)
    assert (second.model, second.diagnostics) == (first.model, ())


def test_inside_of_objects_a_user_may_change_what_is_in(tmp_path: Path) -> None:
    """An object in a Const or Out property is the same object, whatever is in it."""
    part = {"?": {"type": "t.Part", "id": "p"}, "size": 1, "name": "n"}
    larger = {**part, "size": 2}
    model = edited({"part": larger, "parts": []}, {"part": part, "parts": []})
    result = catalog(tmp_path).render(model)
    assert result.diagnostics == ()
    assert result.model is not None
    assert result.model["Objects"]["part"]["size"] == 2


def test_another_object_is_a_change(tmp_path: Path) -> None:
    part = {"?": {"type": "t.Part", "id": "p"}, "size": 1}
    other = {"?": {"type": "t.Part", "id": "q"}, "size": 2}
    result = catalog(tmp_path).render(edited({"part": other}, {"part": part}))
    assert result.model is not None
    assert result.model["Objects"]["part"]["?"]["id"] == "p"
    (item,) = result.diagnostics
    assert "--quirk const-value" in item.message


@pytest.mark.parametrize("copy", [7, "x", [], [1], {"?": 5}, {"?": {"id": []}}, {}])
def test_copies_that_are_none(copy: Any, tmp_path: Path) -> None:
    model = {"Objects": objects(fixed=2), "ObjectsCopy": copy}
    result = catalog(tmp_path).render(model)
    assert result.model is not None
    assert result.model["Objects"]["fixed"] == 2
