"""Object models through the public door: what is found, where, and what comes out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import muranopl
from tests.manifests import write_library

CLASSES = """\
Namespaces:
  =: shop
  std: io.murano
Name: Shop
Properties:
  name:
    Contract: $.string().notNull()
  port:
    Contract: $.int().notNull().check($ > 0 and $ < 65536)
    Default: 80
  mode:
    Contract: $.string().check($ in list(fast, safe), 'choose fast or safe')
    Default: fast
  open:
    Contract: $.bool()
  tags:
    Contract: [$.string().notNull()]
  range:
    Contract: [$.int(), 2, 2]
    Default: [1, 2]
  limits:
    Contract:
      cpu: $.int().notNull()
      $.string(): $.int()
    Default: {cpu: 1}
  clerk:
    Contract: $.class(Person)
  boss:
    Contract: $.class(Person).owned()
  guest:
    Contract: $.class(Person).notOwned()
  fixed:
    Contract: {kind: shop}
    Default: {kind: shop}
  people:
    Contract: [$.class(Person).notNull()]
  state:
    Contract: $.string()
    Usage: Runtime
---
Name: Person
Properties:
  age:
    Contract: $.int().notNull()
  nick:
    Contract: $.string()
    Default: $.age.fail()
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("shop"), CLASSES)


def write(folder: Path, classes: str, version: str = "0.0.0") -> Path:
    """A package `shop` whose classes are the documents of one file."""
    names = [line.split()[1] for line in classes.splitlines() if line.startswith("Name:")]
    return write_library(folder, "shop", names, classes, version)


# The code at the end of a line is what is expected there.
DEFECTS = """\
{
  "?": {"type": "shop.Shop", "id": "s"},
  "name": null, #MPL520
  "port": 70000, #MPL520
  "mode": "slow", #MPL520
  "open": [], #MPL540
  "tags": [
    "a",
    null, #MPL520
    2.5 #MPL540
  ],
  "range": [1], #MPL520
  "limits": {
    "cpu": "one", #MPL520
    "memory": [], #MPL520
    "disk": 2.5 #MPL520
  },
  "clerk": 5, #MPL520
  "boss": {"age": []}, #MPL520
  "guest": {"?": {"id": "g"}, "age": 1, "nick": "g"}, #MPL520
  "fixed": {"kind": "other"}, #MPL520
  "people": [
    {"?": {"type": "shop.Persan"}}, #MPL524
    "nobody", #MPL526
    {"?": {"id": "p1"}, "age": 1, "nick": "x",
      "inner": {"age": 2}}, #MPL527
    {"?": {"type": "shop.Shop"}, "name": "inner"}, #MPL520
    {"?": {"id": "p1"}, "age": 3, "nick": "y"}, #MPL530
    {"nick": "z"}, #MPL520
    {"?": "shop.Person"}, #MPL525
    {"?": {"id": "p3"}, "age": 3}
  ],
  "state": "on", #MPL533
  "nmae": "x", #MPL527
  "1st": "x" #MPL528
}
"""


def test_every_defect_of_a_model_is_told_at_its_line(shop: Path, tmp_path: Path) -> None:
    expected = [
        (at, line.split("#")[1]) for at, line in enumerate(DEFECTS.splitlines(), 1) if "#" in line
    ]
    path = tmp_path / "model.json"
    path.write_text(
        "\n".join(line.split("#")[0].rstrip() for line in DEFECTS.splitlines()), encoding="utf-8"
    )
    result = muranopl.Catalog([shop]).render(path)
    match = [
        (diagnostic.line, diagnostic.code)
        for diagnostic in result.diagnostics
        if diagnostic.place.file.display == str(path)
    ]
    assert sorted(match) == sorted(expected)
    (default,) = (
        diagnostic
        for diagnostic in result.diagnostics
        if diagnostic.place.file.display != str(path)
    )
    assert (default.code, default.line) == (
        "MPL531",
        CLASSES.splitlines().index("    Default: $.age.fail()") + 1,
    )
    assert len(match) > 20
    assert not result.ok
    assert result.model is None


