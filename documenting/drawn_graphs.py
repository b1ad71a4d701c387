"""The graphs that pages show: the classes of a package, and the packages of a site."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from muranopl.diagnostics.formats.context import counted
from muranopl.graph.edges import EXTENDS, PROPERTY, ClassEdge, ClassEdges
from muranopl.graph.package_graph import PackageGraph
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.core_library import ROOT_CLASS
from muranopl.phases.results import PhaseResults
from muranopl.read.package import PackageId

MOST_NODES = 150
"""A graph of more nodes is not drawn: its labels could not be read."""
_CLASSES = (
    "An arrow leads from a class to one that it extends, a dashed one to the class of objects that "
    "its properties take."
)
_PACKAGES = (
    "An arrow leads from a package to one that it requires; what is missing is dashed."
)


class DrawnNode(NamedTuple):
    """A node: its name, where it is described, and whether it is drawn as one from elsewhere."""

    name: str
    document: str | None
    dashed: bool = False


class DrawnGraph(NamedTuple):
    """A graph with what it shows; an edge of two names is true if it is dashed."""

    title: str
    legend: str
    nodes: tuple[DrawnNode, ...]
    edges: Mapping[tuple[str, str], bool]


def class_graph(
    title: str, results: PhaseResults, types: Iterable[CompleteType]
) -> DrawnGraph | None:
    """Return the graph of classes and those that they rely on; None if they rely on none.

    Left out is the class that all others extend.
    """
    edges: dict[tuple[str, str], bool] = {}
    own = list(types)
    for edge in _drawn_edges(ClassEdges(results), own):
        ends = edge.source.name, edge.target.name
        edges[ends] = edges.get(ends, True) and edge.kind != EXTENDS
    names = {type_.id.name for type_ in own}
    shown = dict.fromkeys(name for ends in edges for name in ends)
    nodes = tuple(DrawnNode(name, name, name not in names) for name in shown)
    return _drawn(title, _CLASSES, nodes, edges)


def _drawn_edges(
    edges: ClassEdges, types: Iterable[CompleteType]
) -> Iterator[ClassEdge]:
    for type_ in types:
        for edge in edges.of(type_):
            of_property = edge.member is not None and edge.member.kind == PROPERTY
            is_drawn = edge.kind == EXTENDS or (edge.kind == "contract" and of_property)
            ends = edge.source.name, edge.target.name
            if is_drawn and ROOT_CLASS not in ends and ends[0] != ends[1]:
                yield edge


def requirement_graph(
    graph: PackageGraph, files: Mapping[PackageId, str]
) -> DrawnGraph | None:
    """Return the graph of packages that require one, or are required; None if there are none.

    `files` are the documents of packages; a node stands for all versions, and leads to the last one.
    """
    edges = {
        (item.source.partition("/")[0], item.name): False for item in graph.requirements
    }
    documents = {id_.name: file for id_, file in files.items()}
    shown = sorted({name for ends in edges for name in ends})
    nodes = tuple(
        DrawnNode(name, documents.get(name), name in graph.missing) for name in shown
    )
    return _drawn("Requirements", _PACKAGES, nodes, edges)


def _drawn(
    title: str,
    legend: str,
    nodes: tuple[DrawnNode, ...],
    edges: Mapping[tuple[str, str], bool],
) -> DrawnGraph | None:
    if not nodes:
        return None
    if len(nodes) > MOST_NODES:
        legend = (
            f"The graph has {counted(len(nodes), 'node')}, and is too large for a page."
        )
        return DrawnGraph(title, legend, (), {})
    return DrawnGraph(title, legend, nodes, edges)
