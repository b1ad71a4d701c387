"""Creates the nodes of types from those of their parents, without merging versions (see `merging`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import NamedTuple

import msgspec

from muranopl.hierarchy.gaps import Gaps
from muranopl.hierarchy.node import TypeNode
from muranopl.namespace.result import TypeId


class VersionsMet(NamedTuple):
    """The types above which versions of a package meet.

    `reported` are those about which that was reported, if it was to be, `below_reported` these and
    their descendants, and `clashing` those with versions that cannot be merged.
    """

    reported: set[TypeId]
    below_reported: set[TypeId]
    clashing: set[TypeId]

    def of_types(self, types: Set[TypeId]) -> VersionsMet:
        """Return those that are among some types."""
        return VersionsMet(*(part & types for part in self))


def together(parts: Iterable[VersionsMet]) -> VersionsMet:
    """Return the types of several packages as one."""
    result = VersionsMet(set(), set(), set())
    for part in parts:
        for types, more in zip(result, part, strict=True):
            types.update(more)
    return result


class Nodes(msgspec.Struct, eq=False):
    """The nodes of all types, each after those it needs.

    `versions_met`, `unknown` and `wanted` as in `Hierarchy`.
    """

    versions_met: VersionsMet
    nodes: dict[TypeId, TypeNode] = msgspec.field(default_factory=dict)
    unknown: Gaps = msgspec.field(default_factory=dict)
    wanted: dict[TypeId, None] = msgspec.field(default_factory=dict)


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
                self._made.nodes.get(parent) or TypeNode(parent) for parent in self._parents[id_]
            ),
        )
