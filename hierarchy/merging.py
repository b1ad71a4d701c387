"""Creates the nodes of types above which two versions of a package may meet, with these merged.

`MergingNodeMaker` replaces `NodeMaker` where packages have several versions; `version_merge` has the rule.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping

from muranopl.diagnostics.bounds import MERGED_REQUIREMENTS
from muranopl.diagnostics.catalogue import inherit as rules
from muranopl.diagnostics.diagnostic import Refusal, Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import VERSION_CONFLICT, VERSION_MERGE, Quirk
from muranopl.hierarchy.above import AboveTypes, Reached
from muranopl.hierarchy.nodes import Gap, Lack, NodeMaker, Nodes, TypeNode
from muranopl.hierarchy.version_merge import (
    Plan,
    clash_above,
    clone,
    plan_merge,
    replaced_types,
    report_conflict,
    too_contested,
)
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.versions import DEFAULT_SPEC
from muranopl.namespace.result import Names, TypeId
from muranopl.read.package import PackageId


class MergingNodeMaker(NodeMaker):
    """Creates nodes where two versions of an ancestor may meet."""

    def __init__(
        self,
        parents: Mapping[TypeId, tuple[TypeId, ...]],
        ready: Mapping[TypeId, TypeNode],
        made: Nodes,
        *,
        names: Names,
        findings: Mapping[TypeId, Findings],
        quirks: frozenset[Quirk],
    ) -> None:
        super().__init__(parents, ready, made)
        self._names, self._findings, self._quirks = names, findings, quirks
        self._met = made.versions_met
        self._drafts: dict[TypeId, tuple[TypeNode, Plan]] = {}
        self._specs: dict[PackageId, dict[str, str]] = {}
        self._above = AboveTypes(self._specification)
        self._plan = functools.lru_cache(maxsize=100)(plan_merge)

    def add(self, id_: TypeId) -> None:
        """Create a node, after the nodes of the types that are to replace ancestors of it."""
        pending = [id_]
        begun = {id_}
        while pending:
            current = pending[-1]
            missing = self._missing(current, with_parents=current != id_)
            waiting = [item for item in missing if item not in begun]
            begun.update(waiting)
            pending.extend(waiting)
            if not waiting:
                pending.pop()
                # A type that needs itself is left for later
                if not missing or current == id_:
                    self._make(current)

    def _missing(self, id_: TypeId, *, with_parents: bool) -> list[TypeId]:
        """Return the types that need a node before this type gets one."""
        if id_ in self._ready or id_ in self._made.nodes:
            return []
        missing = self._without_node(self._parents[id_]) if with_parents else []
        if missing:
            return missing
        if id_ not in self._drafts:
            self._drafts[id_] = self._draft(id_)
        return self._without_node(to for _, to in replaced_types(*self._drafts[id_]))

    def _draft(self, id_: TypeId) -> tuple[TypeNode, Plan]:
        """Return the node of a type before merging, and the plan of what to merge above it."""
        node = self._node(id_)
        above = self._above.of(node)
        package = too_contested(id_.package, above)
        if package is None:
            return node, self._plan(id_.package, above)
        place = self._names.classes[id_].declaration.place
        self._made.unknown[id_] = (Gap(Lack.TOO_MANY_ANCESTORS, str(package), place),)
        self._findings[id_].report(
            rules.TOO_MANY_ANCESTORS,
            place,
            name=id_.name,
            problem=f"inherits from {package} through more than {MERGED_REQUIREMENTS.most} different requirements",
            suggestion=f"require the same version of {package} everywhere",
            severity=self._merge_severity(),
            refuses=Refusal.CLASS,
        )
        return TypeNode(id_), {}

    def _without_node(self, types: Iterable[TypeId]) -> list[TypeId]:
        return [
            type_ for type_ in types if type_ in self._parents and type_ not in self._made.nodes
        ]

    def _specification(self, package: PackageId, required: str) -> str | None:
        """Return the specification by which a package requires another.

        The core library is required implicitly.
        """
        if package not in self._specs:
            self._specs[package] = {CORE_LIBRARY: DEFAULT_SPEC} | {
                item.requirement.name: item.requirement.spec
                # Reversed, so that the first of several entries for one package counts
                for item in reversed(self._names.requirements[package])
            }
        return self._specs[package].get(required)

    def _make(self, id_: TypeId) -> None:
        if id_ in self._made.nodes:
            return
        if id_ in self._ready:
            super().add(id_)
            return
        node, plan = self._drafts.pop(id_)
        self._made.nodes[id_] = node = self._merged(node, plan)
        crashes = bool(plan) and VERSION_MERGE in self._quirks
        conflict = self._check_conflict(node, report=not crashes)
        if crashes or not conflict:
            self._report_merge(node, plan)
        if plan:
            self._met.reported.add(id_)
        if id_ in self._met.reported or self._is_reported_above(node):
            self._met.below_reported.add(id_)

    def _check_conflict(self, node: TypeNode, *, report: bool) -> bool:
        """Return whether versions of an ancestor could not be merged.

        Report it unless it was at a parent.
        """
        own = node.id
        if any(map(self._is_clashing, node.parents)):
            self._met.clashing.add(own)
            return True
        # The search visits all ancestors, which is needed only where versions meet
        if not self._above.of(node).with_own(own.package):
            return False
        clash = clash_above(node)
        if clash is None:
            return False
        self._met.clashing.add(own)
        if report:
            severity = Severity.WARNING if VERSION_CONFLICT in self._quirks else Severity.ERROR
            report_conflict(node, clash, self._names, self._findings[own], severity)
        return True

    def _is_clashing(self, parent: TypeNode) -> bool:
        """Return whether versions of an ancestor of a parent could not be merged."""
        if self._is_made(parent):
            return parent.id in self._met.clashing
        return clash_above(parent) is not None

    def _is_made(self, node: TypeNode) -> bool:
        """Return whether a node is the shared one of its type, not a clone for one class."""
        return self._made.nodes.get(node.id) is node

    def _merged(self, node: TypeNode, plan: Plan) -> TypeNode:
        """Return the node with the versions of its ancestors merged as planned.

        Return the same object if none are.
        """
        replaced = list(replaced_types(node, plan))
        own = {above.id: above for above in node.ancestor_nodes()} if replaced else {}
        targets: dict[TypeId, TypeNode] = {}
        for id_, to in replaced:
            target = own.get(to) or self._made.nodes.get(to)
            if target is not None:
                targets[id_] = target
            elif to not in self._parents:  # otherwise it needs the type itself
                self._record_missing(id_, to, node)
        return clone(node, targets) if targets else node

    def _record_missing(self, old: TypeId, to: TypeId, node: TypeNode) -> None:
        """Record a replacement without a node: as wanted if its package has it, else as missing."""
        package = self._names.packages[to.package]
        if package.find(to.name, unlisted=True) is not None and to.name in package.classes:
            self._made.wanted[to] = None
            return
        place = self._names.classes[node.id].declaration.place
        gap = Gap(Lack.MISSING_VERSION, str(to), place)
        self._made.unknown[node.id] = (*self._made.unknown.get(node.id, ()), gap)
        if to.name not in package.opaque and not self._is_reported_above(node):
            self._met.reported.add(node.id)
            self._findings[node.id].report(
                rules.NOT_IN_VERSION,
                place,
                name=node.id.name,
                ancestor=to.name,
                package=to.package.name,
                first=old.package.version,
                second=to.package.version,
            )

    def _report_merge(self, node: TypeNode, plan: Plan) -> None:
        """Report, once, that the engine fails to merge the versions in the plan."""
        replacement = next(iter(plan.values()), None)
        if replacement is None or node.id in self._met.reported or self._is_reported_above(node):
            return
        old, new = replacement
        self._findings[node.id].report(
            rules.VERSION_MERGE,
            self._names.classes[node.id].declaration.place,
            name=node.id.name,
            package=new.package.name,
            first=_way(old),
            second=_way(new),
            version=new.package.version,
            related=tuple(
                self._required_here(item) for item in (old, new) if item.by != item.package
            ),
            severity=self._merge_severity(),
            refuses=Refusal.CLASS,
        )

    def _merge_severity(self) -> Severity:
        """Return the severity of versions that must be merged.

        The engine fails, the documents ask for it.
        """
        return Severity.ERROR if VERSION_MERGE in self._quirks else Severity.WARNING

    def _is_reported_above(self, node: TypeNode) -> bool:
        """Return whether a merge was reported for an ancestor."""
        if all(map(self._is_made, node.parents)):
            return any(parent.id in self._met.below_reported for parent in node.parents)
        return any(above in self._met.reported for above in node.ancestors())

    def _required_here(self, reached: Reached) -> Related:
        result = (requirement.requirement for requirement in self._names.requirements[reached.by])
        entry = next((item for item in result if item.name == reached.package.name), None)
        header = self._names.packages[reached.by].package.header
        place = header.place if entry is None else entry.node.place
        return Related(f"{_way(reached)}, which resolves to {reached.package.version}", place)


def _way(reached: Reached) -> str:
    """Return the requirement by which a package was reached, as text."""
    if reached.by == reached.package:
        return f"its own version {reached.package.version}"
    return f'"{reached.spec}" of {reached.by.name}'
