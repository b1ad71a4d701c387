"""Order of a dependency graph, tips first, and the circles in it."""

from __future__ import annotations

import graphlib
from collections.abc import Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Order(NamedTuple, Generic[T]):
    """`sequence` has every node after what it depends on (inside a circle the order means nothing).

    `cycles` are the circles, one for each knot of nodes that depend on one another: in it every member depends on the
    next one and the last on the first. `knots` are all members of each, in parallel.
    """

    sequence: tuple[T, ...]
    cycles: tuple[tuple[T, ...], ...]
    knots: tuple[tuple[T, ...], ...]


def tips_first(graph: Mapping[T, Iterable[T]]) -> Order[T]:
    """Order the keys of a graph (node → what it depends on); dependencies that are no keys are left out."""
    edges = {node: [to for to in needs if to in graph] for node, needs in graph.items()}
    try:
        return Order(tuple(graphlib.TopologicalSorter(edges).static_order()), (), ())
    except graphlib.CycleError:
        return _with_cycles(edges)


def _with_cycles(edges: dict[T, list[T]]) -> Order[T]:
    import networkx  # noqa: PLC0415 - 0.15 s to import, and needed only where something is wrong

    directed = networkx.DiGraph(edges)
    knots = [sorted(knot) for knot in networkx.strongly_connected_components(directed)]
    circular = [knot for knot in knots if len(knot) > 1 or knot[0] in edges[knot[0]]]
    cycles = sorted((_circle(knot, edges), tuple(knot)) for knot in circular)
    inside = {node: position for position, knot in enumerate(circular) for node in knot}
    loose = {
        node: [to for to in needs if node not in inside or inside.get(to) != inside[node]]
        for node, needs in edges.items()
    }
    return Order(
        tuple(graphlib.TopologicalSorter(loose).static_order()),
        tuple(circle for circle, _ in cycles),
        tuple(knot for _, knot in cycles),
    )


def _circle(knot: list[T], edges: dict[T, list[T]]) -> tuple[T, ...]:
    """A circle through the first member of a knot, as short as there is one (breadth-first search)."""
    start, members = knot[0], set(knot)
    paths: list[tuple[T, ...]] = [(start,)]
    seen = {start}
    for path in paths:
        for to in edges[path[-1]]:
            if to == start:
                return path
            if to in members and to not in seen:
                seen.add(to)
                paths.append((*path, to))
    return tuple(knot)
