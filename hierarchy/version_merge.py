"""Merging of two versions of one ancestor into one that satisfies all requirements.

The rule is what the engine meant (conformance/types.json, `intended`; its own last step crashes)
and item 13 of language/versioning.txt asks for: per package, all versions that were reached are
collected with the requirement they were reached by; from the lowest up, a version is replaced by
the highest other collected one that fits its requirement. Versions that cannot be merged are a
conflict, for which the same item asks for an exception.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import NamedTuple

from muranopl.diagnostics.bounds import MERGED_REQUIREMENTS
from muranopl.diagnostics.catalogue import inherit as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.graphs import shortest_path
from muranopl.hierarchy.above import Above, Reached, Requirements, with_first
from muranopl.hierarchy.nodes import TypeNode
from muranopl.language.grammar.versions import accepts, bounds_of, newest_first
from muranopl.namespace.result import Names, TypeId
from muranopl.read.package import PackageId


class Replacement(NamedTuple):
    """A package and the one whose classes replace its own.

    Both may be the same package, reached by different requirements.
    """

    old: Reached
    new: Reached


Plan = Mapping[PackageId, Replacement]
"""The merges above one type, by the package that is replaced."""


def plan_merge(own: PackageId, above: Above) -> Plan:
    """Return the replacements of packages above a type in the package `own`."""
    result: dict[PackageId, Replacement] = {}
    for entries in _contested(own, above):
        result.update(_replace(_distinct(entries.values())))
    # The package of the type takes part in the merge even if no ancestor is in it
    return {old: value for old, value in result.items() if old in above.versions.get(old.name, ())}


def too_contested(own: PackageId, above: Above) -> str | None:
    """Return the name of a package with more requirements than can be merged, or None."""
    names = (
        next(iter(entries))[0].name
        for entries in _contested(own, above)
        if len(entries) > MERGED_REQUIREMENTS.most
    )
    return next(names, None)


def _contested(own: PackageId, above: Above) -> Iterator[Requirements]:
    """Yield the requirements of each package with several.

    A type reaches its own package at its exact version.
    """
    start = Reached(own, f"=={own.version}", own)
    entries = with_first(above.reached.get(own.name, {}), (own, start.spec), start)
    if len(entries) > 1:
        yield entries
    if above.contested:
        yield from (
            value
            for name, value in above.reached.items()
            if name in above.contested and name != own.name
        )


def _distinct(entries: Iterable[Reached]) -> list[Reached]:
    """Return the packages reached, once for notations of one requirement ("1" and "==1")."""
    result: dict[tuple[PackageId, Hashable], Reached] = {}
    for entry in entries:
        result.setdefault((entry.package, bounds_of(entry.spec)), entry)
    return list(result.values())


def replaced_types(node: TypeNode, plan: Plan) -> Iterator[tuple[TypeId, TypeId]]:
    """Yield the ancestors of a node that are to be replaced, with their replacements."""
    # A package that replaces itself matters to the engine only (quirk version-merge)
    if all(old == replacement.new.package for old, replacement in plan.items()):
        return
    for id_ in node.ancestors():
        replacement = plan.get(id_.package)
        if replacement is not None and replacement.new.package != id_.package:
            yield id_, TypeId(id_.name, replacement.new.package)


def _replace(entries: list[Reached]) -> dict[PackageId, Replacement]:
    """Return the replacements, from the lowest version up.

    A version is replaced by the highest other one that fits its requirement.
    """
    versions = list({entry.package.version: None for entry in entries})
    order = {version: at for at, version in enumerate(newest_first(versions))}
    entries = sorted(entries, key=lambda item: (-order[item.package.version], item.spec))
    result: dict[PackageId, Replacement] = {}
    position = 0
    while position < len(entries):
        entry = entries[position]
        fitting = (
            other
            for at, other in enumerate(entries)
            if at != position and accepts(entry.spec, other.package.version)
        )
        best = min(fitting, key=lambda other: order[other.package.version], default=None)
        if best is None:
            position += 1
            continue
        # What was replaced by this version is now replaced by its replacement.
        for replaced, by in list(result.items()):
            if by.new.package == entry.package:
                result[replaced] = Replacement(by.old, best)
        result[entry.package] = Replacement(entry, best)
        del entries[position]
    return result


def clone(node: TypeNode, targets: dict[TypeId, TypeNode]) -> TypeNode:
    """Return a copy of a node with some ancestors replaced.

    Unaffected nodes are shared with the original. If the replacements would make a class its own
    ancestor, nothing is replaced: that is a conflict like any other.
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
        same = all(a is b for a, b in zip(new, current.parents, strict=True))
        done[id(current)] = current if same else TypeNode(current.id, new)
        stack.pop()
    return done[id(node)]


def report_conflict(
    node: TypeNode,
    clash: tuple[TypeId, TypeId],
    names: Names,
    findings: Findings,
    severity: Severity,
) -> None:
    """Report ancestors of one name in two versions."""
    first, second = clash
    declared = names.classes[node.id].declaration
    chains = tuple(" → ".join(map(str, _path(node, id_))) for id_ in clash)
    related = tuple(
        Related(f"{id_} is declared here", names.classes[id_].declaration.place)
        for id_ in clash
        if id_ in names.classes
    )
    findings.report(
        rules.VERSION_CONFLICT,
        declared.place,
        name=node.id.name,
        ancestor=first.name,
        first=first.package.version,
        second=second.package.version,
        notes=chains,
        related=related,
        severity=severity,
    )


def clash_above(node: TypeNode) -> tuple[TypeId, TypeId] | None:
    """Return the type or an ancestor, and the same class in another version among the ancestors.

    Return None if no class has two versions.
    """
    versions: dict[tuple[str, str], TypeId] = {}
    for above in (node.id, *node.ancestors()):
        first = versions.setdefault((above.name, above.package.name), above)
        if first.package.version != above.package.version:
            return first, above
    return None


def _path(node: TypeNode, to: TypeId) -> tuple[TypeId, ...]:
    """Return the shortest line of descent from a class up to an ancestor."""
    parents = {
        item.id: [parent.id for parent in item.parents] for item in (node, *node.ancestor_nodes())
    }
    return shortest_path(node.id, to, parents.__getitem__) or (to,)
