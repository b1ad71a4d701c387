"""The nodes of the hierarchy: types that refer to the nodes of their parents.

A type has one node that all its descendants share, with one exception. Where a class inherits two
versions of one ancestor and they are merged, the nodes between the class and that ancestor get
other parents than they have for other classes: they are cloned for this class (reference:
packages-and-versions, Two versions of one ancestor).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.namespace.result import TypeId


class TypeNode(msgspec.Struct, eq=False):
    """A type and the nodes of its parents, in written order."""

    id: TypeId
    parents: tuple[TypeNode, ...] = ()

    def ancestors(self) -> tuple[TypeId, ...]:
        """Return all ancestors in the order of the engine.

        The order is breadth first over parents in written order, each ancestor once.
        """
        above: list[TypeId] = []
        node = self
        while len(node.parents) == 1:  # the usual case, which needs no lists of levels
            node = node.parents[0]
            above.append(node.id)
        if node.parents:
            above.extend(item.id for item in node.ancestor_nodes())
        return tuple(above)

    def ancestor_nodes(self) -> Iterator[TypeNode]:
        """Yield the nodes of all ancestors, in the same order."""
        type_ids: set[TypeId] = set()
        level = list(self.parents)
        while level:
            fresh = []
            for node in level:
                if node.id not in type_ids:
                    type_ids.add(node.id)
                    fresh.append(node)
            yield from fresh
            level = [parent for node in fresh for parent in node.parents]
