"""Graphs as SVG inside of a page: without scripts, in the colours of the page, with links."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from muranopl.diagnostics.visible import visible
from muranopl.documenting.drawn_graphs import DrawnGraph, DrawnNode
from muranopl.documenting.layered_layout import Layout, layout

_ROW, _BOX, _GAP, _MARGIN = 46, 34, 56, 4
_LETTER, _PADDING = 7.3, 20
STYLE = """\
figure { margin: 1em 0 }
figcaption { color: #666; font-size: .9em }
.graph { overflow-x: auto }
.graph svg { font: 12px monospace; display: block }
.graph rect { fill: #eef4ff; stroke: #7a94c4 }
.graph .elsewhere rect { fill: #fff; stroke-dasharray: 4 3 }
.graph text { fill: #222; text-anchor: middle }
.graph .space { fill: #666; font-size: 10px }
.graph a:hover text, .graph a:focus text { text-decoration: underline }
.graph path { fill: none; stroke: #888 }
.graph .uses { stroke-dasharray: 4 3 }
.graph marker path { fill: #888; stroke: none }
@media (prefers-color-scheme: dark) {
  figcaption, .graph .space { color: #aaa; fill: #aaa }
  .graph rect { fill: #1f2a3d; stroke: #6c86b5 }
  .graph .elsewhere rect { fill: #161616 }
  .graph text { fill: #ddd }
}
"""


class _Box(NamedTuple):
    """The box of a node: its left edge, its width, and the height of its middle."""

    left: float
    width: float
    middle: float


def figure(graph: DrawnGraph, address: Callable[[str], str | None]) -> str:
    """Return a figure of a graph; `address` returns where a node is described, or None."""
    caption = f"<figcaption>{escape(graph.legend)}</figcaption>"
    if not graph.nodes:
        return f"<figure>{caption}</figure>\n"
    nodes = {node.name: node for node in graph.nodes}
    targets = {
        name: [to for source, to in graph.edges if source == name] for name in nodes
    }
    placed = layout(targets)
    boxes, widths = _boxes(placed)
    width = max(box.left + box.width for box in boxes.values()) + _MARGIN
    height = max(placed.heights.values()) * _ROW + _BOX + 2 * _MARGIN
    paths = [
        _path(placed, way, boxes, widths, graph.edges[ends])
        for ends, way in placed.ways.items()
    ]
    drawn = [_node(nodes[name], box, address) for name, box in boxes.items()]
    label = escape(f"Graph: {graph.title}", quote=True)
    return "\n".join(
        [
            f'<figure><div class="graph" role="region" aria-label="{label}" tabindex="0">',
            f'<svg width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}">',
            '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
            '<path d="M0 0 8 4 0 8z"/></marker></defs>',
            '<g aria-hidden="true">',
            *paths,
            "</g>",
            *drawn,
            f"</svg></div>{caption}</figure>",
            "",
        ]
    )


def _boxes(placed: Layout) -> tuple[dict[str, _Box], list[tuple[float, float]]]:
    """Return the boxes of nodes, and the left and right edges of columns."""
    boxes: dict[str, _Box] = {}
    edges: list[tuple[float, float]] = []
    left: float = _MARGIN
    for names in placed.columns:
        width = max(map(_width, names), default=0.0)
        for name in names:
            boxes[name] = _Box(left, width, _middle(placed, name))
        edges.append((left, left + width))
        left += width + _GAP
    return boxes, edges


def _middle(placed: Layout, name: str) -> float:
    return _MARGIN + _BOX / 2 + placed.heights[name] * _ROW


def _width(name: str) -> float:
    space, _, last = visible(name).rpartition(".")
    # The line above is smaller
    return max(len(last), len(space) * 0.84) * _LETTER + _PADDING


def _path(
    placed: Layout,
    way: Sequence[str],
    boxes: dict[str, _Box],
    columns: Sequence[tuple[float, float]],
    dashed: bool,
) -> str:
    """Return the curve of an edge: from box to box, straight through columns between."""
    first, last = boxes[way[0]], boxes[way[-1]]
    start = next(n for n, (left, _) in enumerate(columns) if left == first.left)
    points = [(first.left + first.width, first.middle)]
    for number, bend in enumerate(way[1:-1], start=start + 1):
        y = _middle(placed, bend)
        points += [(columns[number][0], y), (columns[number][1], y)]
    points.append((last.left - 1, last.middle))
    commands = [f"M{points[0][0]:.0f} {points[0][1]:.0f}"]
    for number, ((x, y), (to_x, to_y)) in enumerate(pairwise(points)):
        if number % 2:
            commands.append(f"H{to_x:.0f}")
        else:
            half = max((to_x - x) / 2, _GAP / 2)
            commands.append(
                f"C{x + half:.0f} {y:.0f} {to_x - half:.0f} {to_y:.0f} {to_x:.0f} {to_y:.0f}"
            )
    class_ = ' class="uses"' if dashed else ""
    return f'<path{class_} d="{"".join(commands)}" marker-end="url(#tip)"/>'


def _node(node: DrawnNode, box: _Box, address: Callable[[str], str | None]) -> str:
    """Return a box with the namespace of a name above its last word."""
    space, _, last = visible(node.name).rpartition(".")
    middle = box.left + box.width / 2
    lines = [
        f'<rect x="{box.left:.1f}" y="{box.middle - _BOX / 2:.1f}" width="{box.width:.1f}" height="{_BOX}" rx="4"/>'
    ]
    down = 4.0
    if space:
        lines.append(
            f'<text class="space" x="{middle:.1f}" y="{box.middle - 4:.1f}">{escape(space)}.</text>'
        )
        down = 10.0
    lines.append(
        f'<text x="{middle:.1f}" y="{box.middle + down:.1f}">{escape(last)}</text>'
    )
    link = None if node.document is None else address(node.document)
    content = "".join(lines)
    if link is not None:
        label = escape(visible(node.name), quote=True)
        content = (
            f'<a href="{escape(link, quote=True)}" aria-label="{label}">{content}</a>'
        )
    class_ = ' class="elsewhere"' if node.dashed else ""
    return f"<g{class_}>{content}</g>"
