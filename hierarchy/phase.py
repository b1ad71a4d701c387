"""Entry point of phase 3: names → hierarchy.

Cycles are reported and cut, then the nodes of all types are created from the roots. Versions of a
package that meet above a type are merged.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Container, Mapping, Set

import msgspec

from muranopl.diagnostics.catalogue import inherit as rules
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings, bounded
from muranopl.diagnostics.graphs import components, cycles, report_cycle, topological_order
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.quirks import Quirk
from muranopl.hierarchy.nodes import (
    Gaps,
    NodeMaker,
    Nodes,
    TypeNode,
    VersionsMet,
    cut_too_large,
    gaps_of_circles,
    gaps_of_parents,
    together,
    with_descendants,
)
from muranopl.language.grammar.class_ import ClassUsage
from muranopl.language.grammar.known_names import CORE_LIBRARY, ROOT_CLASS
from muranopl.language.grammar.versions import DEFAULT_SPEC, bounds_of
from muranopl.namespace.references import load_time_names
from muranopl.namespace.result import DeclaredClass, Names, TypeId
from muranopl.read.containment import for_each

_PACKAGE = operator.attrgetter("package")


class Hierarchy(msgspec.Struct, eq=False, dict=True):
    """The graph of all types (classes in one version each, see `TypeId`), without cycles.

    `nodes` has every type with its ancestors as it sees them, two versions of one ancestor merged
    where that is possible; its order has every type after its parents. `incomplete` are the types
    with an unknown ancestor, and why: nothing is reported about what they lack. `wanted` are types that
    should replace others in a merge, and exist in their packages, but were not passed to this
    phase. `unmerged` are the parents before versions are merged; with `versions_met` these are what
    later runs need to know of types that they do not look at again.
    """

    nodes: dict[TypeId, TypeNode]
    incomplete: Gaps
    diagnostics: list[Diagnostic]
    wanted: tuple[TypeId, ...] = ()
    unmerged: Mapping[TypeId, tuple[TypeId, ...]] = {}
    versions_met: VersionsMet = msgspec.field(default_factory=functools.partial(together, ()))

    def of_types(self, types: Set[TypeId]) -> Hierarchy:
        """Return what is known of some types, without diagnostics."""
        return Hierarchy(
            {id_: self.nodes[id_] for id_ in types},
            {id_: self.incomplete[id_] for id_ in types & self.incomplete.keys()},
            [],
            unmerged={id_: self.unmerged[id_] for id_ in types},
            versions_met=self.versions_met.of_types(types),
        )

    @functools.cached_property
    def parents(self) -> dict[TypeId, tuple[TypeId, ...]]:
        """The direct parents of every type in written order; `io.murano.Object` without `Extends`."""
        return {
            id_: tuple(parent.id for parent in node.parents) for id_, node in self.nodes.items()
        }

    @property
    def sequence(self) -> tuple[TypeId, ...]:
        """All types, each after its parents."""
        return tuple(self.nodes)

    def ancestors(self, type_: TypeId) -> tuple[TypeId, ...]:
        """Return all ancestors, breadth first over parents in written order, each once."""
        return self.nodes[type_].ancestors()


def build(
    names: Names, quirks: frozenset[Quirk] = frozenset(), known: Hierarchy | None = None
) -> Hierarchy:
    """Run phase 3. `known` has the types of packages that see no others."""
    if known is None:
        known = Hierarchy({}, {}, [])
    ready, unmerged = known.nodes, known.unmerged
    findings = {
        id_: Findings(id_.package.name, names.max_per_code)
        for id_ in names.classes
        if id_ not in ready
    }
    gaps = dict(known.incomplete)

    def parents_of(id_: TypeId) -> tuple[TypeId, ...]:
        if id_ in ready:
            return unmerged[id_]
        declared = names.classes[id_]
        match = [names.resolved[written] for written in declared.declaration.extends]
        resolved = tuple(parent for parent in match if parent is not None)
        missing = gaps_of_parents(declared, names)
        if missing:
            gaps[id_] = missing
        _check_parents(declared, names, findings[id_])
        # A class that extends only unknown classes is incomplete, and no child of the root class
        return resolved if match else _root(id_, names)

    parents = for_each(names.classes, _PACKAGE, parents_of)
    circular: set[TypeId] = set()
    for cycle, component in cycles(
        {id_: above for id_, above in parents.items() if id_ not in ready}
    ).items():
        _report_cycle(cycle, component, names, findings[cycle[0]])
        circular.update(component)
        members = set(component)
        for member in component:
            # Without these edges the graph is acyclic; the types are incomplete from here on.
            parents[member] = tuple(parent for parent in parents[member] if parent not in members)
    _report_load_cycles(names, circular, findings, ready)
    # After cycles are cut, as the levels above a class are counted from the roots
    too_large = cut_too_large(parents, names, findings)
    # A copy, to which later types are added
    met = known.versions_met.of_types(ready.keys())
    result = make_nodes(parents, names, findings, quirks, Nodes(met, ready))
    for more in (gaps_of_circles(circular, names), too_large, result.unknown):
        gaps |= {id_: (*gaps.get(id_, ()), *own) for id_, own in more.items()}
    incomplete = with_descendants(gaps, result.nodes, parents, names, ready)
    diagnostics = (diagnostic for own in findings.values() for diagnostic in own.diagnostics)
    return Hierarchy(
        result.nodes,
        incomplete,
        bounded(diagnostics, names.max_per_code),
        tuple(result.wanted),
        parents,
        result.versions_met,
    )


def _root(id_: TypeId, names: Names) -> tuple[TypeId, ...]:
    """Return the implied parent of a class without `Extends`.

    It is the root class, which itself has no parent.
    """
    root = None if id_.name == ROOT_CLASS else names.roots[id_.package]
    return () if root is None else (root,)


def _check_parents(declared: DeclaredClass, names: Names, findings: Findings) -> None:
    """Report a plain class with a meta class as a parent, and a parent that is listed twice."""
    # A meta class may extend classes of both kinds (reference: packages-and-versions, Ancestors)
    is_meta = declared.declaration.usage is ClassUsage.META
    checked: set[TypeId] = set()
    for written in declared.declaration.extends:
        parent = names.resolved[written]
        if parent is None:
            continue
        if parent in checked:
            findings.report(rules.PARENT_TWICE, written.place, parent=parent.name)
        checked.add(parent)
        other = names.classes.get(parent)
        if not is_meta and other is not None and other.declaration.usage is ClassUsage.META:
            name = declared.id.name
            findings.report(rules.META_PARENT, written.place, name=name, parent=parent.name)


def _report_cycle(
    cycle: tuple[TypeId, ...], component: tuple[TypeId, ...], names: Names, findings: Findings
) -> None:
    def place(class_: TypeId, parent: TypeId) -> Place:
        extends = names.classes[class_].declaration.extends
        return next(written for written in extends if names.resolved[written] == parent).place

    entangled = [member.name for member in component if member not in cycle]
    report_cycle(
        findings,
        rules.CYCLE,
        cycle,
        place,
        name=lambda id_: id_.name,
        related="the Extends of {name}",
        notes=(f"also in cycles with these classes: {', '.join(entangled)}",) if entangled else (),
    )


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


def _report_load_cycles(
    names: Names,
    circular: set[TypeId],
    findings: dict[TypeId, Findings],
    checked: Container[TypeId] = (),
) -> None:
    """Report classes that need one another to be loaded, other than by `Extends` alone.

    Cycles by `Extends` were reported already. The engine resolves imports and meta classes while
    it builds a class, and a class is not in its package before it is built: so two classes cannot
    import each other, nor a class its own child. A class may import itself by its full name. The
    types of reported cycles are added to `circular`, which contains those of cycles by `Extends`.
    `checked` are types that are known to be in no cycle.
    """
    graph: dict[TypeId, list[TypeId]] = {}
    for id_, declared in names.classes.items():
        if id_ in checked:
            continue
        itself = {written for written in declared.declaration.imports if written.text == id_.name}
        meanings = (
            names.resolved.get(written)
            for written in load_time_names(declared.declaration)
            if written not in itself
        )
        graph[id_] = [meaning for meaning in meanings if meaning is not None]

    def place(class_: TypeId, loaded: TypeId) -> Place:
        written = load_time_names(names.classes[class_].declaration)
        return next(name for name in written if names.resolved.get(name) == loaded).place

    for cycle in cycles(graph):
        if not circular.issuperset(cycle):
            report_cycle(
                findings[cycle[0]], rules.LOAD_CYCLE, cycle, place, name=lambda id_: id_.name
            )
            circular.update(cycle)
