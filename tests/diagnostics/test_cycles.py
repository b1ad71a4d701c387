"""Order and cycles of dependency graphs."""

from __future__ import annotations

import pytest

from muranopl.diagnostics.catalogue.inherit import CYCLE
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.graphs import components, cycles, report_cycle, topological_order
from muranopl.diagnostics.places import File, Place

GRAPHS = {
    "empty": ({}, [], {}),
    "dependencies first": ({"a": "b", "b": "c", "c": ""}, ["c", "b", "a"], {}),
    "dependencies that are not nodes": ({"a": "xb", "b": "y"}, ["b", "a"], {}),
    "a node that needs itself": ({"a": "a", "b": "a"}, ["a", "b"], {"a": "a"}),
    "a cycle and what needs it": (
        {"z": "y", "y": "x", "x": "yw", "w": ""},
        ["w", "xy", "z"],
        {"xy": "xy"},
    ),
    "the shortest cycle stands for all": ({"a": "bc", "b": "c", "c": "a"}, ["abc"], {"ac": "abc"}),
    "two cycles": (
        {"c": "da", "d": "c", "a": "b", "b": "a"},
        ["ab", "cd"],
        {"ab": "ab", "cd": "cd"},
    ),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_graph(name: str) -> None:
    graph, parts, circular = GRAPHS[name]
    assert components(graph) == tuple(map(tuple, parts))
    assert topological_order(graph) == tuple("".join(parts))
    assert cycles(graph) == {tuple(cycle): tuple(members) for cycle, members in circular.items()}


def test_a_cycle_is_named_where_its_first_node_refers_to_the_second() -> None:
    file = File("", "a.yaml")
    places = {edge: Place(file, line) for line, edge in enumerate(["ab", "bc", "ca"], 1)}
    findings = Findings("package")
    report_cycle(
        findings,
        CYCLE,
        ("a", "b", "c"),
        lambda *edge: places["".join(edge)],
        related="{name} refers",
    )
    (result,) = findings.diagnostics
    assert "a → b → c → a" in result.message
    assert (result.line, result.package) == (1, "package")
    assert [(item.message, item.place.line) for item in result.related] == [
        ("b refers", 2),
        ("c refers", 3),
    ]
