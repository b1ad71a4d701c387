"""Circles among the classes that loading a class loads: parents, imports, meta classes."""

from __future__ import annotations

from muranopl.diagnostics.catalogue import hierarchy as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.namespace.lookup import place_of
from muranopl.namespace.references import load_time_names
from muranopl.namespace.result import Names, TypeId
from muranopl.read.ordering import tips_first


def report_load_cycles(names: Names, unknown: set[TypeId], findings: dict[TypeId, Findings]) -> None:
    """Report classes that need one another to be loaded, other than by `Extends` alone (that was reported).

    The engine resolves imports and meta classes while it builds a class, and a class is not in its package before it is
    built: so two classes cannot import each other, nor a class its own child. A class may import itself by its
    full name.
    `unknown` are types known to be in a circle.
    """
    graph: dict[TypeId, list[TypeId]] = {}
    for id_, declared in names.classes.items():
        itself = {written for written in declared.declaration.imports if written.text == id_.name}
        meanings = (
            names.meaning.get(written) for written in load_time_names(declared.declaration) if written not in itself
        )
        graph[id_] = [meaning for meaning in meanings if meaning is not None]
    for cycle in tips_first(graph).cycles:
        if not unknown.issuperset(cycle):
            _report(cycle, names, findings[cycle[0]])
            unknown.update(cycle)


def _report(cycle: tuple[TypeId, ...], names: Names, findings: Findings) -> None:
    places = []
    for position, member in enumerate(cycle):
        follower = cycle[(position + 1) % len(cycle)]
        written = next(
            name for name in load_time_names(names.classes[member].declaration) if names.meaning.get(name) == follower
        )
        places.append(place_of(written))
    chain = " → ".join(member.name for member in (*cycle, cycle[0]))
    related = tuple(Related("and here", place) for place in places[1:])
    findings.report(rules.LOAD_CYCLE, places[0], chain=chain, related=related)
