"""Values of running methods that the engine takes otherwise: they are told, each instruction once."""

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
  p: {Contract: $.string(), Usage: Runtime}
  l:
    Contract: [$.string()]
    Usage: Runtime
  n: {Contract: $.int(), Usage: Runtime}
  pair:
    Contract: [$.int(), $.string()]
    Usage: Runtime
  other: {Contract: $.class(A).notOwned(), Usage: Runtime}
Methods:
  f:
    Arguments:
    - x: {Contract: $.string()}
    Body:
    - Return: $x
  b:
    Arguments:
    - x: {Contract: $.bool()}
    Body:
    - Return: $x
  deploy:
    Usage: Action
    Body:
"""
MODEL = {"?": {"type": "t.A", "id": "one"}}

# the body, the value, the quirk that is told and the line of the body
BODIES: dict[str, tuple[list[str], Any, str | None, int]] = {
    "argument": (["$v: 5.0 / 2", "Return: $.f($v)"], "2.5", "string-conversion", 1),
    "property": (["$.p: 5.0 / 2", "Return: $.p"], "2.5", "string-conversion", 0),
    "item": (["$.l: [5.0 / 2]", "Return: $.l"], ["2.5"], "string-conversion", 0),
    "false": (["Return: $.b('')"], True, "empty-is-false", 0),
    "in a loop": (
        ["For: i\n      In: range(50)\n      Do: [$.f(5.0 / 2)]", "Return: 1"],
        1,
        "string-conversion",
        2,
    ),
    "alike": (["Return: $.f(7)"], "7", None, 0),
}


def package(folder: Path, body: list[str]) -> Path:
    lines = "".join(f"    - {line}\n" for line in body)
    return write_library(folder, "t", ["A"], CLASS + lines)


@pytest.mark.parametrize("case", BODIES)
def test_call_and_deploy_say_so(case: str, tmp_path: Path) -> None:
    body, value, quirk, line = BODIES[case]
    catalog = muranopl.Catalog(package(tmp_path, body))
    called = catalog.call("t.A", "deploy", model=MODEL)
    assert called.value == value
    deployed = catalog.deploy(MODEL)
    assert deployed.ok
    for result in (called.diagnostics, deployed.diagnostics):
        told = [item for item in result if item.code == "MPL540"]
        assert all(f"--quirk {quirk})" in item.message for item in told)
        lines = [item.line - CLASS.count("\n") - 1 for item in told]
        assert lines == ([] if quirk is None else [line])


@pytest.mark.parametrize("quirk", ["empty-is-false", "engine"])
def test_a_followed_quirk_is_silent(quirk: str, tmp_path: Path) -> None:
    catalog = muranopl.Catalog(package(tmp_path, ["Return: $.b('')"]), quirks=quirk)
    result = catalog.call("t.A", "deploy", model=MODEL)
    assert (result.value, result.diagnostics) == (False, ())


REFUSED = {
    "number": ("$.n: 1.5", "the engine takes it as 1 (--quirk int-conversion)"),
    "list": ("$.pair: [1]", "the engine accepts it (--quirk list-length)"),
    "itself": ("$.other: $this", "the engine accepts it (--quirk not-owned-self)"),
}
"""Instructions that fail by the documents, and how the engine takes their values."""


@pytest.mark.parametrize("case", REFUSED)
def test_an_exception_names_the_quirk(case: str, tmp_path: Path) -> None:
    instruction, note = REFUSED[case]
    catalog = muranopl.Catalog(package(tmp_path, [instruction]))
    for result in (catalog.call("t.A", "deploy", model=MODEL), catalog.deploy(MODEL)):
        assert not result.ok
        assert note in result.diagnostics[0].notes
    engine = muranopl.Catalog(tmp_path, quirks=["engine"])
    assert engine.call("t.A", "deploy", model=MODEL).ok