def test_what_a_diagnostic_of_a_value_knows(shop: Path) -> None:
    given = {
        "?": {"type": "shop.Shop"},
        "name": "s",
        "people": [{"age": 1, "nick": ""}, {"age": "x", "nick": ""}],
    }
    (result,) = muranopl.Catalog([shop]).render(given).diagnostics
    assert result.in_model == muranopl.InModel("$.people[1].age", "$.int().notNull()")
    assert result.message == '$.people[1].age: the string "x" is not an integer'
    assert result.place.file.text is not None
    assert result.place.file.lines()[result.line - 1].strip().startswith('"age": "x"')
    (related,) = result.related
    assert (related.message, related.place.line) == (
        'property "age" of shop.Person',
        CLASSES.splitlines().index("  age:") + 1,
    )


COMPLETE: dict[str, Any] = {
    "name": "5",
    "port": 80,
    "mode": "fast",
    "open": None,
    "tags": ["a"],
    "range": [1, 2],
    "limits": {"cpu": 1},
    "clerk": None,
    "boss": None,
    "guest": None,
    "fixed": {"kind": "shop"},
    "people": [],
}


@pytest.mark.parametrize("form", ["data", "json", "yaml", "stream"])
def test_a_model_comes_out_complete_whatever_its_form(
    shop: Path, tmp_path: Path, form: str
) -> None:
    given: dict[str, Any] = {
        "?": {"type": "shop.Shop", "id": "s", "_designer": {"x": 1}},
        "name": 5,
        "tags": "a",
    }
    text = json.dumps(given)
    catalog = muranopl.Catalog([shop], streams={"-": text.encode()})
    (tmp_path / "model.json").write_text(text)
    (tmp_path / "model.yaml").write_text(
        "'?': {type: shop.Shop, id: s, _designer: {x: 1}}\nname: 5\ntags: a\n"
    )
    model = {
        "data": given,
        "json": tmp_path / "model.json",
        "yaml": str(tmp_path / "model.yaml"),
        "stream": "-",
    }[form]
    result = catalog.render(model)
    header = {
        "type": "shop.Shop/0.0.0@shop",
        "id": "s",
        "name": None,
        "metadata": None,
        "_designer": {"x": 1},
    }
    assert result.model == {"?": header, **COMPLETE}
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["MPL540"], (
        "the engine loses what designers add"
    )


def test_the_class_of_the_root_can_be_said(shop: Path) -> None:
    catalog = muranopl.Catalog([shop])
    assert [diagnostic.code for diagnostic in catalog.render({"name": "s"}).diagnostics] == [
        "MPL525"
    ]
    assert [
        diagnostic.code for diagnostic in catalog.render({"name": "s"}, "shop.Shap").diagnostics
    ] == ["MPL524"]
    result = catalog.render({"name": "s"}, "shop.Shop")
    assert result.ok
    assert result.model is not None
    assert result.model["?"]["type"] == "shop.Shop/0.0.0@shop"
    assert result == catalog.render({"name": "s"}, "shop.Shop"), (
        "generated ids are the same for the same model"
    )


def test_libraries_are_installed_packages_too(shop: Path) -> None:
    catalog = muranopl.Catalog([], libraries=[shop])
    assert catalog.render({"?": {"type": "shop.Shop"}, "name": "s"}).ok


