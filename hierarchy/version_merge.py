"""Two versions of one ancestor: merged into one that satisfies all, if there is one.

The rule is what the engine meant (conformance/types.json, `intended`; its own last step crashes) and what item 13 of
language/versioning.txt asks for: per package, every version that was reached is collected with the requirement it was
reached by; from the lowest up, a version is replaced by the highest other collected one that fits its requirement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from muranopl.hierarchy.node import TypeNode
from muranopl.language.grammar.versions import accepts, newest_first
from muranopl.namespace.result import TypeId
from muranopl.read.package import PackageId

Specs = Callable[[PackageId, str], str | None]
"""(package, name of a package it requires) → the version specification, or None."""


def merged(node: TypeNode, specs: Specs, nodes: Mapping[TypeId, TypeNode]) -> TypeNode:
    """Return the node with the versions of its ancestors merged where they can be; the same object if none are.

    `nodes` has those of all types, for a version of an ancestor that is reached only through another class of its
    package.
    """
    replacements = _replacements(node, specs)
    if not replacements:
        return node
    own = {above.id: above for above in node.ancestor_nodes()}
    targets: dict[TypeId, TypeNode] = {}
    for id_ in own:
        if id_.package in replacements:
            to = TypeId(id_.name, replacements[id_.package])
            target = own.get(to) or nodes.get(to)
            if target is not None:
                targets[id_] = target
    return _clone(node, targets)


def _replacements(node: TypeNode, specs: Specs) -> dict[PackageId, PackageId]:
    """Which package stands in for which, over all packages of the ancestors."""
    own = node.id.package
    reached: dict[str, dict[tuple[PackageId, str], None]] = {own.name: {(own, f"=={own.version}"): None}}
    for child in (node, *node.ancestor_nodes()):
        for parent in child.parents:
            package = parent.id.package
            spec = specs(child.id.package, package.name)
            if package != child.id.package and spec is not None:
                reached.setdefault(package.name, {})[package, spec] = None
    found: dict[PackageId, PackageId] = {}
    for versions in reached.values():
        if len(versions) > 1:
            found.update(_replace(list(versions)))
    return {old: new for old, new in found.items() if old != new}


def _replace(versions: list[tuple[PackageId, str]]) -> dict[PackageId, PackageId]:
    """Going up from the lowest version, replace it by the highest other one that fits its requirement."""
    order = newest_first([package.version for package, _ in versions])
    versions = sorted(versions, key=lambda each: (-order.index(each[0].version), each[1]))
    result: dict[PackageId, PackageId] = {}
    position = 0
    while position < len(versions):
        package, spec = versions[position]
        others = [other for at, (other, _) in enumerate(versions) if at != position and accepts(spec, other.version)]
        if not others:
            position += 1
            continue
        best = min(others, key=lambda other: order.index(other.version))
        for replaced, by in list(result.items()):
            if by == package:
                result[replaced] = best
        result[package] = best
        del versions[position]
    return result


def _clone(node: TypeNode, targets: dict[TypeId, TypeNode]) -> TypeNode:
    """A copy of a node with some ancestors replaced; what is not affected stays the same object.

    Where the replacements would make a class its own ancestor nothing is replaced: that is a conflict like any other.
    """
    done: dict[int, TypeNode] = {}
    begun: set[int] = set()
    stack = [node]
    while stack:
        current = stack[-1]
        if id(current) in done:
            stack.pop()
            continue
        parents = [targets.get(parent.id, parent) for parent in current.parents]
        waiting = [parent for parent in parents if id(parent) not in done]
        if waiting:
            begun.add(id(current))
            if any(id(parent) in begun for parent in waiting):
                return node
            stack.extend(waiting)
            continue
        new = tuple(done[id(parent)] for parent in parents)
        same = len(new) == len(current.parents) and all(a is b for a, b in zip(new, current.parents, strict=True))
        done[id(current)] = current if same else TypeNode(current.id, new)
        stack.pop()
    return done[id(node)]
