"""Nodes: a class with its parents as one class sees them.

Nearly always a class has one node, shared by everybody. Only where a class inherits two versions of one ancestor
and they are merged into one does it see some of its ancestors with other parents than they have themselves: then
those in between are cloned for this class alone (reference: packages-and-versions, Two versions of one ancestor).
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
        """All ancestors, breadth first over parents in written order, each once (as the engine lists them)."""
        return tuple(node.id for node in self.ancestor_nodes())

    def ancestor_nodes(self) -> Iterator[TypeNode]:
        """The nodes of all ancestors, in the same order."""
        found: set[TypeId] = set()
        level = list(self.parents)
        while level:
            fresh = []
            for node in level:
                if node.id not in found:
                    found.add(node.id)
                    fresh.append(node)
            yield from fresh
            level = [parent for node in fresh for parent in node.parents]
