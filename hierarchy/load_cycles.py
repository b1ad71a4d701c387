"""Cycles among the classes that are loaded together: parents, imports, meta classes."""

from __future__ import annotations

from collections.abc import Container

from muranopl.diagnostics.catalogue import hierarchy as rules
from muranopl.diagnostics.cycles import cycles, report_cycle
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.namespace.references import load_time_names
from muranopl.namespace.result import Names, TypeId


def report_load_cycles(
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
