"""The class graph as a graph of networkx, and graphs as GraphML."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import networkx

from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.visible import visible
from muranopl.graph.class_data import ClassDescriber
from muranopl.graph.declared import Data
from muranopl.graph.edges import EXTENDS, ClassEdge, ClassEdges, MemberId, own_members
from muranopl.graph.resolved import resolved_class, resolved_member
from muranopl.namespace.result import TypeId
from muranopl.phases.results import PhaseResults

ClassNode = TypeId | MemberId
Node = tuple[Any, Data]
"""A node and its attributes."""
Edge = tuple[Any, Any, Data]
"""Source, target, and attributes."""


def class_network(results: PhaseResults) -> networkx.MultiDiGraph:
    """Return all types, and all members where they are declared; see `muranopl.Report.graph`."""
    graph = networkx.MultiDiGraph(results.hierarchy.graph)
    networkx.set_edge_attributes(graph, EXTENDS, "kind")
    networkx.set_node_attributes(graph, "class", "kind")
    if results.maybe_inheritance is None:
        return graph
    describer, edges = ClassDescriber(results), ClassEdges(results)
    for type_ in results.inheritance.types.values():
        facts = resolved_class(type_, describer)._asdict()
        graph.add_node(type_.id, **facts, incomplete=type_.incomplete)
        for id_, member in own_members(type_):
            declared = resolved_member(id_.name, describer.member(member))
            graph.add_node(id_, kind=id_.kind, **declared._asdict())
            graph.add_edge(id_, type_.id, kind="member")
        # The graph of phase 3 has the edges to parents already
        graph.add_edges_from(
            network_edge(edge) for edge in edges.of(type_) if edge.kind != EXTENDS
        )
    return graph


def network_edge(edge: ClassEdge) -> Edge:
    """Return an edge between classes and members.

    An override leads from one member to another.
    """
    source: ClassNode = edge.source
    target: ClassNode = edge.target
    if edge.member is not None:
        source = edge.member
        if edge.kind == "overrides":
            target = edge.member._replace(owner=edge.target)
    attributes = {"kind": edge.kind}
    if edge.argument is not None:
        attributes["argument"] = edge.argument
    return source, target, attributes


def graphml(nodes: Iterable[Node], edges: Iterable[Edge]) -> str:
    """Return a graph as GraphML, which has scalars only: anything else is JSON in a text."""
    graph = networkx.MultiDiGraph()
    names: dict[Any, str] = {}

    def name(node: Any) -> str:
        if node not in names:
            text = visible(str(node))
            # Two ids may look the same: a number, and a text of its digits.
            while text in graph:
                text = f"{text}'"
            names[node] = text
            graph.add_node(text)
        return names[node]

    for node, attributes in nodes:
        graph.add_node(name(node), **_scalars(attributes))
    for number, (source, target, attributes) in enumerate(edges):
        graph.add_edge(
            name(source), name(target), key=f"e{number}", **_scalars(attributes)
        )
    return "\n".join([*networkx.generate_graphml(graph), ""])


def _scalars(attributes: Data) -> Data:
    """Return the attributes that have a value, as GraphML can hold them."""
    return {
        key: _scalar(value) for key, value in attributes.items() if value is not None
    }


def _scalar(value: Any) -> str | bool | int | float:
    if isinstance(value, str):
        return str(visible(value))
    if isinstance(value, (bool, int, float)):
        return value
    return to_json(value, 0).strip()
