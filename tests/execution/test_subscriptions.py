"""Subscriptions to the end of objects, over calls, saved models and renderings; answers are the engine's."""

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
FullName: example.ends
Classes: {example.ends.Main: Main.yaml, example.ends.Node: Main.yaml}
=== Classes/Main.yaml
Namespaces: {=: example.ends, sys: io.murano.system}
Name: Main
Properties:
  first: {Contract: $.class(Node), Usage: InOut}
  second: {Contract: $.class(Node), Usage: InOut}
Methods:
  make:
    Scope: Public
    Body:
      - $.first: new(Node, $this, name => made)
      - sys:GC.subscribeDestruction($.first, $this, hear)
      - sys:GC.subscribeDestruction($.first, $this, '')
  drop:
    Scope: Public
    Body:
      - $.first: null
      - sys:GC.collect()
  take:
    Scope: Public
    Body:
      - sys:GC.unsubscribeDestruction($.first, $this, hear)
      - $.drop()
  hear:
    Arguments:
      - node: {Contract: $.class(Node)}
    Body:
      - logger(ends).info('heard {0}', $node.name)
---
Name: Node
Properties:
  name: {Contract: $.string()}
Methods:
  hear:
    Arguments:
      - node: {Contract: $.class(Node)}
    Body:
      - logger(ends).info('{0} heard {1}', $.name, $node.name)
  .destroy:
    Body:
      - logger(ends).info('{0} ends', $.name)
"""


@pytest.fixture
def catalog(tmp_path: Path) -> muranopl.Catalog:
    return muranopl.Catalog(write(files(PACKAGE), tmp_path))


def node(name: str, *subscriptions: tuple[str, Any]) -> dict[str, Any]:
    header: dict[str, Any] = {"type": "example.ends.Node", "id": name}
    if subscriptions:
        records = [
            {"subscriber": subscriber, "handler": handler} for subscriber, handler in subscriptions
        ]
        header["dependencies"] = {"onDestruction": records}
    return {"?": header, "name": name}


def main(first: Any, second: Any = None) -> dict[str, Any]:
    return {"?": {"type": "example.ends.Main", "id": "main"}, "first": first, "second": second}


def heard(catalog: muranopl.Catalog, method: str, model: Any) -> list[str]:
    result = catalog.call("example.ends.Main", method, model=model)
    assert result.diagnostics == ()
    return [item.text for item in result.log]


def test_a_saved_model_keeps_subscriptions(catalog: muranopl.Catalog) -> None:
    saved = catalog.call("example.ends.Main", "make", model=main(None)).model
    assert saved is not None
    assert heard(catalog, "drop", saved) == ["heard made", "made ends"]
    assert heard(catalog, "take", saved) == ["made ends"]


def test_a_rendered_model_keeps_subscriptions(catalog: muranopl.Catalog) -> None:
    rendered = catalog.render(main(node("a", ("main", "hear"), ("missing", "hear")))).model
    assert rendered is not None
    noted = {"onDestruction": [{"subscriber": "main", "handler": "hear"}]}
    assert rendered["first"]["?"]["dependencies"] == noted
    assert catalog.render(rendered).model == rendered
    assert heard(catalog, "drop", rendered) == ["heard a", "a ends"]


LOADED = {
    "a handler": (main(node("a", ("main", "hear"))), ["heard a", "a ends"]),
    "no handler": (main(node("a", ("main", None))), ["a ends"]),
    "a subscriber that is not there": (main(node("a", ("missing", "hear"))), ["a ends"]),
    "a subscriber that comes later": (
        main(node("a", ("b", "hear")), node("b")),
        ["b heard a", "a ends"],
    ),
    "the same twice": (main(node("a", ("main", "hear"), ("main", "hear"))), ["heard a", "a ends"]),
    "an object of ObjectsCopy": (
        {"Objects": main(None), "ObjectsCopy": main(node("a", ("main", "hear")))},
        ["heard a", "a ends"],
    ),
}


@pytest.mark.parametrize(("model", "log"), LOADED.values(), ids=LOADED)
def test_subscriptions_of_a_model(model: Any, log: list[str], catalog: muranopl.Catalog) -> None:
    assert heard(catalog, "drop", model) == log


REFUSED = {
    "no method": ("zz", 'Method "zz" is not found'),
    "no text": (5, "its dependencies are malformed"),
}


@pytest.mark.parametrize(("handler", "problem"), REFUSED.values(), ids=REFUSED)
def test_a_handler_that_is_none(handler: Any, problem: str, catalog: muranopl.Catalog) -> None:
    model = main(node("a", ("main", handler)))
    rendered = catalog.render(model)
    assert [diagnostic.code for diagnostic in rendered.diagnostics] == ["MPL525"]
    called = catalog.call("example.ends.Main", "drop", model=model)
    for diagnostic in (*rendered.diagnostics, *called.diagnostics):
        assert problem in diagnostic.message


MAPPINGS = (
    "isDestroyed({a => 1})",
    "isDoomed({})",
    "subscribeDestruction({a => 1}, $)",
    "subscribeDestruction($, {a => 1}, hear)",
    "unsubscribeDestruction($, main, hear)",
)


@pytest.mark.parametrize("call", MAPPINGS)
def test_natives_make_no_objects_of_what_they_are_given(call: str, tmp_path: Path) -> None:
    body = f"  given:\n    Scope: Public\n    Body:\n      - sys:GC.{call}\n  hear:\n"
    catalog = muranopl.Catalog(write(files(PACKAGE.replace("  hear:\n", body, 1)), tmp_path))
    result = catalog.call("example.ends.Main", "given", model=main(None))
    assert (
        "yaql.language.exceptions.ArgumentException: Invalid argument"
        in result.diagnostics[0].message
    )
