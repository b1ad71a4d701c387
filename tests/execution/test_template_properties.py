"""Objects of `template()`: when they are constructed, destroyed and written; answers are the engine's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.kept
Classes: {example.kept.Main: Main.yaml, example.kept.Node: Main.yaml}
=== Classes/Main.yaml
Namespaces: {=: example.kept, sys: io.murano.system}
Name: Main
Properties:
  node: {Contract: $.template(Node), Usage: InOut}
Methods:
  read:
    Scope: Public
    Body:
      - sys:GC.collect()
      - Return: [$.node.name, $.node.inner.name]
  make:
    Scope: Public
    Body:
      - $made: new($.node, $this)
      - Return: !yaql "list($made.name, $made.inner.name, id($made) = $.node.get('?').id)"
  write:
    Scope: Public
    Arguments:
      - value: {Contract: $}
    Body:
      - $.node: $value
      - sys:GC.collect()
      - Return: $.node
  writeObject:
    Scope: Public
    Body:
      - $inner: new(Node, name => inner)
      - $.write(new(Node, $this, name => outer, inner => $inner))
      - $inner: null
      - sys:GC.collect()
      - Return: $.node
  given:
    Scope: Public
    Arguments:
      - value: {Contract: $.template(Node)}
    Body:
      - Return: $value
---
Name: Node
Properties:
  name: {Contract: $.string()}
  inner: {Contract: $.class(Node)}
Methods:
  .init:
    Body:
      - logger(kept).info('{0} begins', $.name)
  .destroy:
    Body:
      - logger(kept).info('{0} ends', $.name)
"""


def node(name: str, inner: Any = None) -> dict[str, Any]:
    return {"?": {"type": "example.kept.Node", "id": name}, "name": name, "inner": inner}


def called(folder: Path, method: str, arguments: Any = None) -> tuple[Any, list[str]]:
    catalog = muranopl.Catalog(write(files(PACKAGE), folder))
    model = {"?": {"type": "example.kept.Main", "id": "main"}, "node": node("a", node("b"))}
    result = catalog.call("example.kept.Main", method, arguments, model=model)
    assert result.diagnostics == ()
    return result.value, [item.text for item in result.log]


def test_they_are_neither_constructed_nor_destroyed(tmp_path: Path) -> None:
    assert called(tmp_path, "read") == (["a", "b"], [])


def test_an_object_made_of_one_is(tmp_path: Path) -> None:
    assert called(tmp_path, "make") == (
        ["a", "b", False],
        ["b begins", "a begins", "b ends", "a ends"],
    )


@pytest.mark.parametrize("method", ["write", "given"])
def test_what_a_method_makes_one_of_gets_an_id(method: str, tmp_path: Path) -> None:
    value, log = called(tmp_path, method, {"value": node("c", node("d"))})
    assert log == []
    assert (value["name"], value["inner"]["name"]) == ("c", "d")
    assert {value["?"]["id"], value["inner"]["?"]["id"]}.isdisjoint({"c", "d"})


def test_an_object_is_written_out_whole(tmp_path: Path) -> None:
    value, log = called(tmp_path, "writeObject")
    assert (value["name"], value["inner"]["name"]) == ("outer", "inner")
    assert log == ["inner begins", "outer begins", "outer ends", "inner ends"]


def test_a_model_is_rendered_with_it(tmp_path: Path) -> None:
    catalog = muranopl.Catalog(write(files(PACKAGE), tmp_path))
    model = {"?": {"type": "example.kept.Main", "id": "main"}, "node": node("a", node("b"))}
    rendered = catalog.render(model).model
    assert rendered is not None
    assert rendered["node"]["inner"]["?"]["id"] == "b"
