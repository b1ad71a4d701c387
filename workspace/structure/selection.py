"""Growing selections: parts of expressions, values, entries, and everything around them."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Yaql, children
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Expression
from muranopl.ard.yaql.tree import children as parts_of
from muranopl.diagnostics.places import Place, touches
from muranopl.workspace.structure.outline import extent_of
from muranopl.workspace.structure.parsed import parsed


def selections(text: str, path: str, line: int, column: int) -> list[Place]:
    """Return the places around a position, the innermost one first, each once."""
    places: list[Place] = []
    for root in parsed(path, text).documents:
        places += _around(root, line, column)
    return list(dict.fromkeys(reversed(places)))


def _around(node: Node, line: int, column: int) -> Iterator[Place]:
    """Yield the places at a position in a node, the outermost one first."""
    extent = extent_of(node)
    if not touches(extent, line, column):
        return
    yield extent
    if isinstance(node, Yaql):
        yield from _in_expression(node, node.tree, line, column)
    if isinstance(node, Mapping):
        for key, value in node.pairs:
            end = extent_of(value)
            pair = Place(key.file, key.line, key.column, end.end_line, end.end_column)
            if touches(pair, line, column):
                yield pair
                break
    for child in children(node):
        yield from _around(child, line, column)


def _in_expression(node: Yaql, tree: Expression, line: int, column: int) -> Iterator[Place]:
    place = place_within(node, tree.start, tree.end)
    if touches(place, line, column):
        yield place
        for part in parts_of(tree):
            yield from _in_expression(node, part, line, column)
