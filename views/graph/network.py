"""Makes graphs of networkx, from classes or other nodes, and writes GraphML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import networkx

from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.visible import visible
from muranopl.namespace.result import TypeId
from muranopl.phases.results import PhaseResults
from muranopl.views.classes import encoder, place_data
from muranopl.views.graph.declared import Data
from muranopl.views.graph.describer import ClassDescriber
from muranopl.views.graph.edges import EXTENDS, ClassEdge, ClassEdges, MemberId, own_members

ClassNode = TypeId | MemberId
Node = tuple[Any, Data]
"""A node and its attributes."""
Edge = tuple[Any, Any, Data]
"""Source, target, and attributes."""
_MEMBERS = frozenset({"properties", "methods"})
"""The members of classes, which are nodes of their own."""


def class_network(results: PhaseResults, classes: Sequence[TypeId]) -> networkx.MultiDiGraph:
    """Return some types, and their members where they are declared; see `muranopl.Report.graph`."""
    nodes: list[Node] = []
    edges: list[Edge] = []
    for id_ in classes:
        package = {"version": str(id_.package.version), "package": id_.package.name}
        nodes.append((id_, {"kind": "class", "name": id_.name, **package}))
        for position, parent in enumerate(results.hierarchy.parents.get(id_, ())):
            edges.append((id_, parent, {"kind": EXTENDS, "position": position}))
    if results.maybe_inheritance is not None:
        describer, data_of = ClassDescriber(results), encoder(place_data)
        class_edges = ClassEdges(results)
        types = results.inheritance.types
        for type_ in (types[id_] for id_ in classes if id_ in types):
            data = data_of(describer.class_(type_))
            # In the order of the data: GraphML is the same in every run
            facts = {key: value for key, value in data.items() if key not in _MEMBERS}
            nodes.append((type_.id, facts))
            for at, member in own_members(type_):
                declared = data_of(describer.member(member))
                nodes.append((at, {"kind": at.kind, "name": at.name, **declared}))
                edges.append((at, type_.id, {"kind": "member"}))
            others = (edge for edge in class_edges.of(type_) if edge.kind != EXTENDS)
            edges += map(_network_edge, others)
    return network(nodes, edges)


def _network_edge(edge: ClassEdge) -> Edge:
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


def network(nodes: Iterable[Node], edges: Iterable[Edge]) -> networkx.MultiDiGraph:
    """Return a graph whose nodes are texts, with attributes that every format can hold."""
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
        graph.add_edge(name(source), name(target), key=f"e{number}", **_scalars(attributes))
    return graph


def graphml(graph: networkx.MultiDiGraph) -> str:
    """Return a graph as GraphML."""
    return "\n".join([*networkx.generate_graphml(graph), ""])


def _scalars(attributes: Data) -> Data:
    """Return the attributes that have a value: GraphML has scalars only, anything else is JSON in a text."""
    return {key: _scalar(value) for key, value in attributes.items() if value is not None}


def _scalar(value: Any) -> str | bool | int | float:
    if isinstance(value, str):
        return str(visible(value))
    if isinstance(value, (bool, int, float)):
        return value
    return to_json(value, 0).strip()
