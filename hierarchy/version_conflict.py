"""Versions of one ancestor that cannot be merged.

Item 13 of language/versioning.txt asks for an exception.
"""

from __future__ import annotations

from muranopl.diagnostics.catalogue import hierarchy as rules
from muranopl.diagnostics.cycles import shortest_path
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.hierarchy.node import TypeNode
from muranopl.namespace.result import Names, TypeId


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
