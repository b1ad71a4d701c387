"""The nodes of the hierarchy: types that refer to those of their parents, and why a type is incomplete.

A type has one node that all its descendants share, with one exception. Where a class inherits two
versions of one ancestor and they are merged, the nodes between the class and that ancestor get
other parents than they have for other classes: they are cloned for this class (reference:
packages-and-versions, Two versions of one ancestor).

A class with too many ancestors is cut off from its parents: the engine cannot load it, or cannot
search it in reasonable time. Loading a class loads its parents recursively, so Python's recursion
limit bounds the levels. To look up a member, the engine walks every line of descent from the class
to a root; their number can be exponential, as with a class that extends two classes that both
extend two classes, and so on (murano_type.py, `_find_symbol_chains`).
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Set
from typing import NamedTuple

import msgspec

from muranopl.diagnostics.bounds import INHERITANCE_LEVELS, INHERITANCE_STEPS
from muranopl.diagnostics.catalogue import inherit as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.graphs import topological_order
from muranopl.diagnostics.places import Place
from muranopl.namespace.references import load_time_names
from muranopl.namespace.result import DeclaredClass, Names, TypeId


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


class Lack(enum.Enum):
    """One reason; the value is its name in dumps."""

    UNKNOWN_PARENT = "unknown-parent"
    """The name of a parent means no class at hand."""
    UNREAD_PARENT = "unread-parent"
    """The class exists, but could not be read."""
    UNSEEN_MEMBERS = "unseen-members"
    """The class is written in Python, and may have methods that are not declared."""
    CIRCLE = "circle"
    """The class needs itself to be loaded."""
    TOO_MANY_ANCESTORS = "too-many-ancestors"
    MISSING_VERSION = "missing-in-version"
    """The version of a package that replaces another one lacks an ancestor."""
    INCOMPLETE_ANCESTOR = "incomplete-ancestor"


class Gap(msgspec.Struct, frozen=True):
    """A reason, the name that it is about, and where that is written."""

    lack: Lack
    name: str
    place: Place


Gaps = dict[TypeId, tuple[Gap, ...]]


def gaps_of_parents(declared: DeclaredClass, names: Names) -> tuple[Gap, ...]:
    """Return the parents of a class that are unknown, and whether it has other members."""
    gaps: list[Gap] = []
    manifest = names.packages[declared.id.package].package.manifest
    is_partial = declared.declaration.node.file.partial
    if is_partial or declared.id.name in manifest.incomplete_classes:
        place = declared.declaration.place
        gaps.append(Gap(Lack.UNSEEN_MEMBERS, declared.id.name, place))
    for written in declared.declaration.extends:
        meaning = names.resolved[written]
        if meaning is None:
            gaps.append(Gap(Lack.UNKNOWN_PARENT, written.text, written.place))
        elif meaning not in names.classes:
            gaps.append(Gap(Lack.UNREAD_PARENT, str(meaning), written.place))
    return tuple(gaps)


def gaps_of_circles(circular: Collection[TypeId], names: Names) -> Gaps:
    """Return the names by which the classes of circles need one another."""
    gaps: Gaps = {}
    for id_ in circular:
        for written in load_time_names(names.classes[id_].declaration):
            meaning = names.resolved.get(written)
            if meaning in circular:
                gap = Gap(Lack.CIRCLE, str(meaning), written.place)
                gaps[id_] = (*gaps.get(id_, ()), gap)
    return gaps


def with_descendants(
    gaps: Gaps,
    nodes: Mapping[TypeId, TypeNode],
    parents: Mapping[TypeId, tuple[TypeId, ...]],
    names: Names,
    ready: Container[TypeId],
) -> Gaps:
    """Return the gaps of all types, those of their ancestors included.

    They are computed in one pass from the roots. Those of the types that are `ready` are complete.
    """
    result = dict(gaps)
    for id_, node in nodes.items():
        if id_ in ready:
            continue
        is_shared = all(nodes.get(parent.id) is parent for parent in node.parents)
        # Shared parents have the gaps of their ancestors already; clones are not in `nodes`
        above = parents[id_] if is_shared else node.ancestors()
        inherited = [item for item in above if item in result]
        if inherited:
            declared = names.classes[id_]
            result[id_] = (
                *result.get(id_, ()),
                *(_inherited(ancestor, declared, names) for ancestor in inherited),
            )
    return result


def _inherited(ancestor: TypeId, declared: DeclaredClass, names: Names) -> Gap:
    """Return the gap of a class because of an ancestor, at the name of that if it is a parent."""
    places = (
        written.place
        for written in declared.declaration.extends
        if names.resolved[written] == ancestor
    )
    place = next(places, declared.declaration.place)
    return Gap(Lack.INCOMPLETE_ANCESTOR, str(ancestor), place)


def cut_too_large(
    parents: dict[TypeId, tuple[TypeId, ...]], names: Names, findings: dict[TypeId, Findings]
) -> Gaps:
    """Report and return classes with too many ancestors, and remove their parents."""
    levels: dict[TypeId, int] = {}
    steps: dict[TypeId, int] = {}
    cut: Gaps = {}
    for id_ in topological_order(parents):
        above = parents[id_]
        levels[id_] = 1 + max((levels.get(parent, 1) for parent in above), default=0)
        steps[id_] = 1 + sum(steps.get(parent, 1) for parent in above)
        problem = _problem(levels[id_], steps[id_])
        if problem is not None:
            declaration = names.classes[id_].declaration
            place = (declaration.extends or (declaration,))[0].place
            findings[id_].report(rules.TOO_MANY_ANCESTORS, place, name=id_.name, problem=problem)
            # Descendants count anew from here, so that they are not reported as well
            parents[id_] = ()
            levels[id_] = steps[id_] = 1
            cut[id_] = (Gap(Lack.TOO_MANY_ANCESTORS, id_.name, place),)
    return cut


def _problem(levels: int, steps: int) -> str | None:
    if levels > INHERITANCE_LEVELS.most:
        return f"extends more than {INHERITANCE_LEVELS.most:,} levels of classes, which the engine cannot load"
    if steps > INHERITANCE_STEPS.most:
        return (
            f"has more than {INHERITANCE_STEPS.most:,} classes on its inheritance paths, which the engine searches "
            "one by one for each property and method"
        )
    return None


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
