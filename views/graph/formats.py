"""The resolved class graph for other tools.

The formats are plain data (schema: graph.schema.json), GraphML, Graphviz and Mermaid.
"""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.namespace.result import TypeId
from muranopl.phases.results import PhaseResults
from muranopl.views.classes import encoder, place_data
from muranopl.views.graph.declared import Data
from muranopl.views.graph.describer import ClassDescriber
from muranopl.views.graph.drawing import digraph, dot_label, mermaid_label
from muranopl.views.graph.edges import ClassEdges, edge_data
from muranopl.views.graph.shown_classes import ShownClasses


def graph_data(results: PhaseResults, shown: ShownClasses) -> Data:
    """Return the shown classes and all their ancestors, complete, in alphabetical order."""
    types = results.inheritance.types
    classes = [types[id_] for id_ in _classes(results, shown) if id_ in types]
    edges, describer, data_of = ClassEdges(results), ClassDescriber(results), encoder(place_data)
    return {
        "muranopl": {"graph": 1},
        "packages": [
            {
                "name": package.id.name,
                "version": package.id.version,
                "file": package.header.file.path,
                "requires": [
                    {
                        "name": requirement.requirement.name,
                        "spec": requirement.requirement.spec,
                        "version": requirement.chosen and requirement.chosen.version,
                    }
                    for requirement in results.names.written_requirements(package.id)
                ],
            }
            for _, package in sorted(shown.packages.items(), key=lambda item: item[0])
        ],
        "classes": [data_of(describer.class_(type_)) for type_ in classes],
        "edges": [edge_data(edge) for type_ in classes for edge in edges.of(type_)],
    }


def class_graphml(results: PhaseResults, shown: ShownClasses) -> str:
    """Return the shown classes and all their ancestors as GraphML."""
    from muranopl.views.graph.network import (  # networkx is slow to import
        class_network,
        graphml,
    )

    return graphml(class_network(results, _classes(results, shown)))


def _classes(results: PhaseResults, shown: ShownClasses) -> list[TypeId]:
    """Return the shown classes and their ancestors, sorted."""
    own = [id_ for id_ in results.hierarchy.nodes if shown.has(id_)]
    above = (ancestor for id_ in own for ancestor in results.hierarchy.ancestors(id_))
    return sorted({*own, *above})


def _edges(results: PhaseResults, classes: Iterable[TypeId]) -> list[tuple[TypeId, TypeId]]:
    nodes = results.hierarchy.nodes
    return [
        (id_, parent)
        for id_ in classes
        if id_ in nodes
        for parent in results.hierarchy.parents[id_]
    ]


def dot(results: PhaseResults, shown: ShownClasses) -> str:
    """Return a Graphviz digraph: a box per class, an arrow to each parent."""
    classes = _classes(results, shown)
    lines = [
        f"  {dot_label(str(id_))} [label={dot_label(id_.name, str(id_.package))}];"
        for id_ in classes
    ]
    lines += [
        f"  {dot_label(str(child))} -> {dot_label(str(parent))};"
        for child, parent in _edges(results, classes)
    ]
    return digraph("classes", "BT", lines)


def mermaid(results: PhaseResults, shown: ShownClasses) -> str:
    """Return a Mermaid class diagram: an arrow from each parent to its child."""
    classes = _classes(results, shown)
    alias = {id_: f"c{number}" for number, id_ in enumerate(classes)}
    lines = [
        "classDiagram",
        *(f"  class {alias[id_]}[{mermaid_label(str(id_))}]" for id_ in classes),
    ]
    lines += [
        f"  {alias[parent]} <|-- {alias[child]}"
        for child, parent in _edges(results, classes)
        if parent in alias
    ]
    return "\n".join([*lines, ""])
