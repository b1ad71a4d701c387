"""The dump of phase 3: the ancestors of each type, and why a type is incomplete."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.hierarchy.nodes import TypeNode
from muranopl.hierarchy.phase import Hierarchy
from muranopl.namespace.result import Names, TypeId
from muranopl.phases.results import PhaseResults
from muranopl.views.graph.declared import At, where
from muranopl.views.graph.shown_classes import ShownClasses


class DumpedParent(msgspec.Struct, omit_defaults=True):
    """A parent and where it is named; `implied` if the class names none: `at` then is the class."""

    type: str
    at: At
    implied: bool = False


class DumpedGap(msgspec.Struct):
    """A reason for which a type is incomplete (`Lack`), the name it is about, and its place."""

    reason: str
    name: str
    at: At


class DumpedMerge(msgspec.Struct):
    """An ancestor that another version of its class replaces for the type."""

    replaced: str
    by: str


class DumpedType(msgspec.Struct, omit_defaults=True):
    """A type, its parents in written order, and all its ancestors, breadth first.

    `incomplete` has the reasons if not all are known: nothing is reported about what it lacks.
    `merged` are the ancestors that it has in another version than their descendants name.
    """

    package: str
    at: At
    parents: list[DumpedParent]
    ancestors: list[str]
    incomplete: list[DumpedGap]
    merged: list[DumpedMerge] = []


class HierarchyDump(msgspec.Struct):
    """The types shown, each after its parents."""

    types: dict[str, DumpedType]


def hierarchy_dump(results: PhaseResults, shown: ShownClasses) -> HierarchyDump:
    """Return the dump of phase 3."""
    hierarchy, names = results.hierarchy, results.names
    return HierarchyDump(
        {
            str(id_): _type(node, hierarchy, names)
            for id_, node in hierarchy.nodes.items()
            if shown.has(id_)
        }
    )


def _type(node: TypeNode, hierarchy: Hierarchy, names: Names) -> DumpedType:
    return DumpedType(
        package=str(node.id.package),
        at=where(names.classes[node.id].declaration.place),
        parents=[_parent(parent.id, node.id, names) for parent in node.parents],
        ancestors=[str(ancestor) for ancestor in node.ancestors()],
        incomplete=[
            DumpedGap(gap.lack.value, gap.name, where(gap.place))
            for gap in hierarchy.incomplete.get(node.id, ())
        ],
        merged=list(_merged(node, names)),
    )


def _parent(parent: TypeId, child: TypeId, names: Names) -> DumpedParent:
    """Return a parent; one that replaces another version stands where that is named."""
    declaration = names.classes[child].declaration
    for written in declaration.extends:
        # The parent may be another version than the one that the name means.
        meaning = names.resolved[written]
        if meaning is not None and meaning.name == parent.name:
            return DumpedParent(str(parent), where(written.place))
    return DumpedParent(str(parent), where(declaration.place), implied=True)


def _merged(node: TypeNode, names: Names) -> Iterator[DumpedMerge]:
    """Yield the ancestors that classes above a type name, but which it has in another version."""
    ancestors = node.ancestors()
    by_name = {ancestor.name: ancestor for ancestor in ancestors}
    named: dict[TypeId, None] = {}
    for above in (node.id, *ancestors):
        if above in names.classes:
            extends = names.classes[above].declaration.extends
            meanings = (names.resolved.get(written) for written in extends)
            named |= dict.fromkeys(item for item in meanings if item is not None)
    for ancestor in named:
        other = by_name.get(ancestor.name)
        # Two versions may both be there, if they cannot be merged.
        if other is not None and ancestor not in ancestors:
            yield DumpedMerge(str(ancestor), str(other))
