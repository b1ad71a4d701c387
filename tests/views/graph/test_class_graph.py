"""The class graph has what `Catalog.resolve` has: as JSON with a schema, in networkx, and as GraphML."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import jsonschema_rs
import networkx
import pytest
from click.testing import CliRunner

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.interfaces.cli.main import cli
from tests.material import write

TOP = Path(__file__).parents[3]
SCHEMA = json.loads((TOP / "views" / "graph" / "graph.schema.json").read_text())
VALIDATOR = jsonschema_rs.validator_for(SCHEMA)
PACKAGES = """\
=== lib/manifest.yaml
Format: 1.4
Type: Library
FullName: ex.lib
Version: 2.1.0
Classes:
  ex.lib.Base: Base.yaml
  ex.lib.Note: Base.yaml
  ex.lib.Tools: Base.yaml
=== lib/Classes/Base.yaml
Namespaces:
  =: ex.lib
Name: Base
Properties:
  size: {Contract: $.int()}
  peer: {Contract: $.class(Base)}
Methods:
  go:
    Scope: Public
    Meta: {Note: {text: fast}}
    Arguments:
      - way: {Contract: $.string(), Default: 'left', Meta: {Note: {text: turn}}}
      - others: {Contract: $.class(:Base), Usage: VarArgs}
  stay:
---
Namespaces:
  =: ex.lib
Name: Note
Usage: Meta
Cardinality: Many
Inherited: true
Applies: All
Properties:
  text: {Contract: $.string(), Default: none}
---
Namespaces:
  =: ex.lib
Name: Tools
Methods:
  bent:
    Usage: Extension
    Arguments:
      - what: {Contract: $.class(Base).notNull()}
=== app/manifest.yaml
Format: 1.4
Type: Library
FullName: ex.app
Version: 1.0.0
Require: {ex.lib: 2}
Classes:
  ex.app.Own: Own.yaml
  ex.app.Both: Own.yaml
=== app/Classes/Own.yaml
Namespaces:
  =: ex.app
  lib: ex.lib
Name: Own
Extends: lib:Base
Import: lib:Tools
Meta: lib:Note
Properties:
  size: {Contract: $.int().notNull()}
  peer:
    Contract: $.class(lib:Base, Own).check($ is lib:Base)
    Default: null
  many:
    Contract:
      $.string(): [$.class(lib:Base)]
  bent: {Contract: $.class(lib:Lost)}
Methods:
  go:
    Arguments:
      - way: {Contract: $.string()}
