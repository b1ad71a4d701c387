"""Lineages: a class with its parents as one class sees them.

Nearly always a class has one lineage, shared by everybody. Only where a class inherits two versions of one ancestor
and they are merged into one does it see some of its ancestors with other parents than they have themselves: then
those in between are cloned for this class alone (reference: packages-and-versions, Two versions of one ancestor).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.namespace.result import TypeId


class Lineage(msgspec.Struct, eq=False):
    """A type and the lineages of its parents, in written order."""

    id: TypeId
    parents: tuple[Lineage, ...] = ()

    def ancestors(self) -> tuple[TypeId, ...]:
        """All ancestors, breadth first over parents in written order, each once (as the engine lists them)."""
        return tuple(lineage.id for lineage in self.above())

    def above(self) -> Iterator[Lineage]:
        """The lineages of all ancestors, in the same order."""
        found: set[TypeId] = set()
        level = list(self.parents)
        while level:
            fresh = []
            for lineage in level:
                if lineage.id not in found:
                    found.add(lineage.id)
                    fresh.append(lineage)
            yield from fresh
            level = [parent for lineage in fresh for parent in lineage.parents]
