"""Entry point of phase 4: names and hierarchy → complete types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.hierarchy.phase import Hierarchy
from muranopl.inherit.ambiguity import report_ambiguous
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.complete_node import complete_node
from muranopl.inherit.meta_check import attached, check_meta
from muranopl.inherit.overrides import Overrides, check_overrides
from muranopl.inherit.subtyping import kinship
from muranopl.inherit.tasks import Key, Task, run_all
from muranopl.language.grammar.class_ import Target
from muranopl.namespace.result import Names, TypeId

COMPLETE = "complete"
ATTACH = "attach"
OVERRIDE = "override"


class Inheritance(msgspec.Struct, eq=False):
    """Every type made complete, and the tasks that were run in their order, each with what it needed."""

    types: dict[TypeId, CompleteType]
    tasks: tuple[tuple[Key, tuple[Key, ...]], ...]
    diagnostics: list[Diagnostic]


def inherit(names: Names, hierarchy: Hierarchy) -> Inheritance:
    """Run phase 4."""
    diagnostics: list[Diagnostic] = []
    tasks: dict[Key, Task] = {}
    overrides = Overrides(names, hierarchy)
    for id_ in hierarchy.sequence:
        tasks[Key(COMPLETE, id_)] = _completion(id_, names, hierarchy)
        if any(uses for _, uses in attached(names.classes[id_].declaration)):
            tasks[Key(ATTACH, id_)] = _attachment(id_, names, diagnostics)
        needed = overrides.needs(id_)
        if needed is not None:
            tasks[Key(OVERRIDE, id_)] = _overriding(id_, needed, names, diagnostics)
    results = run_all(tasks)
    types = {key.type: result for key, result in results.items() if key.work == COMPLETE}
    _check_packages(names, types, diagnostics)
    diagnostics.extend(report_ambiguous(types))
    order = tuple((key, tasks[key].needs) for key in results)
    return Inheritance(types, order, diagnostics)


def _completion(id_: TypeId, names: Names, hierarchy: Hierarchy) -> Task:
    node = hierarchy.nodes[id_]
    # A parent that is cloned for this class alone is made complete here, from its own ancestors.
    shared = all(hierarchy.nodes.get(parent.id) is parent for parent in node.parents)
    above = node.parents if shared else tuple(node.ancestor_nodes())
    needs = tuple(Key(COMPLETE, each.id) for each in above if each.id in names.classes)

    def run(done: Mapping[Key, Any]) -> CompleteType:
        return complete_node(node, names, hierarchy, lambda type_: done[Key(COMPLETE, type_)])

    return Task(needs, run)


def _attachment(id_: TypeId, names: Names, diagnostics: list[Diagnostic]) -> Task:
    """Meta objects are typed themselves: their classes must be complete before they can be checked."""
    declaration = names.classes[id_].declaration
    meanings = [names.resolved[use.type] for _, uses in attached(declaration) for use in uses]
    used = dict.fromkeys(meaning for meaning in meanings if meaning is not None and meaning in names.classes)
    needs = tuple(Key(COMPLETE, meaning) for meaning in (id_, *used))

    def run(done: Mapping[Key, Any]) -> None:
        findings = Findings(id_.package.name)
        types = {meaning: done[Key(COMPLETE, meaning)] for meaning in used}
        for target, uses in attached(declaration):
            check_meta(target, uses, names, types, findings)
        diagnostics.extend(findings.diagnostics)

    return Task(needs, run)


def _overriding(id_: TypeId, needed: tuple[TypeId, ...], names: Names, diagnostics: list[Diagnostic]) -> Task:
    """What a type declares again is compared with what it hides, by way of the classes their contracts name."""

    def run(done: Mapping[Key, Any]) -> None:
        findings = Findings(id_.package.name)
        types = {type_: done[Key(COMPLETE, type_)] for type_ in needed}
        check_overrides(types[id_], names, kinship(names, types), findings)
        diagnostics.extend(findings.diagnostics)

    return Task(tuple(Key(COMPLETE, type_) for type_ in needed), run)


def _check_packages(names: Names, types: Mapping[TypeId, CompleteType], diagnostics: list[Diagnostic]) -> None:
    """Meta objects of packages, which stand in their manifests."""
    for opened in names.packages.values():
        findings = Findings(opened.package.id.name)
        check_meta(Target.PACKAGE, opened.package.manifest.meta, names, types, findings)
        diagnostics.extend(findings.diagnostics)