UNREADABLE: dict[str, Any] = {
    "a set": {"?": {"type": "shop.Shop"}, "name": {1}},
    "not a number": {"?": {"type": "shop.Shop"}, "name": float("nan")},
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_model_is_a_diagnostic(shop: Path, name: str) -> None:
    result = muranopl.Catalog([shop]).render(UNREADABLE[name])
    assert not result.ok
    assert result.model is None


UNWRITABLE = {
    "a date": "2020-02-03",
    "a pattern": '!yaql "regex(a)"',
    "a class": '!yaql "typeinfo($)"',
    "an object as key": '!yaql "dict($this => 1)"',
    "bytes as key": "{? !!binary aGk= : 1}",
    "no number": ".nan",
    "a number without end": ".inf",
}


@pytest.mark.parametrize("name", UNWRITABLE)
def test_values_that_no_model_can_hold(tmp_path: Path, name: str) -> None:
    classes = f"Namespaces:\n  =: shop\nName: Shop\nProperties:\n  p: {{Contract: $, Default: {UNWRITABLE[name]}}}\n"
    result = muranopl.Catalog([write(tmp_path, classes)]).render({"?": {"type": "shop.Shop"}})
    assert [diagnostic.code for diagnostic in result.diagnostics] == ["MPL534"]
    assert result.model is None


HEADERS = {
    "a date as name": ("name: 2020-02-03", "MPL534", "$['?'].name"),
    "a date in the metadata": ("metadata: {since: [2020-02-03]}", "MPL534", "$['?'].metadata"),
    "bytes as key": ("metadata: {? !!binary aGk= : 1}", "MPL534", "$['?'].metadata"),
    "no number": ("_designer: .nan", "MPL534", "$['?']._designer"),
    "no number as id": ("id: .nan", "MPL534", "$['?'].id"),
    "a date as id": ("id: 2020-02-03", "MPL525", "$['?'].id"),
    "bytes as id": ("id: !!binary aGk=", "MPL525", "$['?'].id"),
}


@pytest.mark.parametrize("name", HEADERS)
def test_headers_that_no_model_can_hold(tmp_path: Path, name: str) -> None:
    entry, code, path = HEADERS[name]
    model = tmp_path / "model.yaml"
    model.write_text(f"'?': {{type: shop.Shop, {entry}}}\n")
    package = write(tmp_path, "Namespaces:\n  =: shop\nName: Shop\n")
    result = muranopl.Catalog([package]).render(model)
    errors = [
        diagnostic for diagnostic in result.diagnostics if diagnostic.severity.value == "error"
    ]
    assert [(error.code, error.in_model and error.in_model.path) for error in errors] == [
        (code, path)
    ]
    assert result.model is None


def test_the_dump_leaves_out_defaults_that_no_model_can_hold(tmp_path: Path) -> None:
    properties = "".join(
        f"  p{at}: {{Contract: $, Default: {item}}}\n"
        for at, item in enumerate(UNWRITABLE.values())
    )
    package = write(
        tmp_path,
        f"Namespaces:\n  =: shop\nName: Shop\nProperties:\n{properties}  good: {{Contract: $, Default: 1}}\n",
    )
    assert muranopl.Catalog([package]).check().dump("render")["types"]["shop.Shop/0.0.0"][
        "defaults"
    ] == {"good": 1}


def test_a_root_without_an_id_is_one_object_in_both_passes(tmp_path: Path) -> None:
    properties = "  p: {Contract: $.class(Shop).owned()}\n  q: {Contract: $.class(Shop)}\n"
    classes = f"Namespaces:\n  =: shop\nName: Shop\nProperties:\n{properties}"
    model = {"?": {"type": "shop.Shop"}, "p": "x", "q": {"?": {"type": "shop.Shop", "id": "x"}}}
    assert muranopl.Catalog([write(tmp_path, classes)]).render(model).diagnostics == ()


def test_the_dump_shows_rendered_defaults_and_contract_trees(shop: Path) -> None:
    dump = muranopl.Catalog([shop]).check().dump("render")["types"]["shop.Shop/0.0.0"]
    assert dump["defaults"]["limits"] == {"cpu": 1}
    assert dump["defaults"]["port"] == 80
    contracts = dump["contracts"]
    assert without_places(contracts["port"]) == {
        "form": "int",
        "modifiers": ["notNull()", "check($ > 0 and $ < 65536)"],
    }
    (item,) = contracts["tags"]["items"]
    assert without_places(item) == {"form": "string", "modifiers": ["notNull()"]}


def without_places(outline: dict[str, Any]) -> dict[str, Any]:
    """A part of the outline of a contract without its place."""
    return {name: value for name, value in outline.items() if name != "at"}


def test_a_meta_object_says_that_an_object_is_written_as_its_id(tmp_path: Path) -> None:
    meta = "    Meta:\n      io.murano.metadata.engine.Serialize: {as: reference}\n"
    classes = f"Namespaces:\n  =: shop\nName: Shop\nProperties:\n  p:\n    Contract: $.class(Shop)\n{meta}"
    model = {"?": {"type": "shop.Shop"}, "p": {"?": {"id": "x"}}}
    result = muranopl.Catalog([write(tmp_path, classes)]).render(model)
    assert result.model is not None
    assert result.model["p"] == "x"


def test_what_a_template_refers_to_stays_where_it_is(tmp_path: Path) -> None:
    properties = "  t:\n    Contract: $.template(Shop)\n  q:\n    Contract: $.class(Shop)\n"
    classes = f"Namespaces:\n  =: shop\nName: Shop\nProperties:\n{properties}"
    model = {"?": {"type": "shop.Shop"}, "t": {"q": "x"}, "q": {"?": {"id": "x"}}}
    result = muranopl.Catalog([write(tmp_path, classes)]).render(model)
    assert result.model is not None
    assert (result.model["t"]["q"], result.model["q"]["?"]["id"]) == ("x", "x")
