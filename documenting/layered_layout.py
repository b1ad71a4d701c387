"""A layout of small graphs: nodes in columns, edges from left to right.

A node is left of those it leads to, as near as possible. An edge over several columns has a bend in
each column between, which keeps it off the nodes there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from muranopl.diagnostics.cycles import topological_order

_ROUNDS = 8
_BEND_HEIGHT = 0.4
"""The space of a bend; that of a node is 1."""


class Layout(NamedTuple):
    """The nodes of each column, the height at which each node and bend is, and the ways of edges."""

    columns: tuple[tuple[str, ...], ...]
    heights: Mapping[str, float]
    ways: Mapping[tuple[str, str], tuple[str, ...]]
    """The node at which an edge begins, its bends, the node at which it ends."""


def layout(graph: Mapping[str, Collection[str]]) -> Layout:
    """Return the layout of a graph, in which each node has those that it leads to."""
    column = _columns(graph)
    count = max(column.values(), default=-1) + 1
    columns: list[list[str]] = [[] for _ in range(count)]
    for node in graph:
        columns[column[node]].append(node)
    nodes = tuple(map(tuple, columns))
    ways = {
        (source, target): _way(source, target, column)
        for source, targets in graph.items()
        for target in targets
    }
    for (source, _), way in ways.items():
        for number, bend in enumerate(way[1:-1], start=column[source] + 1):
            columns[number].append(bend)
    return Layout(nodes, _heights(columns, ways.values(), graph), ways)


def _columns(graph: Mapping[str, Collection[str]]) -> dict[str, int]:
    """Return the column of each node; the last ones lead nowhere."""
    # The number of columns after a node; in a cycle one edge leads to the left.
    behind: dict[str, int] = {}
    for node in topological_order(graph):
        behind[node] = max((behind.get(to, -1) + 1 for to in graph[node]), default=0)
    last = max(behind.values(), default=0)
    return {node: last - number for node, number in behind.items()}


def _way(source: str, target: str, column: Mapping[str, int]) -> tuple[str, ...]:
    between = range(column[source] + 1, column[target])
    # No name has a line break
    bends = (f"{source}\n{target}\n{number}" for number in between)
    return (source, *bends, target)


def _heights(
    columns: Sequence[list[str]],
    ways: Iterable[Sequence[str]],
    nodes: Collection[str],
) -> dict[str, float]:
    """Return heights at which nodes are near those that they are connected with.

    `columns` are sorted by them.
    """
    neighbours: dict[str, list[str]] = {}
    for way in ways:
        for left, right in pairwise(way):
            neighbours.setdefault(left, []).append(right)
            neighbours.setdefault(right, []).append(left)
    space = {
        name: 1 if name in nodes else _BEND_HEIGHT
        for names in columns
        for name in names
    }
    heights: dict[str, float] = {}
    for names in columns:
        heights |= _stacked(names, {}, space)
    for round_ in range(_ROUNDS):
        for names in columns if round_ % 2 else reversed(columns):
            desired = {
                name: sum(heights[other] for other in near) / len(near)
                for name in names
                if (near := neighbours.get(name))
            }
            names.sort(key=lambda name: desired.get(name, heights[name]))
            heights |= _stacked(names, desired, space)
    return _without_gaps(heights)


def _without_gaps(heights: Mapping[str, float]) -> dict[str, float]:
    """Return heights from 0 on, where neighbours differ by at most 1."""
    result: dict[str, float] = {}
    before = down = 0.0
    for name in sorted(heights, key=heights.__getitem__):
        if result:
            down += min(heights[name] - before, 1)
        result[name], before = down, heights[name]
    return result


def _stacked(
    names: Sequence[str], desired: Mapping[str, float], space: Mapping[str, float]
) -> dict[str, float]:
    """Return heights in the order of the names, each near the desired one, that do not overlap."""
    heights: dict[str, float] = {}
    free = float("-inf")
    for name in names:
        half = space[name] / 2
        heights[name] = max(free + half, desired.get(name, max(free + half, 0)))
        free = heights[name] + half
    moved = [heights[name] - height for name, height in desired.items()]
    shift = sum(moved) / len(moved) if moved else 0
    return {name: height - shift for name, height in heights.items()}
