"""Entry point of phase 4: names and hierarchy → complete types.

Puccini's insight is that the order of inheritance cannot be known in general: types inherit from
types, and the declarations in them are typed by other types. So each piece of work is a task that
lists the tasks it needs, and runs as soon as these are done.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings, FirstOfEach
from muranopl.diagnostics.graphs import components
from muranopl.hierarchy.phase import Hierarchy
from muranopl.inherit.ambiguity import report_ambiguous
from muranopl.inherit.complete import CompleteType, complete
from muranopl.inherit.effective_meta import report_meta_conflicts, report_unknown_sections
from muranopl.inherit.meta_check import check_class_meta, check_meta, meta_uses
from muranopl.inherit.overrides import Overrides, check_overrides
from muranopl.language.grammar.class_ import MetaTarget
from muranopl.namespace.result import DeclaredPackage, Names, TypeId
from muranopl.read.containment import for_each

_ID, _PACKAGE = operator.attrgetter("id"), operator.attrgetter("package")

COMPLETE = "complete"
ATTACH = "attach"
OVERRIDE = "override"

Check = Callable[[TypeId, Names, Mapping[TypeId, CompleteType], Findings], None]


class Inheritance(msgspec.Struct, eq=False):
    """All types, complete, and the tasks in the order they ran, each with those it needed."""

    types: dict[TypeId, CompleteType]
    tasks: tuple[tuple[TaskKey, tuple[TaskKey, ...]], ...]
    diagnostics: list[Diagnostic]

    def of_types(self, types: Set[TypeId]) -> Inheritance:
        """Return what is known of some types, without diagnostics."""
        return Inheritance(
            {id_: self.types[id_] for id_ in types},
            tuple(item for item in self.tasks if item[0].type in types),
            [],
        )


def inherit(names: Names, hierarchy: Hierarchy, known: Inheritance | None = None) -> Inheritance:
    """Run phase 4.

    `known` has the types of packages that see no others, which were checked already. Types of packages
    that are not wanted (see `Names`) are completed, but not checked.
    """
    phase = _Inheriting(names, hierarchy, known or Inheritance({}, (), []))
    tasks = phase.tasks()
    results = _run_all(tasks)
    types = {key.type: result for key, result in results.items() if key.work == COMPLETE}
    phase.check(types)
    return Inheritance(
        types, tuple((key, tasks[key].needs) for key in results), phase.reported.diagnostics
    )


class _Inheriting:
    """A run of phase 4: a task for each thing to do with a type, then checks of complete types."""

    def __init__(self, names: Names, hierarchy: Hierarchy, known: Inheritance) -> None:
        self.reported = FirstOfEach(names.max_per_code)
        self._names, self._hierarchy = names, hierarchy
        self._ready, self._done = known.types, dict(known.tasks)
        self._checked = [
            id_
            for id_ in hierarchy.sequence
            if id_ not in self._ready and names.is_wanted(id_.package)
        ]
        self._overrides = Overrides(names, hierarchy, self._checked)

    def tasks(self) -> dict[TaskKey, Task]:
        """Return the tasks of all types."""
        by_type = for_each(self._hierarchy.sequence, _PACKAGE, self._tasks_of)
        return {key: task for tasks in by_type.values() for key, task in tasks.items()}

    def check(self, types: Mapping[TypeId, CompleteType]) -> None:
        """Report what takes complete types to see, of packages and types that are wanted."""
        names = self._names

        def check_package(declared: DeclaredPackage) -> None:
            meta = declared.package.manifest.meta
            if not meta:
                return  # this runs for each class that is loaded, and few packages have meta objects
            findings = Findings(declared.id.name, names.max_per_code)
            check_meta(MetaTarget.PACKAGE, meta, names, types, findings)
            self.reported.take(findings.diagnostics)

        def check_type(id_: TypeId) -> None:
            findings = Findings(id_.package.name, names.max_per_code)
            report_ambiguous(types[id_], types, names.quirks, findings)
            report_meta_conflicts(types[id_], names, types, findings)
            report_unknown_sections(types[id_], names, findings)
            self.reported.take(findings.diagnostics)

        packages = (item for item in names.packages.values() if names.is_wanted(item.id))
        for_each(packages, _ID, check_package)
        for_each((id_ for id_ in self._checked if id_ in types), _PACKAGE, check_type)

    def _tasks_of(self, id_: TypeId) -> dict[TaskKey, Task]:
        """Return the tasks of a type; those of a known type return what is known."""
        if id_ in self._ready:
            keys = (TaskKey(work, id_) for work in (COMPLETE, ATTACH, OVERRIDE))
            done = {key: self._done[key] for key in keys if key in self._done}
            return {key: Task(needs, lambda _: self._ready[id_]) for key, needs in done.items()}
        tasks = {TaskKey(COMPLETE, id_): _completion(id_, self._names, self._hierarchy)}
        if self._names.is_wanted(id_.package):
            tasks |= self._checks_of(id_)
        return tasks

    def _checks_of(self, id_: TypeId) -> dict[TaskKey, Task]:
        """Return the tasks that check the meta objects and the overrides of a type, if it has any."""
        names, tasks = self._names, {}
        uses = [use for _, own in meta_uses(names.classes[id_].declaration) for use in own]
        if uses:
            used = dict.fromkeys(names.resolved[use.type] for use in uses)
            needed = (id_, *(item for item in used if item in names.classes))
            tasks[TaskKey(ATTACH, id_)] = self._check(check_class_meta, id_, needed)
        compared = self._overrides.needs(id_)
        if compared is not None:
            tasks[TaskKey(OVERRIDE, id_)] = self._check(check_overrides, id_, compared)
        return tasks

    def _check(self, check: Check, id_: TypeId, needed: tuple[TypeId, ...]) -> Task:
        """Return the task that checks a type, for which some types must be complete."""

        def run(done: Mapping[TaskKey, Any]) -> None:
            findings = Findings(id_.package.name, self._names.max_per_code)
            types = {type_: done[TaskKey(COMPLETE, type_)] for type_ in needed}
            check(id_, self._names, types, findings)
            self.reported.take(findings.diagnostics)

        return Task(_complete(needed), run)


def _completion(id_: TypeId, names: Names, hierarchy: Hierarchy) -> Task:
    """Return the task that completes a type, which needs its parents.

    A parent that is cloned for this type alone is completed with it, from its own ancestors.
    """
    node = hierarchy.nodes[id_]
    shared = all(hierarchy.nodes.get(parent.id) is parent for parent in node.parents)
    above = node.parents if shared else node.ancestor_nodes()

    def run(done: Mapping[TaskKey, Any]) -> CompleteType:
        return complete(node, names, hierarchy, lambda type_: done[TaskKey(COMPLETE, type_)])

    return Task(_complete(item.id for item in above if item.id in names.classes), run)


def _complete(types: Iterable[TypeId]) -> tuple[TaskKey, ...]:
    return tuple(TaskKey(COMPLETE, type_) for type_ in types)


class TaskKey(msgspec.Struct, frozen=True):
    """A task: the kind of work (`complete` a type, `attach` its meta objects), and the type."""

    work: str
    type: TypeId

    def __str__(self) -> str:
        return f"{self.work} {self.type}"


class Task(msgspec.Struct, frozen=True):
    """A piece of work. `run` takes the results of all tasks done so far, and returns its own."""

    needs: tuple[TaskKey, ...]
    run: Callable[[Mapping[TaskKey, Any]], Any]


def _run_all(tasks: Mapping[TaskKey, Task]) -> dict[TaskKey, Any]:
    """Run every task after those it needs, in a deterministic order; return the results.

    A cycle of needs is a bug: phase 3 has removed the cycles of the hierarchy.
    """
    results: dict[TaskKey, Any] = {}
    order: list[TaskKey] = []
    for key, *rest in components({key: task.needs for key, task in tasks.items()}):
        if rest:
            raise AssertionError(f"tasks need one another: {key}, {', '.join(map(str, rest))}")
        order.append(key)

    def run(key: TaskKey) -> None:
        # Else one of them has failed
        if all(need in results for need in tasks[key].needs):
            results[key] = tasks[key].run(results)

    for_each(order, lambda key: key.type.package, run)
    return results
