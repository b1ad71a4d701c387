"""Creation of the nodes of all types, from the roots.

Versions of a package that meet above a type are merged.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping

from muranopl.diagnostics.cycles import components, topological_order
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import Quirk
from muranopl.hierarchy.node_maker import NodeMaker, Nodes
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.language.grammar.versions import DEFAULT_SPEC, bounds_of
from muranopl.namespace.result import Names, TypeId
from muranopl.read.containment import for_each


def make_nodes(
    parents: Mapping[TypeId, tuple[TypeId, ...]],
    names: Names,
    findings: Mapping[TypeId, Findings],
    quirks: frozenset[Quirk],
    known: Nodes,
) -> Nodes:
    """Return the nodes of all types. `known` has those that exist already."""
    result, ready = Nodes(known.versions_met), known.nodes
    maker = NodeMaker(parents, ready, result)
    if _may_merge(names):
        from muranopl.hierarchy.merging import (
            MergingNodeMaker,
        )  # few catalogs have several versions

        maker = MergingNodeMaker(
            parents, ready, result, names=names, findings=findings, quirks=quirks
        )
    for_each(topological_order(parents), operator.attrgetter("package"), maker.add)
    return result


def _may_merge(names: Names) -> bool:
    """Return whether versions or different requirements of a package may meet above a type.

    A type reaches its own package at exactly its version, which counts as a requirement if a line
    of descent returns to that package.
    """
    if len({id_.name for id_ in names.packages}) < len(names.packages):
        return True
    specs: dict[str, set[str]] = {CORE_LIBRARY: {DEFAULT_SPEC}}
    for entries in names.requirements.values():
        for entry in entries:
            specs.setdefault(entry.requirement.name, set()).add(entry.requirement.spec)
    # Notations of one specification, such as "1" and "==1", reach the same versions.
    if any(len(spec) > 1 and len(set(map(bounds_of, spec))) > 1 for spec in specs.values()):
        return True
    chosen = {
        id_: [item.chosen for item in entries if item.chosen is not None]
        for id_, entries in names.requirements.items()
    }
    # In a cycle of requirements a line of descent can return to its own package.
    return any(len(component) > 1 for component in components(chosen))
