"""The resolved class graph for other tools.

Plain data (schema: graph.schema.json), Graphviz, Mermaid.
"""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.diagnostics.places import Place
from muranopl.graph.class_data import class_data
from muranopl.graph.declared import Data
from muranopl.graph.shown_classes import ShownClasses
from muranopl.inherit.complete import CompleteType
from muranopl.namespace.result import TypeId
from muranopl.phases.results import PhaseResults


def graph_data(results: PhaseResults, shown: ShownClasses) -> Data:
    """Return the shown classes and all their ancestors, complete, in alphabetical order."""
    types = results.inheritance.types
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
        "classes": [
            _class(types[id_]) for id_ in _classes(results, shown) if id_ in types
        ],
    }


def _classes(results: PhaseResults, shown: ShownClasses) -> list[TypeId]:
    """Return the shown classes and their ancestors, sorted."""
    own = [id_ for id_ in results.hierarchy.nodes if shown.has(id_)]
    above = (ancestor for id_ in own for ancestor in results.hierarchy.ancestors(id_))
    return sorted({*own, *above})


def _class(type_: CompleteType) -> Data:
    data = class_data(type_)
    for entry in (data, *data["properties"].values(), *data["methods"].values()):
        entry["place"] = _place(entry["place"])
    return data


def _place(place: Place) -> Data:
    return {"file": place.file.display, "line": place.line, "column": place.column}


def _edges(
    results: PhaseResults, classes: Iterable[TypeId]
) -> list[tuple[TypeId, TypeId]]:
    known = results.hierarchy.nodes
    return [
        (id_, parent)
        for id_ in classes
        if id_ in known
        for parent in results.hierarchy.parents[id_]
    ]


def dot(results: PhaseResults, shown: ShownClasses) -> str:
    """Return a Graphviz digraph: a box per class, an arrow to each parent."""
    classes = _classes(results, shown)
    lines = [
        "digraph classes {",
        "  rankdir=BT;",
        '  node [shape=box, fontname="sans-serif"];',
    ]
    lines += [f'  "{id_}" [label="{id_.name}\\n{id_.package}"];' for id_ in classes]
    lines += [
        f'  "{child}" -> "{parent}";' for child, parent in _edges(results, classes)
    ]
    return "\n".join([*lines, "}", ""])


def mermaid(results: PhaseResults, shown: ShownClasses) -> str:
    """Return a Mermaid class diagram: an arrow from each parent to its child."""
    classes = _classes(results, shown)
    alias = {id_: f"c{number}" for number, id_ in enumerate(classes)}
    lines = ["classDiagram", *(f'  class {alias[id_]}["{id_}"]' for id_ in classes)]
    lines += [
        f"  {alias[parent]} <|-- {alias[child]}"
        for child, parent in _edges(results, classes)
        if parent in alias
    ]
    return "\n".join([*lines, ""])
