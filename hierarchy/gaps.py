"""Records why a type is incomplete: the ancestors that are unknown, and where that comes from.

A class with too many ancestors is cut off from its parents: the engine cannot load it, or cannot
search it in reasonable time. Loading a class loads its parents recursively, so Python's recursion
limit bounds the levels. To look up a member, the engine walks every line of descent from the class
to a root; their number can be exponential, as with a class that extends two classes that both
extend two classes, and so on (murano_type.py, `_find_symbol_chains`).
"""

from __future__ import annotations

import enum
from collections.abc import Collection, Container, Mapping

import msgspec

from muranopl.diagnostics.bounds import INHERITANCE_LEVELS, INHERITANCE_STEPS
from muranopl.diagnostics.catalogue import hierarchy as rules
from muranopl.diagnostics.cycles import topological_order
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.hierarchy.node import TypeNode
from muranopl.namespace.references import load_time_names
from muranopl.namespace.result import DeclaredClass, Names, TypeId


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
    if declared.id.name in manifest.incomplete_classes:
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
