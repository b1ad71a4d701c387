"""Nodes of types, created from those of their parents."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from muranopl.hierarchy.gaps import Gaps
from muranopl.hierarchy.node import TypeNode
from muranopl.namespace.result import TypeId


class Nodes(msgspec.Struct, eq=False):
    """The nodes of all types, each after those it needs.

    `unknown` and `wanted` as in `Hierarchy`.
    """

    nodes: dict[TypeId, TypeNode]
    unknown: Gaps
    wanted: dict[TypeId, None]


class NodeMaker:
    """Creates nodes from those of the parents."""

    def __init__(
        self,
        parents: Mapping[TypeId, tuple[TypeId, ...]],
        ready: Mapping[TypeId, TypeNode],
        made: Nodes,
    ) -> None:
        self._parents, self._ready, self._made = parents, ready, made

    def add(self, id_: TypeId) -> None:
        """Create a node; its parents' nodes must exist, unless the parents are unknown."""
        self._made.nodes[id_] = self._ready.get(id_) or self._node(id_)

    def _node(self, id_: TypeId) -> TypeNode:
        return TypeNode(
            id_,
            tuple(
                self._made.nodes.get(parent) or TypeNode(parent)
                for parent in self._parents[id_]
            ),
        )
