"""The graph of an object model: `RenderResult.graph`, and `muranopl graph --model`."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema
import networkx
import pytest
from click.testing import CliRunner, Result

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.interfaces.cli.main import cli
from tests.material import write

SCHEMA = Path(__file__).parents[3] / "views" / "graph" / "model.schema.json"
PACKAGE = """\
=== manifest.yaml
Format: 1.4
Type: Library
FullName: example.web
Version: 1.2.0
Classes:
  example.web.Site: Site.yaml
  example.web.Page: Site.yaml
  example.web.Broken: Broken.yaml
=== Classes/Site.yaml
Namespaces:
  =: example.web
Name: Site
Properties:
  pages: {Contract: [$.class(Page)]}
  first: {Contract: $.class(Page)}
  by: {Contract: {$.string(): [$.class(Page)]}}
  note: {Contract: $.string()}
  any: {Contract: $}
  made: {Contract: $.class(Page), Usage: Out}
  hidden: {Contract: $.class(Page), Usage: Runtime}
Methods:
  .init:
    Body:
      - $.hidden: $.first
      - If: $.note = make
        Then:
          - $.made: new(Page, $)
---
Name: Page
Properties:
  next: {Contract: $.class(Page)}
  site: {Contract: $.class(Site)}
=== Classes/Broken.yaml
Name: [
"""
SITE, PAGE = "example.web.Site/1.2.0@example.web", "example.web.Page/1.2.0@example.web"


def an_object(class_: str, id_: object = None, **properties: Any) -> dict[str, Any]:
    header = {"type": f"example.web.{class_}/1"}
    return {"?": header if id_ is None else {**header, "id": id_}, **properties}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return write(files(PACKAGE), tmp_path / "package")


def graph_of(package: Path, model: Mapping[str, Any]) -> muranopl.ModelGraph:
    result = muranopl.Catalog([package]).render(model)
    assert result.ok, result.diagnostics
    graph = result.graph
    assert graph is not None
    jsonschema.validate(json.loads(json.dumps(graph.to_data())), json.loads(SCHEMA.read_text()))
    ids = {item.id for item in graph.objects}
    assert len(ids) == len(graph.objects)
    assert ids >= {end for item in graph.references for end in item[:2]}
    assert ids >= {item.owner for item in graph.objects if item.owner is not None}
    assert {item.type for item in graph.classes} == {item.type for item in graph.objects}
    return graph


REFERENCES: dict[str, tuple[dict[str, Any], set[str]]] = {
    "parts and references": (
        an_object("Site", "s", pages=[an_object("Page", "p")], first="p"),
        {"s pages[0] p owned", "s first p"},
    ),
    "a cycle of references": (
        an_object(
            "Site",
            "s",
            pages=[an_object("Page", "p", next="q", site="s"), an_object("Page", "q", next="p")],
        ),
        {"s pages[0] p owned", "s pages[1] q owned", "p next q", "p site s", "q next p"},
    ),
    "an object that refers to itself": (an_object("Page", "p", next="p"), {"p next p"}),
    "an object in two places of its owner": (
        an_object("Site", "s", pages=["p", "p"], first=an_object("Page", "p")),
        {"s pages[0] p owned", "s pages[1] p", "s first p"},
    ),
    "mappings of lists": (
        an_object("Site", "s", by={"a b": [an_object("Page", "p")], "c": ["p"]}),
        {"s by['a b'][0] p owned", "s by.c[0] p"},
    ),
    "a text that is an id is not a reference": (
        an_object("Site", "s", note="p", any=["p"], pages=[an_object("Page", "p")]),
        {"s pages[0] p owned"},
    ),
    "ids that are numbers": (
        an_object("Site", 1, pages=[an_object("Page", "1", next=None)], first="1"),
        {"1 pages[0] 1 owned", "1 first 1"},
    ),
}


@pytest.mark.parametrize("name", REFERENCES)
def test_references(name: str, package: Path) -> None:
    model, expected = REFERENCES[name]
    graph = graph_of(package, model)
    shown = [
        f"{item.source} {item.property} {item.target}{' owned' * item.owned}"
        for item in graph.references
    ]
    assert set(shown) == expected
    assert len(shown) == len(expected)


def test_objects_have_classes_owners_and_names(package: Path) -> None:
    model = an_object("Site", "s", first=an_object("Page"), note="make")
    model["?"]["name"] = "My site"
    graph = graph_of(package, model)
    site, page, made = graph.objects
    assert site == muranopl.ModelObject("s", SITE, "My site", None, False)
    assert graph.root == "s"
    assert page == muranopl.ModelObject(page.id, PAGE, None, "s", True)
    assert (made.type, made.owner, made.generated) == (PAGE, "s", True)
    root = ("io.murano.Object/0.0.0",)
    assert graph.classes == (
        muranopl.ModelClass(PAGE, "example.web.Page", "1.2.0", "example.web", root),
        muranopl.ModelClass(SITE, "example.web.Site", "1.2.0", "example.web", root),
    )


def test_a_model_that_does_not_load_has_no_graph(package: Path) -> None:
    result = muranopl.Catalog([package]).render(an_object("Site", "s", first="lost"))
    assert (result.model, result.graph) == (None, None)


ODD = [
    'say "hi"',
    "two\nlines",
    "back\\slash",
    "a#quot;b",
    "<script>alert(1)</script>",
    "\x00\x1b[31m",
    "o1; o2 -> o3",
    "`**x**`",
    "\u202eltr",
    "]",
    " ",
]


@pytest.mark.parametrize("name", ODD)
def test_diagrams_hold_any_name(name: str, package: Path) -> None:
    model = an_object("Site", "s", by={name: [an_object("Page", name)]}, first=name)
    graph = graph_of(package, model)
    box = r'  o\d \[label="(?:[^"\\\n]|\\.)*"\];'
    line = (
        r'  o\d -> o\d \[label="(?:[^"\\\n]|\\.)*", (?:dir=both, arrowtail=diamond|style=dashed)\];'
    )
    assert re.fullmatch(
        rf"digraph model \{{\n(?:  [a-z]+[ =].*;\n)+(?:{box}\n){{2}}(?:{line}\n){{2}}\}}\n",
        graph.dot(),
    )
    text = r'"(?:[^"<>&\\`\n]|<br/>)*"'
    assert re.fullmatch(
        rf"flowchart LR\n(?:  o\d\[{text}\]\n){{2}}(?:  o\d (?:-->|-\.->)\|{text}\| o\d\n){{2}}",
        graph.mermaid(),
    )
    for drawing in (graph.dot(), graph.mermaid()):
        assert all(letter.isprintable() or letter == "\n" for letter in drawing)


@pytest.mark.parametrize("name", ODD)
def test_graphml_holds_any_name(name: str, package: Path) -> None:
    model = an_object("Site", "s", by={name: [an_object("Page", name)]}, first=name)
    text = graph_of(package, model).graphml().encode()
    read = networkx.read_graphml(io.BytesIO(text), force_multigraph=True)
    assert len(read.nodes) == 2
    assert {(source, owned) for source, _, owned in read.edges(data="owned")} == {
        ("s", True),
        ("s", False),
    }


def test_networkx_and_graphml_tell_a_number_from_the_text_of_its_digits(package: Path) -> None:
    model = an_object("Site", 1, first=an_object("Page", "1"))
    graph = graph_of(package, model)
    network = graph.to_networkx()
    assert set(network.nodes) == {1, "1"}
    assert network.nodes["1"]["owner"] == 1
    assert list(network.edges(data="property")) == [(1, "1", "first")]
    text = graph.graphml().encode()
    assert len(networkx.read_graphml(io.BytesIO(text)).nodes) == 2


def test_ten_thousand_objects_with_references_to_one_another(package: Path) -> None:
    pages = [
        an_object("Page", f"p{number}", next=f"p{(number * 7 + 1) % 10_000}")
        for number in range(10_000)
    ]
    graph = graph_of(package, an_object("Site", "s", pages=pages))
    assert len(graph.objects) == 10_001
    assert len(graph.references) == 20_000
    assert graph.dot().count("->") == graph.mermaid().count("->") == 20_000


@pytest.fixture
def run(package: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(package.parent)
    model = an_object("Site", "s", first=an_object("Page", "p", site="s"))
    (package.parent / "model.json").write_text(json.dumps(model))
    (package.parent / "wrong.json").write_text(json.dumps(an_object("Site", pages=1)))

    def invoke(line: str, given: str | None = None) -> Result:
        return CliRunner().invoke(cli, ["graph", *line.split()], given)

    return invoke


def test_the_command(run: Any) -> None:
    data = json.loads(run("package --model model.json").stdout)
    assert [item["id"] for item in data["objects"]] == ["s", "p"]
    assert run("-L package --model model.json").stdout == json.dumps(data, indent=2) + ("\n")
    given = Path("model.json").read_text()
    assert "digraph model" in run("-L package --model - --format dot", given).stdout
    text = run("package --model model.json --format graphml").stdout.encode()
    assert set(networkx.read_graphml(io.BytesIO(text)).nodes) == {"s", "p"}
    result = run("package --model model.json --format mermaid -o drawn.mmd")
    assert (result.exit_code, result.stdout) == (0, "")
    assert Path("drawn.mmd").read_text().startswith("flowchart LR\n")


WRONG = {
    "package --model wrong.json": (1, "MPL520"),
    "package --model lost.json": (2, "lost.json"),
    "package --model model.json --class Site": (2, "--class, --package and --all"),
    "package --model model.json --all": (2, "--class, --package and --all"),
    "package --class-configs package": (2, "--class-configs needs --model"),
    "": (2, "Missing argument 'PATH...', or --model"),
    "- --model -": (2, "- is specified twice"),
    "nowhere --model model.json": (2, '"nowhere" does not exist'),
}


@pytest.mark.parametrize("line", WRONG)
def test_wrong_usage_and_models_are_told(line: str, run: Any) -> None:
    status, expected = WRONG[line]
    result = run(line)
    assert result.exit_code == status
    assert expected in result.stderr
    assert not result.stdout
