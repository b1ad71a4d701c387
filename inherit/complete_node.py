"""Complete types of nodes of the hierarchy, whose parents may be clones made for one type alone."""

from __future__ import annotations

from collections.abc import Callable

from muranopl.hierarchy.node import TypeNode
from muranopl.hierarchy.phase import Hierarchy
from muranopl.inherit.complete import CompleteType, complete
from muranopl.namespace.result import Names, TypeId


def complete_node(
    node: TypeNode, names: Names, hierarchy: Hierarchy, done: Callable[[TypeId], CompleteType]
) -> CompleteType:
    """Return the complete type of a node; `done` returns those of its shared ancestors, which are complete already."""
    clones: dict[int, CompleteType] = {}
    stack = [node]
    while stack:
        current = stack[-1]
        known = [parent for parent in current.parents if parent.id in names.classes]
        waiting = [parent for parent in known if not _shared(parent, hierarchy) and id(parent) not in clones]
        if waiting:
            stack.extend(waiting)
            continue
        stack.pop()
        parents = tuple(clones.get(id(parent)) or done(parent.id) for parent in known)
        clones[id(current)] = _complete(current, parents, names, hierarchy)
    return clones[id(node)]


def _shared(node: TypeNode, hierarchy: Hierarchy) -> bool:
    return hierarchy.nodes.get(node.id) is node


def _complete(node: TypeNode, parents: tuple[CompleteType, ...], names: Names, hierarchy: Hierarchy) -> CompleteType:
    def ancestors(type_: TypeId) -> tuple[TypeId, ...]:
        return node.ancestors() if type_ == node.id else hierarchy.ancestors(type_)

    incomplete = node.id in hierarchy.incomplete
    return complete(names.classes[node.id], parents, ancestors, incomplete=incomplete)