---
Name: Both
Extends: [Own, lib:Base]
"""
OWN, BASE, NOTE, TOOLS = (
    "ex.app.Own/1.0.0",
    "ex.lib.Base/2.1.0",
    "ex.lib.Note/2.1.0",
    "ex.lib.Tools/2.1.0",
)


@pytest.fixture
def report(tmp_path: Path) -> muranopl.Report:
    write(files(PACKAGES), tmp_path)
    return muranopl.Catalog([tmp_path / "app"], libraries=[tmp_path / "lib"]).check()


def data_of(report: muranopl.Report, **chosen: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(json.dumps(report.graph_data(**chosen)))
    VALIDATOR.validate(data)
    return data


def named(data: dict[str, Any], name: str) -> dict[str, Any]:
    return next(item for item in data["classes"] if item["name"] == name)


def pick(member: dict[str, Any], *names: str) -> list[Any]:
    return [member[name] for name in names]


def test_contracts_have_full_names_and_the_classes_that_they_name(report: muranopl.Report) -> None:
    own = named(data_of(report), "ex.app.Own")["properties"]
    shown = {name: pick(member, "contract", "contract_classes") for name, member in own.items()}
    assert shown == {
        "size": ["$.int().notNull()", []],
        "peer": ["$.class(ex.lib.Base, ex.app.Own).check($ is ex.lib.Base)", [BASE, OWN]],
        "many": ["{$.string(): [$.class(ex.lib.Base)]}", [BASE]],
        # An unknown class has a full name, too.
        "bent": ["$.class(ex.lib.Lost)", []],
    }
    assert own["peer"]["inherited_contracts"] == ["$.class(ex.lib.Base)"]
    assert "default" in own["peer"]
    assert "default" not in own["size"]


def test_members_have_arguments_scopes_meta_objects_and_what_they_override(
    report: muranopl.Report,
) -> None:
    data = data_of(report)
    own, base = named(data, "ex.app.Own"), named(data, "ex.lib.Base")
    go = base["methods"]["go"]
    assert pick(go, "scope", "usage", "overrides") == ["Public", "Runtime", []]
    (fast,) = go["meta"]
    assert pick(fast, "type", "declaring", "values") == [NOTE, BASE, {"text": "fast"}]
    assert pick(fast["place"], "line", "column") == [10, 12]
    way, others = go["arguments"]
    assert pick(way, "name", "usage", "contract", "default") == [
        "way",
        "Standard",
        "$.string()",
        "left",
    ]
    (turn,) = way["meta"]
    assert pick(turn, "type", "declaring", "values") == [NOTE, BASE, {"text": "turn"}]
    assert pick(others, "usage", "contract", "contract_classes", "meta") == [
        "VarArgs",
        "$.class(ex.lib.Base)",
        [BASE],
        [],
    ]
    assert pick(own["methods"]["go"], "scope", "overrides", "declaring") == ["Session", [BASE], OWN]
    # The meta class is passed on to what overrides the method.
    assert own["methods"]["go"]["meta"] == go["meta"]
    both = named(data, "ex.app.Both")
    # The declaration of Own hides that of Base, also where both are parents.
    assert pick(both["properties"]["size"], "overrides", "declaring") == [[BASE], OWN]


def test_classes_have_imports_meta_objects_extension_methods_and_facts(
    report: muranopl.Report,
) -> None:
    data = data_of(report, everything=True)
    own = named(data, "ex.app.Own")
    assert pick(own, "imports", "extensions", "facts") == [[TOOLS], [], None]
    (none,) = own["meta"]
    assert pick(none, "type", "declaring", "values") == [NOTE, OWN, {"text": "none"}]
    assert named(data, "ex.lib.Tools")["extensions"] == ["bent"]
    assert named(data, "ex.lib.Note")["facts"] == {
        "cardinality": "Many",
        "applies": ["Argument", "Method", "Package", "Property", "Type"],
        "inherited": True,
    }


EDGES = {
    ("extends", OWN, None, None, None, BASE),
    ("imports", OWN, None, None, None, TOOLS),
    ("meta", OWN, None, None, None, NOTE),
    ("overrides", OWN, "size", None, None, BASE),
    ("overrides", OWN, "peer", None, None, BASE),
    ("overrides", OWN, None, "go", None, BASE),
    ("contract", OWN, "peer", None, None, BASE),
    ("contract", OWN, "peer", None, None, OWN),
    ("contract", OWN, "many", None, None, BASE),
    ("contract", BASE, "peer", None, None, BASE),
    ("contract", BASE, None, "go", "others", BASE),
    ("meta", BASE, None, "go", None, NOTE),
    ("meta", BASE, None, "go", "way", NOTE),
    ("contract", TOOLS, None, "bent", "what", BASE),
}


def test_edges_lead_from_members_to_classes(report: muranopl.Report) -> None:
    data = data_of(report, everything=True)
    shown = {tuple(edge.values()) for edge in data["edges"]}
    assert {edge for edge in shown if edge[1] in {OWN, BASE, TOOLS}} - {
        ("extends", name, None, None, None, "io.murano.Object/0.0.0") for name in (BASE, TOOLS)
    } == EDGES


def test_networkx_has_the_same(report: muranopl.Report) -> None:
    graph = report.graph
    assert isinstance(graph, networkx.MultiDiGraph)
    assert networkx.is_directed_acyclic_graph(graph)
    own, peer, go = (graph.nodes[f"{OWN}{end}"] for end in ("", ":peer", ":go()"))
    assert pick(own, "name", "version", "package", "incomplete", "usage") == [
        "ex.app.Own",
        "1.0.0",
        "ex.app",
        False,
        "Class",
    ]
    assert json.loads(own["place"])["file"].endswith("Own.yaml")
    assert [peer["kind"], go["kind"]] == ["property", "method"]
    lists = [json.loads(value) for value in pick(peer, "contract_classes", "overrides")]
    assert lists == [[BASE, OWN], [BASE]]
    (way,) = json.loads(go["arguments"])
    assert way["name"] == "way"
    (note,) = json.loads(own["meta"])
    assert pick(note, "type", "values") == [NOTE, {"text": "none"}]
    edges = {
        (source, edge["kind"], target, edge.get("argument"))
        for source, target, edge in graph.edges(data=True)
    }
    assert edges >= {
        (OWN, "extends", BASE, None),
        (OWN, "imports", TOOLS, None),
        (f"{OWN}:peer", "member", OWN, None),
        (f"{OWN}:peer", "contract", BASE, None),
        (f"{OWN}:peer", "contract", OWN, None),
        (f"{OWN}:peer", "overrides", f"{BASE}:peer", None),
        (f"{OWN}:go()", "overrides", f"{BASE}:go()", None),
        (f"{BASE}:go()", "contract", BASE, "others"),
        (f"{BASE}:go()", "meta", NOTE, None),
        (f"{BASE}:go()", "meta", NOTE, "way"),
    }
    both = graph.out_edges("ex.app.Both/1.0.0", data="position")
    assert {target: position for _, target, position in both} == {OWN: 0, BASE: 1}


def test_networkx_writes_it_as_graphml_and_json(report: muranopl.Report, tmp_path: Path) -> None:
    graph = report.graph
    networkx.write_graphml(graph, tmp_path / "graph.xml")
    read = networkx.read_graphml(tmp_path / "graph.xml", force_multigraph=True)
    text = json.dumps(networkx.node_link_data(graph, edges="edges"))
    loaded = networkx.node_link_graph(json.loads(text), edges="edges")
    for copy in (read, loaded):
        assert dict(copy.nodes(data=True)) == dict(graph.nodes(data=True))
        assert sorted(copy.edges(data="kind")) == sorted(graph.edges(data="kind"))


def test_networkx_without_phase_4_has_inheritance_only(tmp_path: Path) -> None:
    write(files(PACKAGES), tmp_path)
    report = muranopl.Catalog([tmp_path]).check(stop_after="hierarchy")
    kinds = {kind for *_, kind in report.graph.edges(data="kind")}
    assert kinds == {"extends"}


def test_resolve_has_the_same_facts(tmp_path: Path) -> None:
    write(files(PACKAGES.replace("lib:Lost", "Own")), tmp_path)
    catalog = muranopl.Catalog([tmp_path])
    resolved = catalog.resolve("ex.app.Own", 1)
    facts = catalog.check().graph.nodes[OWN]
    names = ("name", "version", "package", "usage")
    assert pick(facts, *names) == [getattr(resolved, name) for name in names]
    assert tuple(json.loads(facts["ancestors"])) == resolved.ancestors
    assert resolved.methods["go"].scope == "Session"
    assert resolved.properties["size"].scope is None


def test_graphml_is_read_by_networkx(report: muranopl.Report) -> None:
    text = report.graphml()
    graph = networkx.read_graphml(io.BytesIO(text.encode()), force_multigraph=True)
    data = data_of(report)
    own = named(data, "ex.app.Own")
    peer = graph.nodes[f"{OWN}:peer"]
    expected = own["properties"]["peer"]
    assert pick(peer, "kind", "name", "contract") == ["property", "peer", expected["contract"]]
    assert {
        key: json.loads(value)
        for key, value in peer.items()
        if isinstance(expected.get(key), (list, dict))
    } == {key: value for key, value in expected.items() if isinstance(value, (list, dict))}
    assert pick(graph.nodes[OWN], "kind", "name", "incomplete") == ["class", "ex.app.Own", False]
    edges = [(source, edge["kind"], target) for source, target, edge in graph.edges(data=True)]
    assert len([edge for edge in edges if edge[1] != "member"]) == len(data["edges"])
    assert (f"{OWN}:many", "contract", BASE) in edges
    assert (OWN, "imports", TOOLS) in edges


def test_the_command_writes_graphml(tmp_path: Path) -> None:
    write(files(PACKAGES), tmp_path)
    result = CliRunner().invoke(cli, ["graph", str(tmp_path / "lib"), "--format", "graphml"])
    assert result.exit_code == 0
    graph = networkx.read_graphml(io.BytesIO(result.stdout.encode()))
    assert f"{BASE}:size" in graph


BROKEN = """\
=== manifest.yaml
Format: 1.4
Type: Library
FullName: ex.broken
Classes:
  ex.broken.Sound: Sound.yaml
  ex.broken.Half: Half.yaml
  ex.broken.Lost: Lost.yaml
  ex.broken.Ring: Ring.yaml
