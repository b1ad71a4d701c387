"""The order in which objects end that nothing reaches any more: the engine has none for siblings, ours is fixed."""

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
FullName: example.gc
Classes: {example.gc.Main: Main.yaml, example.gc.Node: Main.yaml}
=== Classes/Main.yaml
Namespaces: {=: example.gc, sys: io.murano.system}
Name: Main
Properties:
  items: {Contract: [$.class(Node)], Usage: InOut}
Methods:
  drop:
    Scope: Public
    Body:
      - $.items: []
      - sys:GC.collect()
  make:
    Scope: Public
    Body:
      - $.items: list(x, y, z).select(new(Node, $this, name => $))
      - $.drop()
  told:
    Scope: Public
    Body:
      - $all: $.items.select(sys:GC.subscribeDestruction($, $this, hear))
      - $.drop()
  hear:
    Arguments:
      - node: {Contract: $.class(Node)}
    Body:
      - logger(gc).info('heard ' + $node.name)
---
Name: Node
Properties:
  name: {Contract: $.string()}
  inner: {Contract: [$.class(Node)]}
Methods:
  .destroy:
    Body:
      - logger(gc).info($.name)
"""


def node(name: str, *inner: dict[str, Any]) -> dict[str, Any]:
    return {"?": {"type": "example.gc.Node", "id": name}, "name": name, "inner": list(inner)}


MODEL = {
    "?": {"type": "example.gc.Main", "id": "main"},
    "items": [node("a", node("a1"), node("a2")), node("b"), node("c", node("c1"))],
}


@pytest.mark.parametrize(
    ("method", "order"),
    [
        ("drop", "c1, a2, a1, c, b, a"),
        ("make", "c1, a2, a1, z, y, x, c, b, a"),
        ("told", "heard a, heard b, heard c, c1, a2, a1, c, b, a"),
    ],
)
def test_owned_objects_end_first_and_of_siblings_the_last_made(
    method: str, order: str, tmp_path: Path
) -> None:
    catalog = muranopl.Catalog(write(files(PACKAGE), tmp_path))
    for _ in range(2):
        result = catalog.call("example.gc.Main", method, model=MODEL)
        assert result.diagnostics == ()
        assert ", ".join(item.text for item in result.log) == order
