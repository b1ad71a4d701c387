"""Two versions of one ancestor that cannot be merged: item 13 of language/versioning.txt asks for an exception."""

from __future__ import annotations

from muranopl.diagnostics.catalogue import hierarchy as rules
from muranopl.diagnostics.cycles import shortest_path
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.hierarchy.node import TypeNode
from muranopl.hierarchy.version_merge import Specs
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.namespace.result import Names, TypeId
from muranopl.read.package import PackageId


def has_several_versions(names: Names) -> bool:
    """Whether any package is here in several versions: only then can ancestors of two versions meet."""
    found = {id_.name for id_ in names.packages}
    return len(found) < len(names.packages)


def specifications(names: Names) -> Specs:
    """By which version specification a package requires another; the core library is required implicitly."""

    def spec(package: PackageId, required: str) -> str | None:
        for each in names.requirements[package]:
            if each.requirement.name == required:
                return each.requirement.spec
        return "0" if required == CORE_LIBRARY else None

    return spec


def report_conflict(node: TypeNode, names: Names, findings: Findings, severity: Severity) -> None:
    """Report ancestors of one name in two versions, unless a parent has the conflict already (it was said there)."""
    clash = _clash(node)
    if clash is None or any(_clash(parent) for parent in node.parents):
        return
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


def _clash(node: TypeNode) -> tuple[TypeId, TypeId] | None:
    """Two ancestors of one name, or None."""
    seen: dict[str, TypeId] = {}
    for above in (node.id, *node.ancestors()):
        first = seen.setdefault(above.name, above)
        if first.package.version != above.package.version:
            return first, above
    return None


def _path(node: TypeNode, to: TypeId) -> tuple[TypeId, ...]:
    """The shortest line of descent from a class up to an ancestor."""
    parents = {each.id: [parent.id for parent in each.parents] for each in (node, *node.ancestor_nodes())}
    return shortest_path(node.id, to, parents.__getitem__) or (to,)