=== Classes/Sound.yaml
Name: ex.broken.Sound
Properties:
  half: {Contract: $.class(ex.broken.Half)}
=== Classes/Half.yaml
Namespaces: {=: ex.broken}
Name: Half
Extends: [Sound, Nowhere]
Meta: Nothing
Import: [Nowhere]
Properties:
  bad: {Contract: '$.class('}
  half: {}
  lost: {Contract: $.class(Lost), Meta: [Nothing, {Sound: 1}]}
Methods:
  go: {Arguments: 3}
=== Classes/Lost.yaml
Name: [
=== Classes/Ring.yaml
Name: ex.broken.Ring
Extends: ex.broken.Ring
"""


def test_packages_with_errors_have_a_partial_graph(tmp_path: Path) -> None:
    write(files(BROKEN), tmp_path)
    report = muranopl.validate(tmp_path)
    assert not report.ok
    data = data_of(report)
    assert {item["name"]: item["incomplete"] for item in data["classes"]} == {
        "ex.broken.Sound": False,
        "ex.broken.Half": True,
        "ex.broken.Ring": True,
        "io.murano.Object": False,
    }
    assert len(report.graph.nodes) >= 4
    text = report.graphml().encode()
    assert len(networkx.read_graphml(io.BytesIO(text))) >= 4
    result = CliRunner().invoke(cli, ["graph", str(tmp_path)])
    assert (result.exit_code, json.loads(result.stdout)["classes"]) == (1, data["classes"])


@pytest.mark.parametrize("name", ["hello", "tested", "forms", "broken"])
def test_the_schema_describes_the_graph_of_the_examples(name: str) -> None:
    jsonschema_rs.meta.validate(SCHEMA)
    assert data_of(muranopl.validate(TOP / "examples" / name))["classes"]


def test_the_core_library_keeps_to_the_schema() -> None:
    report = muranopl.Catalog([TOP / "language" / "library"]).check(stop_after="inherit")
    data = data_of(report, everything=True)
    assert len(data["classes"]) > 50
