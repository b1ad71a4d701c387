"""The layout of graphs on pages: columns, heights, and ways of edges."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from muranopl.documenting.layered_layout import layout


@pytest.mark.parametrize("seed", range(20))
def test_nothing_overlaps_and_edges_lead_right(seed: int) -> None:
    chosen = random.Random(seed)
    names = [f"n{number}" for number in range(chosen.randint(1, 40))]
    graph = {
        name: chosen.sample(names[:at], min(at, chosen.randint(0, 3)))
        for at, name in enumerate(names)
    }
    placed = layout(graph)
    column = {name: at for at, part in enumerate(placed.columns) for name in part}
    assert sorted(column) == sorted(names)
    assert set(placed.ways) == {(name, to) for name in graph for to in graph[name]}
    for (source, target), way in placed.ways.items():
        assert (way[0], way[-1]) == (source, target)
        assert len(way) == column[target] - column[source] + 1 >= 2
    for part in placed.columns:
        heights = sorted(placed.heights[name] for name in part)
        gaps = (below - above for above, below in pairwise(heights))
        assert all(gap > 0.999 for gap in gaps)
    assert min(placed.heights.values()) == 0


def test_a_cycle_is_drawn() -> None:
    placed = layout({"a": ["b"], "b": ["c"], "c": ["a"]})
    assert sorted(name for part in placed.columns for name in part) == ["a", "b", "c"]
    assert len(placed.ways) == 3
    assert all(len(way) == 2 for way in placed.ways.values())
